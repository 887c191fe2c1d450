import type { PageView } from './protocol.js';

/** What the code inside a page reports about an action: the changes, and whether the page still works. */

export interface RecordedMutation {
  at: number;
  kind: 'added' | 'removed' | 'text' | 'attribute' | 'value' | 'focus' | 'title';
  /** The nearest element that has a number. */
  number?: number;
  text: string;
  attribute?: string;
  /** The change is one of the page as a whole. */
  isPage?: true;
  /** It happened while the input event was handled: the action caused it. */
  direct: boolean;
}

/** Shapes of one SVG drawing to which the same happened. */
export interface RecordedDrawing {
  do: 'appeared' | 'gone' | 'changed';
  what: 'line' | 'shape';
  count: number;
  /** The drawing, if it has a number. */
  number?: number;
}

export interface Activity {
  /** Changes since the action started that still make a difference. */
  mutations: number;
  /** How many of them happened while the input events were handled. */
  handledMutations: number;
  /** Changes whose cause is not known yet: the action or the page. */
  uncertain: number;
  scrolling: boolean;
  /** Input events received. */
  inputs: number;
  /** Milliseconds since the last change, or since the action started. */
  quietMs: number;
  /** Timers and animation frames that handlers of the action scheduled. */
  timers: number;
  frames: number;
  animations: number;
  /** The page had just loaded and has timers of its own: what follows the input may come from them. */
  hasOwnTimers: boolean;
}

export interface RecordedChanges {
  mutations: RecordedMutation[];
  drawings: RecordedDrawing[];
  flashes: string[];
  scrolls: { number?: number; dx: number; dy: number }[];
  /** When the page's handlers ran, in milliseconds since 1970. */
  handlerInterval: [from: number, to: number];
  /** The title changes without input. */
  isTitleAmbient: boolean;
}

/** Why a document cannot be used yet. */
export interface Unready {
  /** What it shows instead: '"Loading…"', 'a spinner', 'nothing yet'. */
  what: string;
  /** It shows little or nothing else. */
  isBlocking: boolean;
  /** There is a sign that the document is still working. */
  isActive: boolean;
  /** The sign is only an animation without end, which may be a decoration. */
  isGuess?: true;
}

export interface SettleReport extends RecordedChanges {
  activity: Activity;
  settled: boolean;
  /** Why the document did not settle. */
  reason: string;
  url: string;
  /** The settled document, if requested. */
  view?: PageView;
  /** Set with `view` if `checksReadiness` was requested. */
  unready?: Unready;
}
