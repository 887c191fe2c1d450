import type { Box } from '../../page-protocol.js';
import { overlap, viewportBox } from '../box.js';
import { hasAttribute, nodeTypeOf, rectOf, tagOf } from '../dom.js';
import { ariaRole, interactiveRoles } from '../naming/roles.js';
import { hasFocus } from '../own-document.js';
import { queryOne } from '../query.js';
import { numberOf } from '../registry.js';
import { focusedElement } from '../tree.js';
import { childrenWithin } from './children.js';
import { type Context, inside, outermost } from './context.js';
import { markCovered } from './cover.js';
import { controlEntry, describe, type NewEntry } from './describe.js';
import { contentBox, hidesContent, isClippedAway, overflowsInto } from './hidden.js';
import { areaBox, areasOf } from './image-map.js';
import { mayListen } from './interest.js';
import { isLeaf, isSkipped } from './leaves.js';
import { beyondRows, foldRows } from './like-rows.js';
import { createLineReader } from './lines.js';
import { visitMissed } from './missed.js';
import { noteSpecial } from './note-special.js';
import { type Caps, newWalk, type Walk } from './walk.js';

/** A walk goes this deep by calls within calls; what lies deeper waits until the stack is free again. */
const deepest = 400;

interface Postponed {
  element: Element;
  context: Context;
  /** Where its entries belong. */
  entries: number;
  seen: number;
}

function moveTail<T>(list: T[], from: number, to: number): void {
  const tail = list.splice(from);
  list.splice(to, 0, ...tail);
}

