import type { VisibleElement } from '../cover/visible-element.js';
import type { ListenerCandidates } from '../press/listener-candidates.js';
import type { Box, Entry } from '../protocol.js';
import type { NewEntry } from './control-entry.js';
import type { TextLines } from './text-lines.js';
import type { VisitContext } from './visit-context.js';

export interface CollectLimits {
  entries: number;
  visits: number;
  milliseconds: number;
}

export const defaultLimits: CollectLimits = { entries: 1_200, visits: 12_000, milliseconds: 1_000 };

/** A clip that contains every position on a page. */
export const unclipped: Box = { left: -1e7, top: -1e7, right: 1e7, bottom: 1e7 };

/** The elements found by one traversal of the page. */
export interface Collection {
  visible: VisibleElement[];
  entries: Entry[];
  /** How many elements were left out because a limit was reached. */
  dropped: number;
  incomplete?: string;
  /** Elements that may have a closed shadow root. */
  hostCandidates: Element[];
  /** Elements that may have a click listener as their only sign of being clickable. */
  listenerCandidates: Element[];
  canvases: (Box & { number: number })[];
  /** Lists of similar rows, with the number of rows outside the view before and after the visible ones. */
  lists: [container: number, before: number, after: number][];
  /** The innermost open modal dialog, which covers everything outside it. */
  modal?: Element;
  scroller?: Element;
  firstVisible?: Element;
  lastVisible?: Element;
}

export function newCollection(incomplete?: string): Collection {
  return {
    visible: [],
    entries: [],
    dropped: 0,
    incomplete,
    hostCandidates: [],
    listenerCandidates: [],
    canvases: [],
    lists: [],
  };
}

export interface PostponedElement {
  element: Element;
  context: VisitContext;
  /** Where its entries belong. */
  entryIndex: number;
  visibleIndex: number;
}

/** The state of one traversal. */
export interface Traversal {
  collection: Collection;
  limits: CollectLimits;
  /** The element that is read whole, on the screen or not. */
  root?: Element;
  /** False to collect everything inside the root, on the screen or not. */
  isClipped: boolean;
  /** The clip of fixed elements. */
  screenClip: Box;
  focused: Element | null;
  entryOf: Map<Element, NewEntry>;
  readLines: (text: Text, parent: Element, context: VisitContext) => TextLines | undefined;
  startedAt: number;
  visited: Set<Element>;
  visits: number;
  isStopped: boolean;
  /** An editor was found whose parts were not listed as one field. */
  hasNewEditor: boolean;
  longestList: number;
  candidates: ListenerCandidates;
  recursion: number;
  postponed: PostponedElement[];
}

/** The clock is read once per this many visits. */
const visitsPerClockRead = 64;

/** Counts a visit. True when the traversal must stop. */
export function isLimitReached(traversal: Traversal, element: Element): boolean {
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
