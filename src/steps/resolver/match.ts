import type { Element } from '../../core/element.js';

/** An element that matches a phrase. */
export interface Match {
  element: Element;
  why: string;
  /** The phrase only begins a text of the element. */
  isPrefix?: boolean;
}

/** `several` match equally well. `nearest` are similar, for the error message. */
export interface Matches {
  one?: Match;
  several?: readonly Element[];
  nearest: readonly Element[];
}