/** Walks what `clip` shows below `root` and lists what a person could see or use there, in reading order. */
export function walk(root: Element, clip: Box, caps: Caps, everything = false): Walk {
  const result = newWalk();
  const focused = hasFocus() ? focusedElement() : null;
  const started = performance.now();
  const visited = new Set<Element>();
  const entered = new Map<Element, NewEntry>();
  const readLines = createLineReader(entered);
  /** What is fixed to the screen is cut off by that alone. */
  const screen = everything ? clip : viewportBox();
  let visits = 0;
  let stopped = false;
  let longest = 0;
  let level = 0;
  let postponed: Postponed[] = [];

  function push(element: Element, entry: NewEntry, box: Box, doubtful = false): void {
    if (result.entries.length >= caps.entries) {
      result.dropped += 1;
      return;
    }
    entered.set(element, entry);
    result.entries.push({ number: numberOf(element), ...entry, box: toBox(box) });
    result.seen.push({ element, box, interactive: entry.interactive, doubtful });
    result.firstVisible ??= element;
    result.lastVisible = element;
  }

  function visitChildren(element: Element, context: Context): void {
    if (level >= deepest) {
      postponed.push({ element, context, entries: result.entries.length, seen: result.seen.length });
      return;
    }
    level += 1;
    visitEachChild(element, context);
    level -= 1;
  }

  /** Walks what was too deep, the last first: so the places where the others belong stay as they were noted. */
  function visitPostponed(due: Postponed[]): void {
    for (const { element, context, entries, seen } of due.reverse()) {
      const [entriesSoFar, seenSoFar] = [result.entries.length, result.seen.length];
      postponed = [];
      visitChildren(element, context);
      visitPostponed(postponed);
      moveTail(result.entries, entriesSoFar, entries);
      moveTail(result.seen, seenSoFar, seen);
    }
  }

  function visitEachChild(element: Element, context: Context): void {
    const run = childrenWithin(element, context.clip);
    longest = Math.max(longest, run.length);
    if (run.unseen > 0) {
      result.dropped += run.unseen;
      result.incomplete = `a list of ${run.unseen} more unordered children was not read`;
    }
    const rows: { tag: string; index: number; from: number; to: number }[] = [];
    for (const { node, index } of run.children) {
      if (stopped) return;
      if (nodeTypeOf(node) === Node.TEXT_NODE) {
        const lines = context.spoken ? undefined : readLines(node as Text, element, context.clip);
        if (lines) push(lines.holder, lines.entry, lines.box);
        continue;
      }
      const from = result.entries.length;
      visitWhole(node as Element, context);
      if (result.entries.length > from) {
        rows.push({ tag: tagOf(node as Element), index, from, to: result.entries.length });
      }
    }
    if (rows.length < 4) return;
    const folded = foldRows(element, rows, result.entries);
    if (folded && result.dropped === 0) result.lists.push(beyondRows(element, folded, context.clip));
  }

  /** What cannot be read costs itself, not the page. */
  function visitWhole(element: Element, context: Context): void {
    const own = level;
    try {
      visit(element, context);
    } catch (error) {
      level = own;
      result.dropped += 1;
      result.incomplete ??= `a part of the page could not be read: ${String(error).slice(0, 200)}`;
    }
  }

  function visit(element: Element, context: Context): void {
    const tag = tagOf(element);
    if (isSkipped(tag)) return;
    visits += 1;
    visited.add(element);
    if (visits > caps.visits || (visits % 64 === 0 && performance.now() - started > caps.milliseconds)) {
      stopped = true;
      result.incomplete =
        visits > caps.visits ? `stopped after ${caps.visits} nodes` : `stopped after ${caps.milliseconds} ms`;
      return;
    }
    const rect = rectOf(element);
    const style = getComputedStyle(element);
    if (style.display === 'none') return;
    const empty = rect.width < 1 || rect.height < 1;
    const position = style.position;
    const clip = position === 'fixed' ? screen : position === 'absolute' ? context.outerClip : context.clip;
    let box = empty ? undefined : overlap(rect, clip);
    // A box outside the screen hides its content too, except where that sticks out of it.
    if (!box && !empty && context.depth > 2 && !everything && !overflowsInto(element, rect, style, clip)) return;
    if (hasAttribute(element, 'inert') || isClippedAway(style)) return;

    const visible = style.visibility === 'visible';
    const pointer = style.cursor === 'pointer';
    const role = ariaRole(element);
    if (empty && interactiveRoles.has(role) && style.overflowX === 'visible' && style.overflowY === 'visible') {
      const inside = contentBox(element);
      box = inside && overlap(inside, clip);
    }
    const turned = context.turned || style.backfaceVisibility === 'hidden';
    let spoken = context.spoken;
    let within = context.within;
    let card = context.card;
    if (box && visible) {
      const found = describe({ element, role, style, box, rect, pointer, focused }, context);
      if (found.entry) {
        push(element, found.entry, found.box ?? box, turned || style.pointerEvents === 'none');
        if (found.entry.frame) return;
      }
      spoken ||= found.spoken;
      if (found.entry?.interactive) {
        within = true;
        card = found.card ?? false;
      }
      noteSpecial(result, element, style, rect, box);
      const isOpen = !context.within || context.card;
      if (!found.entry?.interactive && isOpen && mayListen(element, box)) result.mute.push(element);
    }
    if (tag === 'IMG' && hasAttribute(element, 'usemap') && box && visible) visitAreas(element, box);
    if (isLeaf(element)) return;
    if (hidesContent(element, style)) {
      const summary = element instanceof HTMLDetailsElement && queryOne(element, ':scope > summary');
      if (!summary) return;
      visit(summary, { ...context, clip, depth: context.depth + 1, spoken, within, card, pointer });
      return;
    }
    visitChildren(element, inside(context, { clip, spoken, within, card, pointer, turned }, style, rect, empty));
  }

  function visitAreas(image: Element, clip: Box): void {
    for (const area of areasOf(image)) {
      const whole = areaBox(area, image);
      const box = whole && overlap(whole, clip);
      if (box) push(area, controlEntry(area, ariaRole(area), focused), box);
    }
  }

  visit(root, outermost(clip));
  visitPostponed(postponed);
  if (!everything) visitMissed(clip, longest, visited, (part) => visit(part, outermost(clip, 3)));
  markCovered(result.seen, result.entries, result.modal, numberOf);
  return result;
}

function toBox(box: Box): [number, number, number, number] {
  const round = (value: number) => Math.round(value * 10) / 10;
  return [round(box.left), round(box.top), round(box.right - box.left), round(box.bottom - box.top)];
}
