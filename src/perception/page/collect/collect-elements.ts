import type { VisibleElement } from '../cover/visible-element.js';
import { area, intersectBoxes, toBounds, viewportBox, withViewport } from '../dom/box.js';
import { flatParent, focusedElement } from '../dom/flat-tree.js';
import { areaBox, areasOf } from '../dom/image-map.js';
import { hasFocus } from '../dom/native-document.js';
import { firstElementOf, hasAttribute, nodeTypeOf, tagOf } from '../dom/native-node.js';
import { queryOne } from '../dom/native-query.js';
import { numberOf } from '../dom/node-registry.js';
import { hiddenPixels } from '../dom/scroll-area.js';
import { inVisualOrder } from '../dom/visual-order.js';
import { isEditorField, noteEditor } from '../editor/editor-view.js';
import { nameOf } from '../naming/accessible-name.js';
import { addGridPositions } from '../naming/grid-positions.js';
import { guessName } from '../naming/guess-name.js';
import { ariaRole } from '../naming/roles.js';
import { addStyleStates } from '../naming/style-state.js';
import { pageBackdrop } from '../naming/unseen-text.js';
import { partsAround } from '../press/delegated-parts.js';
import { newCandidates, noteListenerCandidate } from '../press/listener-candidates.js';
import type { Box } from '../protocol.js';
import { hasHandler, isNativeControl, mayBeInnerControl, mayHaveListener } from './clickable.js';
import { type ClippedElement, clipElement } from './clip-element.js';
import {
  type Collection,
  type CollectLimits,
  isLimitReached,
  newCollection,
  type PostponedElement,
  type Traversal,
  unclipped,
} from './collection.js';
import { type NewEntry, toControlEntry } from './control-entry.js';
import { describeElement } from './describe-element.js';
import { markCovered } from './occlusion.js';
import { noteRows, type RowSpan } from './similar-rows.js';
import { isLeaf, isSkipped } from './skipped-tags.js';
import { noteSpecialElement } from './special-elements.js';
import { createLineReader } from './text-lines.js';
import { hidesContent } from './visibility.js';
import { visibleChildren } from './visible-children.js';
import { childContext, rootContext, type VisitContext } from './visit-context.js';
import { visitFixedElements } from './visit-fixed.js';

/** Collects the visible and usable elements inside `root` that lie in `clip`, in reading order. */
export function collectElements(root: Element, clip: Box, limits: CollectLimits): Collection {
  const walk = (): Traversal => withViewport(() => traverse(root, clip, limits));
  const first = walk();
  // The parts of an editor are listed until its field is found.
  const { collection } = first.hasNewEditor ? walk() : first;
  markCovered(collection.visible, collection.entries, collection.modal);
  addGridPositions(collection.entries);
  addStyleStates(collection.entries);
  return collection;
}

function traverse(root: Element, clip: Box, limits: CollectLimits): Traversal {
  const isClipped = clip !== unclipped;
  const entryOf = new Map<Element, NewEntry>();
  const collection = newCollection();
  const traversal: Traversal = {
    collection,
    limits,
    root: isClipped ? undefined : root,
    isClipped,
    screenClip: isClipped ? viewportBox() : clip,
    focused: hasFocus() ? focusedElement() : null,
    entryOf,
    readLines: createLineReader(entryOf),
    startedAt: performance.now(),
    visited: new Set(),
    visits: 0,
    isStopped: false,
    hasNewEditor: false,
    longestList: 0,
    candidates: newCandidates(collection.listenerCandidates),
    recursion: 0,
    postponed: [],
  };
  const parent = flatParent(root);
  const pointerCursor = parent !== null && getComputedStyle(parent).cursor === 'pointer';
  const parts = parent ? partsAround(root, hasHandler) : undefined;
  visit(traversal, root, { ...rootContext(clip), pointerCursor, parts, backdrop: pageBackdrop(root) });
  visitPostponed(traversal, traversal.postponed);
  const { longestList, visited } = traversal;
  const visitFixed = (element: Element): void => visit(traversal, element, rootContext(clip, 3));
  if (isClipped) visitFixedElements(clip, longestList, visited, visitFixed);
  return traversal;
}

function addEntry(
  traversal: Traversal,
  element: Element,
  entry: NewEntry,
  box: Box,
  cover: Pick<VisibleElement, 'needsHitTest' | 'text'> = {},
): void {
  const { collection, limits } = traversal;
  if (collection.entries.length >= limits.entries) {
    collection.dropped += 1;
    return;
  }
  // The text directly inside a listed element has a number of its own.
  const node = cover.text && traversal.entryOf.has(element) ? cover.text.node : element;
  if (node === element) traversal.entryOf.set(element, entry);
  collection.entries.push({ number: numberOf(node), ...entry, box: toBounds(box) });
  collection.visible.push({ element, box, interactive: entry.interactive, ...cover });
  collection.firstVisible ??= element;
  collection.lastVisible = element;
}

