import type { Box, Entry } from '../protocol.js';
import { area, isBoxless, overlap, viewportBox } from './box.js';
import { childrenWithin } from './children.js';
import { mayHostClosedRoot } from './closed-hosts.js';
import { markCovered, type Seen } from './cover.js';
import { controlEntry, describe, type NewEntry, type Surroundings } from './describe.js';
import {
  attributeOf,
  clientHeightOf,
  hasAttribute,
  nodeTypeOf,
  parentOf,
  rectOf,
  scrollHeightOf,
  tagOf,
} from './dom.js';
import { contentBox, hidesContent, isClippedAway, overflowsInto } from './hidden.js';
import { areaBox, areasOf } from './image-map.js';
import { inlineText, mayListen } from './interest.js';
import { beyondRows, foldRows } from './like-rows.js';
import { hasFocus, newRange } from './own-document.js';
import { closestOf, matchesSelector, queryOne } from './query.js';
import { numberOf, shadowRootOf } from './registry.js';
import { ariaRole, interactiveRoles } from './roles.js';
import { elementAt, flatParent, focusedElement } from './tree.js';

export interface Caps {
  entries: number;
  visits: number;
  milliseconds: number;
}

export const defaultCaps: Caps = { entries: 1_200, visits: 12_000, milliseconds: 1_000 };

interface Context extends Surroundings {
  /** What clips positioned children: only positioned ancestors do. */
  outerClip: Box;
  depth: number;
  /** Inside something whose back is not painted. */
  turned: boolean;
}

export interface Walk {
  seen: Seen[];
  entries: Entry[];
  dropped: number;
  incomplete?: string;
  /** Hosts whose shadow root may be closed. */
  hosts: Element[];
  /** Elements that may be clickable only because a script listens there. */
  mute: Element[];
  canvases: Box[];
  /** Lists of like rows, and how many rows lie out of view before and after those seen. */
  lists: [of: number, before: number, after: number][];
  /** The innermost open modal dialog: everything outside it is out of reach. */
  modal?: Element;
  scroller?: Element;
  lastVisible?: Element;
  firstVisible?: Element;
}

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

const skipped = new Set([
  'SCRIPT',
  'STYLE',
  'TEMPLATE',
  'NOSCRIPT',
  'HEAD',
  'META',
  'LINK',
  'TITLE',
  'BASE',
  'BR',
  'WBR',
  'SOURCE',
  'TRACK',
  'PARAM',
  'COL',
  'COLGROUP',
  'DATALIST',
]);

/** Walks what `clip` shows below `root` and lists what a person could see or use there, in reading order. */
export function walk(root: Element, clip: Box, caps: Caps, everything = false): Walk {
  const result: Walk = { seen: [], entries: [], dropped: 0, hosts: [], mute: [], canvases: [], lists: [] };
  const focused = hasFocus() ? focusedElement() : null;
  const started = performance.now();
  const saidText = new Set<Element>();
  const visited = new Set<Element>();
  const entered = new Map<Element, NewEntry>();
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
        visitText(node as Text, element, context);
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

  function visitText(text: Text, parent: Element, context: Context): void {
    if (context.spoken || !/\S/.test(text.data.length > 400 ? text.data.slice(0, 400) : text.data)) return;
    if (getComputedStyle(parent).visibility !== 'visible') return;
    const owner = blockOf(parent);
    if (saidText.has(owner) || closestOf(parent, 'label')?.control) return;
    const range = newRange();
    range.selectNodeContents(text);
    const box = overlap(range.getBoundingClientRect(), context.clip);
    if (!box) return;
    saidText.add(owner);
    const said = inlineText(owner, (part) => entered.get(part)?.interactive === true);
    if (!said) return;
    const whole = overlap(rectOf(owner), context.clip);
    // A block that holds other blocks too is not where its words stand.
    const shown = whole && area(whole) < area(box) * 8 ? whole : box;
    // A container that has an entry of its own is not called by its words.
    const holder = entered.has(owner) ? lineIn(owner, parent) : owner;
    const kind = liveKind(holder);
    push(holder, { role: 'Text', name: said, states: [], interactive: false, ...(kind ? { kind } : {}) }, shown);
  }

  function visit(element: Element, context: Context): void {
    const tag = tagOf(element);
    if (skipped.has(tag)) return;
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
    const clip =
      position === 'fixed'
        ? viewportLimit(everything, clipAll)
        : position === 'absolute'
          ? context.outerClip
          : context.clip;
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
    let inner = context;
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
      noteSpecial(element, style, rect, box);
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
    inner = {
      clip: childClip(style, rect, clip, empty),
      outerClip:
        position === 'static' && style.transform === 'none' ? context.outerClip : childClip(style, rect, clip, empty),
      depth: context.depth + 1,
      spoken,
      within,
      card,
      pointer,
      transformed:
        context.transformed ||
        style.transform !== 'none' ||
        style.zoom !== '1' ||
        style.scale !== 'none' ||
        style.rotate !== 'none',
      turned,
    };
    visitChildren(element, inner);
  }

  function visitAreas(image: Element, clip: Box): void {
    for (const area of areasOf(image)) {
      const whole = areaBox(area, image);
      const box = whole && overlap(whole, clip);
      if (box) push(area, controlEntry(area, ariaRole(area), focused), box);
    }
  }

  function noteSpecial(element: Element, style: CSSStyleDeclaration, rect: DOMRect, box: Box): void {
    const tag = tagOf(element);
    if (tag === 'CANVAS' || tag === 'VIDEO' || tag === 'EMBED' || tag === 'OBJECT') result.canvases.push(box);
    if (tag === 'DIALOG' && matchesSelector(element, ':modal')) result.modal = element;
    if (!shadowRootOf(element) && mayHostClosedRoot(element)) result.hosts.push(element);
    if (position(style) || style.zIndex !== 'auto')
      result.seen.push({ element, box, interactive: false, raised: true });
    if (
      /auto|scroll/.test(style.overflowY) &&
      scrollHeightOf(element) > clientHeightOf(element) + 8 &&
      area(rect) > area(viewportBox()) / 3
    ) {
      result.scroller ??= element;
    }
  }

  /** What is fixed to the screen from inside a part that is off it: a few hit tests find it, where those are cheap. */
  function visitMissed(): void {
    if (longest > hitTestLimit) return;
    const begun = performance.now();
    for (const [across, down] of gridPoints) {
      if (performance.now() - begun > 1.5) return;
      let hit = elementAt(clip.left + (clip.right - clip.left) * across, clip.top + (clip.bottom - clip.top) * down);
      if (!hit || visited.has(hit)) continue;
      for (let parent = flatParent(hit); parent && !visited.has(parent); parent = flatParent(hit)) hit = parent;
      visit(hit, {
        clip,
        outerClip: clip,
        depth: 3,
        spoken: false,
        within: false,
        card: false,
        pointer: false,
        transformed: false,
        turned: false,
      });
    }
  }

  const clipAll = clip;
  visit(root, {
    clip,
    outerClip: clip,
    depth: 0,
    spoken: false,
    within: false,
    card: false,
    pointer: false,
    transformed: false,
    turned: false,
  });
  visitPostponed(postponed);
  if (!everything) visitMissed();
  markCovered(result.seen, result.entries, result.modal, numberOf);
  return result;
}

