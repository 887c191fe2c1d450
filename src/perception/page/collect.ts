import type { Box, Entry } from '../protocol.js';
import { area, isBoxless, overlap, viewportBox } from './box.js';
import { childCount, childrenWithin, paintParent } from './children.js';
import { markCovered, type Seen } from './cover.js';
import { contentBox, hidesContent, isClippedAway, overflowsInto } from './hidden.js';
import { areaBox, areasOf } from './image-map.js';
import {
  ariaHidden,
  descriptionOf,
  hiddenControl,
  inlineText,
  isClickable,
  isNamedControl,
  isOwnPart,
  mayListen,
} from './interest.js';
import { nameOf, textOf } from './names.js';
import { numberOf, shadowRootOf } from './registry.js';
import { ariaRole, gridRoles, interactiveRoles, isFocusable, landmarkRoles, ourRole } from './roles.js';
import { fieldValue, statesOf } from './states.js';
import { elementAt, flatParent, focusedElement } from './tree.js';

export interface Caps {
  entries: number;
  visits: number;
  milliseconds: number;
}

export const defaultCaps: Caps = { entries: 1_200, visits: 12_000, milliseconds: 400 };

interface Context {
  clip: Box;
  /** What clips positioned children: only positioned ancestors do. */
  outerClip: Box;
  depth: number;
  /** Inside something whose name already says the text. */
  spoken: boolean;
  /** Inside something that a person would click as a whole. */
  within: boolean;
  /** That thing is a row or card, clickable by its looks alone: parts of it may have a use of their own. */
  card: boolean;
  pointer: boolean;
  transformed: boolean;
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
  const result: Walk = { seen: [], entries: [], dropped: 0, hosts: [], mute: [], canvases: [] };
  const focused = document.hasFocus() ? focusedElement() : null;
  const started = performance.now();
  const saidText = new Set<Element>();
  const visited = new Set<Element>();
  let visits = 0;
  let stopped = false;
  let longest = 0;
  let level = 0;
  let postponed: Postponed[] = [];

