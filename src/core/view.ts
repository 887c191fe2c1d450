import type { Action } from './action.js';
import type { Change } from './change.js';
import type { Element, ElementId } from './element.js';
import type { Fault } from './errors.js';
import type { Rect, Size } from './geometry.js';
import type { Beyond, Modal, Scroll, Tab } from './observation.js';
import type { Settled } from './outcome.js';
import type { ReadRequest, ReadResult } from './read.js';

/** What an environment sees, before it is folded into text: the raw material of an Observation. */
export interface View {
  screen: Size;
  /** Changes when the screen shows something else altogether: another page, another tab. */
  scene?: string;
  url?: string;
  title?: string;
  app?: string;
  tabs?: Tab[];
  scroll?: Scroll;
  /** In reading order. */
  elements: Element[];
  /** Of lists of like rows: how many rows lie out of view before and after those that are seen. */
  unseenRows?: Partial<Record<ElementId, [before: number, after: number]>>;
  /** Elements that came onto the page since the last action began. */
  arrived?: ElementId[];
  above?: Beyond;
  below?: Beyond;
  /** Elements that were there but not collected, because a cap was reached. */
  dropped: number;
  /** Why the view is not whole: 'the page did not answer within 2000 ms' … */
  incomplete?: string;
  modal?: Modal;
  /** What happened by itself since the last look, and what came and went. */
  news?: Change[];
  /** Only when asked for, and only when the page could be drawn. */
  picture?: RawPicture;
}

/** Which part to look at. Without one: what is on the screen. */
export interface ViewRequest {
  region?: Rect;
  /** Everything inside this element, on the screen or not, from row `from` on. */
  inside?: { element: ElementId; from?: number };
  /** Elements anywhere on the page whose name, value or text holds these words. */
  find?: string;
  /** A picture beside the elements, of the region or of all that is on the screen. */
  picture?: boolean;
}

/** A picture as the environment took it: one picture pixel is `1 / scale` screen pixels. */
export interface RawPicture {
  bytes: Buffer;
  type: 'png' | 'jpeg' | 'webp';
  size: Size;
  region: Rect;
  /** Where passwords stand, in screen pixels: to be masked before anyone sees the picture. */
  secrets: Rect[];
}

/** What was seen while an action was carried out and the screen came to rest. */
export interface Evidence {
  /** Carried out, not carried out, or cut off in the middle. */
  done: 'yes' | 'no' | 'maybe';
  /** Seen to change because of the action. */
  changes: Change[];
  /** The action's own doing is certain to show in `changes` or a second look; false when it may still act later. */
  complete: boolean;
  settled: Settled;
  error?: Fault;
  /** What a script gave back. */
  value?: unknown;
  /** The action was on something that takes the keyboard's focus, and it did. */
  focuses: boolean;
  /** Ids of elements that change by themselves: a clock, a ticker. Not evidence. */
  ambientChanges: ElementId[];
  /** The screen just before the action and after it came to rest. */
  before?: View;
  after?: View;
}

export type EnvironmentEvent =
  | { type: 'change'; change: Change }
  | { type: 'lost'; fault: Fault }
  | { type: 'note'; text: string };

/** A place where actions happen. */
export interface Environment {
  readonly kind: string;
  /** What this one cannot do, in sentences; empty when it can do all. */
  readonly limits: readonly string[];
  captureView(look: ViewRequest, signal?: AbortSignal): Promise<View>;
  /** Carries the action out, waits until the screen rests, and says what was seen. Throws nothing but HandrailError. */
  act(action: Action, signal?: AbortSignal): Promise<Evidence>;
  /** Reads without changing anything. Throws nothing but HandrailError. */
  read?<R extends ReadRequest>(request: R, signal?: AbortSignal): Promise<ReadResult<R>>;
  close(): Promise<void>;
}