/** Nothing inside it is seen on its own. */
function isLeaf(element: Element): boolean {
  switch (tagOf(element)) {
    case 'IMG':
    case 'TEXTAREA':
      return true;
    case 'SELECT':
      return !(element instanceof HTMLSelectElement && (element.multiple || element.size > 1));
    case 'svg':
      return queryOne(element, 'a, [tabindex], [role=button], [role=link]') === null;
    default:
      return false;
  }
}

function position(style: CSSStyleDeclaration): boolean {
  return style.position === 'fixed' || style.position === 'absolute' || style.position === 'sticky';
}

function viewportLimit(everything: boolean, clip: Box): Box {
  return everything ? clip : viewportBox();
}

function childClip(style: CSSStyleDeclaration, rect: Box, clip: Box, empty: boolean): Box {
  if (style.display === 'contents' || (style.overflowX === 'visible' && style.overflowY === 'visible')) return clip;
  if (empty && isBoxless(rect)) return clip;
  return overlap(rect, clip) ?? { left: 0, top: 0, right: 0, bottom: 0 };
}

function blockOf(element: Element): Element {
  let at = element;
  for (let parent = parentOf(at); parent && getComputedStyle(at).display === 'inline'; parent = parentOf(at))
    at = parent;
  return at;
}

/** The part of a container's lines that holds an element. */
function lineIn(container: Element, element: Element): Element {
  let at = element;
  for (let parent = parentOf(at); at !== container && parent && parent !== container; parent = parentOf(at))
    at = parent;
  return at;
}

function liveKind(element: Element): string | undefined {
  const live = closestOf(element, '[role=alert], [role=status], [aria-live=assertive], [aria-live=polite]');
  if (!live) return undefined;
  return attributeOf(live, 'role') === 'alert' || attributeOf(live, 'aria-live') === 'assertive' ? 'alert' : 'status';
}

function toBox(box: Box): [number, number, number, number] {
  const round = (value: number) => Math.round(value * 10) / 10;
  return [round(box.left), round(box.top), round(box.right - box.left), round(box.bottom - box.top)];
}

const gridPoints = [
  [0.5, 0.97],
  [0.97, 0.97],
  [0.03, 0.97],
  [0.5, 0.03],
  [0.97, 0.03],
  [0.03, 0.03],
  [0.5, 0.5],
  [0.03, 0.5],
  [0.97, 0.5],
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const;

/** A hit test passes every child of a list: beyond this many, one costs as much as the whole walk. */
const hitTestLimit = 20_000;