  function push(element: Element, entry: Omit<Entry, 'number' | 'box'>, box: Box, doubtful = false): void {
    if (result.entries.length >= caps.entries) {
      result.dropped += 1;
      return;
    }
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
      if (node.nodeType === Node.TEXT_NODE) {
        visitText(node as Text, element, context);
        continue;
      }
      const from = result.entries.length;
      visit(node as Element, context);
      if (result.entries.length > from) {
        rows.push({ tag: (node as Element).tagName, index, from, to: result.entries.length });
      }
    }
    if (rows.length >= 4) foldRows(element, rows, result.entries);
  }

  function visitText(text: Text, parent: Element, context: Context): void {
    if (context.spoken || !/\S/.test(text.data.length > 400 ? text.data.slice(0, 400) : text.data)) return;
    if (getComputedStyle(parent).visibility !== 'visible') return;
    const owner = blockOf(parent);
    if (saidText.has(owner) || parent.closest('label')?.control) return;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = overlap(range.getBoundingClientRect(), context.clip);
    if (!box) return;
    saidText.add(owner);
    const said = inlineText(owner);
    if (!said) return;
    const whole = overlap(owner.getBoundingClientRect(), context.clip);
    // A block that holds other blocks too is not where its words stand.
    const shown = whole && area(whole) < area(box) * 8 ? whole : box;
    const kind = liveKind(owner);
    push(owner, { role: 'Text', name: said, states: [], interactive: false, ...(kind ? { kind } : {}) }, shown);
  }

  function visit(element: Element, context: Context): void {
    if (skipped.has(element.tagName)) return;
    visits += 1;
    visited.add(element);
    if (visits > caps.visits || (visits % 64 === 0 && performance.now() - started > caps.milliseconds)) {
      stopped = true;
      result.incomplete =
        visits > caps.visits ? `stopped after ${caps.visits} nodes` : `stopped after ${caps.milliseconds} ms`;
      return;
    }
    const rect = element.getBoundingClientRect();
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
    if (element.hasAttribute('inert') || isClippedAway(style)) return;

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
      const found = describe(element, role, style, box, rect, context, pointer);
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
    if (element.tagName === 'IMG' && element.hasAttribute('usemap') && box && visible) visitAreas(element, box);
    if (isLeaf(element)) return;
    if (hidesContent(element, style)) {
      const summary = element instanceof HTMLDetailsElement && element.querySelector(':scope > summary');
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
      if (box) push(area, controlEntry(area, ariaRole(area)), box);
    }
  }

  function describe(
    element: Element,
    role: string,
    style: CSSStyleDeclaration,
    box: Box,
    rect: DOMRect,
    context: Context,
    pointer: boolean,
  ): { entry?: Omit<Entry, 'number' | 'box'>; spoken: boolean; box?: Box; card?: boolean } {
    if (element.tagName === 'IFRAME' || element.tagName === 'FRAME') {
      return { entry: frameEntry(element as HTMLIFrameElement, rect, style, context), spoken: true };
    }
    if (isNamedControl(element, role) || interactiveRoles.has(role)) {
      const entry = controlEntry(element, role);
      // What is there to be dragged is known by its words.
      if (element.getAttribute('draggable') === 'true') entry.name ||= textOf(element, 120);
      return {
        entry,
        // The words inside are its name or its value; those of a list are its options'.
        spoken: role !== 'listbox',
        box: lineBox(element, style, context.clip),
      };
    }
    const behind = context.within ? undefined : hiddenControl(element);
    if (behind) return { entry: controlEntry(behind, ariaRole(behind)), spoken: true };
    if (takesFocus(element, role)) {
      const entry = controlEntry(element, role);
      entry.name ||= textOf(element, 120);
      return { entry, spoken: entry.name !== '' && area(box) < area(viewportBox()) / 4 };
    }
    const clicks = context.within
      ? context.card && isOwnPart(element, box)
      : isClickable(element, pointer && !context.pointer, box);
    if (clicks) {
      const entry = controlEntry(element, role);
      entry.name ||= textOf(element, 120);
      if (element.tagName === 'A') entry.role = 'Link';
      return { entry, spoken: true, card: !context.within };
    }
    if (role === 'heading') {
      const level = Number(element.getAttribute('aria-level') ?? element.tagName.slice(1)) || 2;
      const name = nameOf(element);
      if (context.spoken || !name) return { spoken: context.spoken };
      return { entry: { role: 'Text', kind: 'heading', name, states: [], interactive: false, level }, spoken: true };
    }
    if (
      landmarkRoles.has(role) ||
      role === 'dialog' ||
      role === 'alertdialog' ||
      role === 'toolbar' ||
      role === 'table' ||
      role === 'grid' ||
      role === 'menu'
    ) {
      const name = nameOf(element);
      if (!name && (role === 'table' || role === 'grid' || role === 'menu' || role === 'form'))
        return { spoken: context.spoken };
      return {
        entry: { role: ourRole(role), kind: role, name, states: [], interactive: false },
        spoken: context.spoken,
      };
    }
    if (role === 'image' && !context.spoken && !ariaHidden(element)) {
      const name = nameOf(element);
      if (name && area(box) >= 100)
        return { entry: { role: 'Image', name, states: [], interactive: false }, spoken: true };
    }
    if (role === 'progressbar' || role === 'meter') {
      return { entry: controlEntry(element, role, false), spoken: true };
    }
    return { spoken: context.spoken };
  }

  function controlEntry(element: Element, role: string, interactive = true): Omit<Entry, 'number' | 'box'> {
    const ours = ourRole(role);
    const value = fieldValue(element, role);
    const name = nameOf(element);
    const description = descriptionOf(element, name);
    return {
      role:
        role === 'generic' || role === 'none'
          ? element instanceof HTMLElement && element.isContentEditable
            ? 'TextInput'
            : 'Button'
          : ours,
      ...(kindWorthSaying.has(role) || ours === 'Other' ? { kind: role } : {}),
      name,
      ...(value === undefined ? {} : { value }),
      ...(description ? { description } : {}),
      states: statesOf(element, role, focused),
      interactive,
    };
  }

  function frameEntry(
    element: HTMLIFrameElement,
    rect: DOMRect,
    style: CSSStyleDeclaration,
    context: Context,
  ): Omit<Entry, 'number' | 'box'> {
    const left = rect.left + element.clientLeft + Number.parseFloat(style.paddingLeft);
    const top = rect.top + element.clientTop + Number.parseFloat(style.paddingTop);
    const width = element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    const height = element.clientHeight - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom);
    const transformed = context.transformed || style.transform !== 'none' || style.zoom !== '1';
    return {
      role: 'Container',
      kind: 'frame',
      name: nameOf(element) || element.name,
      states: [],
      interactive: false,
      frame: { box: [left, top, width, height], transformed },
    };
  }

  function noteSpecial(element: Element, style: CSSStyleDeclaration, rect: DOMRect, box: Box): void {
    if (
      element.tagName === 'CANVAS' ||
      element.tagName === 'VIDEO' ||
      element.tagName === 'EMBED' ||
      element.tagName === 'OBJECT'
    ) {
      result.canvases.push(box);
    }
    if (element.tagName === 'DIALOG' && element.matches(':modal')) result.modal = element;
    if (!shadowRootOf(element) && mayHostClosedRoot(element)) result.hosts.push(element);
    if (position(style) || style.zIndex !== 'auto')
      result.seen.push({ element, box, interactive: false, raised: true });
    if (
      /auto|scroll/.test(style.overflowY) &&
      element.scrollHeight > element.clientHeight + 8 &&
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

const kindWorthSaying = new Set([
  'switch',
  'searchbox',
  'spinbutton',
  'treeitem',
  'option',
  'listbox',
  'date',
  'datetime-local',
  'month',
  'week',
  'time',
  'file',
  'summary',
  'gridcell',
  'columnheader',
  'progressbar',
  'meter',
]);

/** What the Tab key stops at, and the parts of a grid that the arrow keys reach. */
function takesFocus(element: Element, role: string): boolean {
  if (!isFocusable(element) || !(element instanceof HTMLElement || element instanceof SVGElement)) return false;
  return element.tabIndex >= 0 || gridRoles.has(role);
}

/** Nothing inside it is seen on its own. */
function isLeaf(element: Element): boolean {
  switch (element.tagName) {
    case 'IMG':
    case 'TEXTAREA':
      return true;
    case 'SELECT':
      return !(element instanceof HTMLSelectElement && (element.multiple || element.size > 1));
    case 'svg':
      return element.querySelector('a, [tabindex], [role=button], [role=link]') === null;
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

/** A link that wraps over two lines has a bounding box whose middle is often empty: take its largest line. */
function lineBox(element: Element, style: CSSStyleDeclaration, clip: Box): Box | undefined {
  if (style.display !== 'inline') return undefined;
  let best: Box | undefined;
  const rects = element.getClientRects();
  if (rects.length < 2) return undefined;
  for (const rect of rects) {
    const shown = overlap(rect, clip);
    if (shown && (!best || area(shown) > area(best))) best = shown;
  }
  return best;
}

function blockOf(element: Element): Element {
  let at = element;
  while (getComputedStyle(at).display === 'inline' && at.parentElement) at = at.parentElement;
  return at;
}

function liveKind(element: Element): string | undefined {
  const live = element.closest('[role=alert], [role=status], [aria-live=assertive], [aria-live=polite]');
  if (!live) return undefined;
  return live.getAttribute('role') === 'alert' || live.getAttribute('aria-live') === 'assertive' ? 'alert' : 'status';
}

const hosts = new Set([
  'ARTICLE',
  'ASIDE',
  'BLOCKQUOTE',
  'DIV',
  'FOOTER',
  'HEADER',
  'MAIN',
  'NAV',
  'P',
  'SECTION',
  'SPAN',
]);

function mayHostClosedRoot(element: Element): boolean {
  if (element.tagName.includes('-')) return true;
  return hosts.has(element.tagName) && element.firstElementChild === null && !showsText(element);
}

/** Words that are there and not painted are a sign of a shadow root too. */
function showsText(element: Element): boolean {
  const text = element.firstChild;
  if (!(text instanceof Text) || !/\S/.test(text.data)) return false;
  const range = document.createRange();
  range.selectNodeContents(text);
  return range.getClientRects().length > 0;
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

const longestRow = 12;

/** Marks the entries of like rows, so that their lines can be folded. The outermost list of like rows wins. */
function foldRows(
  parent: Element,
  rows: { tag: string; index: number; from: number; to: number }[],
  entries: Entry[],
): void {
  const shapes = new Map<string, number>();
  for (const row of rows) {
    if (row.to - row.from > longestRow) return;
    const shape = rowShape(row, entries);
    shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
  }
  const [shape, count] = [...shapes].sort((one, other) => other[1] - one[1])[0] ?? ['', 0];
  if (count < 4 || count < rows.length * 0.6) return;
  const of = numberOf(parent);
  const total = childCount(paintParent(parent));
  for (const row of rows) {
    if (rowShape(row, entries) !== shape) continue;
    for (const entry of entries.slice(row.from, row.to)) entry.list = [of, row.index, total];
  }
}

function rowShape(row: { tag: string; from: number; to: number }, entries: Entry[]): string {
  return `${row.tag}:${entries
    .slice(row.from, row.to)
    .map((entry) => entry.role + (entry.interactive ? '!' : ''))
    .join()}`;
}
