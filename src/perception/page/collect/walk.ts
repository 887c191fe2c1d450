import type { Box, Entry } from '../../page-protocol.js';
import type { Seen } from './cover.js';

export interface Caps {
  entries: number;
  visits: number;
  milliseconds: number;
}

export const defaultCaps: Caps = { entries: 1_200, visits: 12_000, milliseconds: 1_000 };

/** What a walk finds. */
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

export function newWalk(): Walk {
  return { seen: [], entries: [], dropped: 0, hosts: [], mute: [], canvases: [], lists: [] };
}
