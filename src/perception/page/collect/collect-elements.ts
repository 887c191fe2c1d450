import { intersectBoxes, roundPixels, viewportBox } from '../dom/box.js';
import { flatParent, focusedElement } from '../dom/flat-tree.js';
import { hasFocus } from '../dom/native-document.js';
import { hasAttribute, nodeTypeOf, tagOf } from '../dom/native-node.js';
import { queryOne } from '../dom/native-query.js';
import { numberOf } from '../dom/node-registry.js';
import { ariaRole } from '../naming/roles.js';
import type { Box, Entry } from '../protocol.js';
import { mayHaveListener } from './clickable.js';
import { type ClippedElement, clipElement } from './clip-element.js';
import { type Collection, type CollectLimits, newCollection, unclipped } from './collection.js';
import { type NewEntry, toControlEntry } from './control-entry.js';
import { describeElement } from './describe-element.js';
import { areaBox, areasOf } from './image-map.js';
import { markCovered } from './occlusion.js';
import { noteRows, type RowSpan } from './similar-rows.js';
import { isLeaf, isSkipped } from './skipped-tags.js';
import { noteSpecialElement } from './special-elements.js';
import { createLineReader, type TextLines } from './text-lines.js';
import { hidesContent } from './visibility.js';
import { visibleChildren } from './visible-children.js';
import { childContext, rootContext, type VisitContext } from './visit-context.js';
import { visitFixedElements } from './visit-fixed.js';

interface PostponedElement {
  element: Element;
  context: VisitContext;
  /** Where its entries belong. */
  entryIndex: number;
  visibleIndex: number;
}

interface Traversal {
  collection: Collection;
  limits: CollectLimits;
  /** False to collect everything inside the root, on the screen or not. */
  isClipped: boolean;
  /** The clip of fixed elements. */
  screenClip: Box;
  focused: Element | null;
  entryOf: Map<Element, NewEntry>;
  readLines: (text: Text, parent: Element, clip: Box) => TextLines | undefined;
  startedAt: number;
  visited: Set<Element>;
  visits: number;
  isStopped: boolean;
  longestList: number;
  recursion: number;
  postponed: PostponedElement[];
}

/** Collects the visible and usable elements inside `root` that lie in `clip`, in reading order. */
export function collectElements(root: Element, clip: Box, limits: CollectLimits): Collection {
  const isClipped = clip !== unclipped;
  const entryOf = new Map<Element, NewEntry>();
  const traversal: Traversal = {
    collection: newCollection(),
    limits,
    isClipped,
    screenClip: isClipped ? viewportBox() : clip,
    focused: hasFocus() ? focusedElement() : null,
    entryOf,
    readLines: createLineReader(entryOf),
    startedAt: performance.now(),
    visited: new Set(),
    visits: 0,
    isStopped: false,
    longestList: 0,
    recursion: 0,
    postponed: [],
  };
  const parent = flatParent(root);
  const pointerCursor = parent !== null && getComputedStyle(parent).cursor === 'pointer';
  visit(traversal, root, { ...rootContext(clip), pointerCursor });
  visitPostponed(traversal, traversal.postponed);
  const { collection, longestList, visited } = traversal;
  if (isClipped)
    visitFixedElements(clip, longestList, visited, (element) => visit(traversal, element, rootContext(clip, 3)));
  markCovered(collection.visible, collection.entries, collection.modal);
  return collection;
}

function addEntry(traversal: Traversal, element: Element, entry: NewEntry, box: Box, needsHitTest = false): void {
  const { collection, limits } = traversal;
  if (collection.entries.length >= limits.entries) {
    collection.dropped += 1;
    return;
  }
  traversal.entryOf.set(element, entry);
  collection.entries.push({ number: numberOf(element), ...entry, box: toEntryBox(box) });
  collection.visible.push({ element, box, interactive: entry.interactive, needsHitTest });
  collection.firstVisible ??= element;
  collection.lastVisible = element;
}

function toEntryBox({ left, top, right, bottom }: Box): Entry['box'] {
  return [roundPixels(left), roundPixels(top), roundPixels(right - left), roundPixels(bottom - top)];
}

function visit(traversal: Traversal, element: Element, context: VisitContext): void {
  if (isSkipped(tagOf(element)) || isLimitReached(traversal, element)) return;
  const measured = clipElement(element, context, traversal);
  if (!measured) return;
  const { style, rect, clip, box, isEmpty } = measured;
  const own: VisitContext = {
    ...context,
    clip,
    pointerCursor: style.cursor === 'pointer',
    hidesBackface: context.hidesBackface || style.backfaceVisibility === 'hidden',
  };
  if (box && style.visibility === 'visible') {
    const entry = addElement(traversal, { ...measured, box }, context, own);
    if (entry?.frame) return;
  }
  if (isLeaf(element)) return;
  if (!hidesContent(element, style)) {
    visitChildren(traversal, element, childContext(own, style, rect, isEmpty));
    return;
  }
  const summary = element instanceof HTMLDetailsElement && queryOne(element, ':scope > summary');
  if (summary) visit(traversal, summary, { ...own, depth: own.depth + 1 });
}

