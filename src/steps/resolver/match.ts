import type { Element } from '../../core/element.js';
import type { RankedElement } from '../../perception/grounding/ground.js';

/** An element that matches a phrase. */
export interface Match {
  element: Element;
  score: number;
  why: string;
}

export interface Matches {
  one?: Match;
  several?: RankedElement[];
  nearest: RankedElement[];
}
