import type { Box, Entry } from '../protocol.js';
import type { VisibleElement } from './occlusion.js';

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
  canvases: Box[];
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
