import type { Change } from './change.js';
import type { ElementId } from './element.js';
import type { Fault } from './errors.js';
import type { Observation } from './observation.js';

/** `unknown`: the action may or may not have had an effect. */
export type Effect = 'changed' | 'unchanged' | 'unknown';

/** How long the screen took to settle after an action, and why it counts as settled. */
export interface Settled {
  ms: number;
  /** 'no requests, no mutations', or 'still busy after 3000 ms: animation'. */
  reason: string;
}

/** The result of one action. */
export interface Outcome {
  /** The action was executed. Says nothing about its effect. */
  ok: boolean;
  effect: Effect;
  changes: Change[];
  settled: Settled;
  /** The screen shows another page or tab than before, so earlier element ids are invalid. */
  navigated?: true;
  /** Controls that the page drew again and that keep their ids. */
  redrawn?: ElementId[];
  /** How many elements appeared outside the screen, where they are not listed. */
  offscreen?: number;
  observation?: Observation;
  error?: Fault;
  /** The value of an evaluated script. */
  value?: unknown;
}