function visit(traversal: Traversal, element: Element, context: VisitContext): void {
  if (isSkipped(tagOf(element)) || isLimitReached(traversal, element)) return;
  if (noteEditor(element)) traversal.hasNewEditor = true;
  if (isEditorField(element)) return;
  const measured = clipElement(element, context, traversal);
  if (!measured) return;
  const { style, clip, box } = measured;
  const own: VisitContext = {
    ...context,
    clip,
    pointerCursor: style.cursor === 'pointer',
    hidesBackface: context.hidesBackface || style.backfaceVisibility === 'hidden',
  };
  if (box && style.visibility === 'visible') {
    const entry = addElement(traversal, { ...measured, box }, context, own);
    if (entry?.frame) return;
  } else if (measured.isEmpty && !own.insideControl && firstElementOf(element)) {
    // The content of a box without area overflows it: floating elements, or `display: contents`.
    noteListenerCandidate(traversal.candidates, element, 'container');
  }
  if (isLeaf(element, box, own)) return;
  if (!hidesContent(element, style)) {
    visitChildren(traversal, element, childContext(own, measured, element === traversal.root), style);
    return;
  }
  const summary = element instanceof HTMLDetailsElement && queryOne(element, ':scope > summary');
  if (summary) visit(traversal, summary, { ...own, depth: own.depth + 1 });
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
  const described = describeElement(measured, context, focused);
  const { entry, textCovered, isCard = false, isContainer = false, box: pointableBox, parts } = described;
  if (parts) own.parts = parts;
  if (entry) {
    const needsHitTest = own.hidesBackface || (style.pointerEvents === 'none' && !entry.states.includes('disabled'));
    addEntry(traversal, element, entry, pointableBox ?? box, { needsHitTest });
    if (entry.frame) return entry;
  }
  own.textCovered ||= textCovered;
  if (entry?.interactive && !parts && !isContainer) {
    own.insideControl = true;
    own.insideCard = isCard;
    // What a text field draws is a part of it: the lines and scroll bars of an editor.
    const isWhole = entry.role === 'TextInput' || isNativeControl(element, measured.role, style);
    own.controlArea = isWhole ? 0 : area(box);
  }
  noteSpecialElement(collection, element, style, rect, box);
  noteScrollArea(traversal, measured, entry);
  const canHaveOwnListener =
    (!entry?.interactive || isContainer || tagOf(element) === 'svg') &&
    (!context.insideControl || mayBeInnerControl(element, box, context));
  if (canHaveOwnListener) noteListenerCandidate(traversal.candidates, element, mayHaveListener(element, box));
  if (tagOf(element) === 'IMG' && hasAttribute(element, 'usemap')) addAreas(traversal, element, box);
  return entry;
}

/** An area that scrolls on its own says how much it hides. */
function noteScrollArea(
  traversal: Traversal,
  measured: ClippedElement & { box: Box },
  entry: NewEntry | undefined,
): void {
  const { element, box } = measured;
  const more = hiddenPixels(element, measured.style);
  if (!more) return;
  if (entry) {
    const listed = traversal.collection.entries.at(-1);
    if (listed) listed.more = more;
    return;
  }
  const name = nameOf(element);
  const area: NewEntry = { role: 'Container', kind: 'scrollable', name, states: [], interactive: false, more };
  addEntry(traversal, element, area, box);
}

function addAreas(traversal: Traversal, image: Element, clip: Box): void {
  for (const area of areasOf(image)) {
    if (!hasAttribute(area, 'href') && !hasHandler(area)) {
      traversal.collection.listenerCandidates.push(area);
      continue;
    }
    const bounds = areaBox(area, image);
    const box = bounds && intersectBoxes(bounds, clip);
    if (box) addEntry(traversal, area, toAreaEntry(area, traversal.focused), box);
  }
}

function toAreaEntry(area: HTMLAreaElement, focused: Element | null): NewEntry {
  const role = ariaRole(area);
  const entry = toControlEntry(area, role, focused);
  const guess = entry.name === '' ? guessName(area, role) : '';
  return guess ? { ...entry, guess } : entry;
}

/** The traversal recurses this deep. Deeper elements are visited later, with a free call stack. */
const maxRecursion = 400;

function visitChildren(
  traversal: Traversal,
  element: Element,
  context: VisitContext,
  style = getComputedStyle(element),
): void {
  const { collection, postponed } = traversal;
  if (traversal.recursion >= maxRecursion) {
    const [entryIndex, visibleIndex] = [collection.entries.length, collection.visible.length];
    postponed.push({ element, context, entryIndex, visibleIndex });
    return;
  }
  traversal.recursion += 1;
  visitEachChild(traversal, element, context, style);
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

function visitEachChild(
  traversal: Traversal,
  element: Element,
  context: VisitContext,
  style: CSSStyleDeclaration,
): void {
  const { collection } = traversal;
  const run = visibleChildren(element, context.clip);
  traversal.longestList = Math.max(traversal.longestList, run.length);
  if (run.skipped > 0) {
    collection.dropped += run.skipped;
    collection.incomplete = `${run.skipped} children of a long unordered list were not read`;
  }
  const rows: RowSpan[] = [];
  const ordered = inVisualOrder(run.children, style);
  for (const { node, index } of ordered ?? run.children) {
    if (traversal.isStopped) return;
    if (nodeTypeOf(node) === Node.TEXT_NODE) {
      const lines = context.textCovered ? undefined : traversal.readLines(node as Text, element, context);
      if (lines) addEntry(traversal, lines.holder, lines.entry, lines.box, { text: lines.text });
      continue;
    }
    const from = collection.entries.length;
    visitSafely(traversal, node as Element, context);
    const to = collection.entries.length;
    if (to > from) rows.push({ tag: tagOf(node as Element), index, from, to });
  }
  if (!ordered) noteRows(collection, element, rows, context.clip);
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