/** The clock is read once per this many visits. */
const visitsPerClockRead = 64;

/** Counts a visit. True when the traversal must stop. */
function isLimitReached(traversal: Traversal, element: Element): boolean {
  const { limits, startedAt, collection } = traversal;
  traversal.visits += 1;
  traversal.visited.add(element);
  const isOverVisits = traversal.visits > limits.visits;
  const isOverTime = traversal.visits % visitsPerClockRead === 0 && performance.now() - startedAt > limits.milliseconds;
  if (!isOverVisits && !isOverTime) return false;
  traversal.isStopped = true;
  collection.incomplete = isOverVisits
    ? `stopped after ${limits.visits} nodes`
    : `stopped after ${limits.milliseconds} ms`;
  return true;
}

/** Adds the entry of a visible element, if it has one, and updates `own`, the context of the element. */
function addElement(
  traversal: Traversal,
  measured: ClippedElement & { box: Box },
  context: VisitContext,
  own: VisitContext,
): NewEntry | undefined {
  const { collection, focused } = traversal;
  const { element, style, rect, box } = measured;
  const { entry, textCovered, isCard = false, box: pointableBox } = describeElement(measured, context, focused);
  if (entry) {
    const needsHitTest = own.hidesBackface || style.pointerEvents === 'none';
    addEntry(traversal, element, entry, pointableBox ?? box, needsHitTest);
    if (entry.frame) return entry;
  }
  own.textCovered ||= textCovered;
  if (entry?.interactive) {
    own.insideControl = true;
    own.insideCard = isCard;
  }
  noteSpecialElement(collection, element, style, rect, box);
  const canHaveOwnListener = !entry?.interactive && (!context.insideControl || context.insideCard);
  if (canHaveOwnListener && mayHaveListener(element, box)) collection.listenerCandidates.push(element);
  if (tagOf(element) === 'IMG' && hasAttribute(element, 'usemap')) addAreas(traversal, element, box);
  return entry;
}

function addAreas(traversal: Traversal, image: Element, clip: Box): void {
  for (const area of areasOf(image)) {
    const bounds = areaBox(area, image);
    const box = bounds && intersectBoxes(bounds, clip);
    if (box) addEntry(traversal, area, toControlEntry(area, ariaRole(area), traversal.focused), box);
  }
}

/** The traversal recurses this deep. Deeper elements are visited later, with a free call stack. */
const maxRecursion = 400;

function visitChildren(traversal: Traversal, element: Element, context: VisitContext): void {
  const { collection, postponed } = traversal;
  if (traversal.recursion >= maxRecursion) {
    const [entryIndex, visibleIndex] = [collection.entries.length, collection.visible.length];
    postponed.push({ element, context, entryIndex, visibleIndex });
    return;
  }
  traversal.recursion += 1;
  visitEachChild(traversal, element, context);
  traversal.recursion -= 1;
}

/** Visits the postponed elements, the last one first, so that the noted indexes of the others stay valid. */
function visitPostponed(traversal: Traversal, postponed: PostponedElement[]): void {
  const { entries, visible } = traversal.collection;
  for (const { element, context, entryIndex, visibleIndex } of postponed.reverse()) {
    const [entryCount, visibleCount] = [entries.length, visible.length];
    traversal.postponed = [];
    visitChildren(traversal, element, context);
    visitPostponed(traversal, traversal.postponed);
    moveTail(entries, entryCount, entryIndex);
    moveTail(visible, visibleCount, visibleIndex);
  }
}

function moveTail<T>(list: T[], from: number, to: number): void {
  const tail = list.splice(from);
  list.splice(to, 0, ...tail);
}

function visitEachChild(traversal: Traversal, element: Element, context: VisitContext): void {
  const { collection } = traversal;
  const run = visibleChildren(element, context.clip);
  traversal.longestList = Math.max(traversal.longestList, run.length);
  if (run.skipped > 0) {
    collection.dropped += run.skipped;
    collection.incomplete = `${run.skipped} children of a long unordered list were not read`;
  }
  const rows: RowSpan[] = [];
  for (const { node, index } of run.children) {
    if (traversal.isStopped) return;
    if (nodeTypeOf(node) === Node.TEXT_NODE) {
      const lines = context.textCovered ? undefined : traversal.readLines(node as Text, element, context.clip);
      if (lines) addEntry(traversal, lines.holder, lines.entry, lines.box);
      continue;
    }
    const from = collection.entries.length;
    visitSafely(traversal, node as Element, context);
    const to = collection.entries.length;
    if (to > from) rows.push({ tag: tagOf(node as Element), index, from, to });
  }
  noteRows(collection, element, rows, context.clip);
}

/** An element that cannot be read is left out, and the rest of the page is read. */
function visitSafely(traversal: Traversal, element: Element, context: VisitContext): void {
  const { collection, recursion } = traversal;
  try {
    visit(traversal, element, context);
  } catch (error) {
    traversal.recursion = recursion;
    collection.dropped += 1;
    collection.incomplete ??= `a part of the page could not be read: ${String(error).slice(0, 200)}`;
  }
}
