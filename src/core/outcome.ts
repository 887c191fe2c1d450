import type { Change } from './change.js';
import type { Fault } from './errors.js';
import type { Observation } from './observation.js';

/** `unknown` means that it may have happened. */
export type Effect = 'changed' | 'unchanged' | 'unknown';

export interface Settled {
  ms: number;
  /** 'no requests, no mutations', or 'gave up after 3000 ms: animation'. */
  because: string;
}

/** What one action came to. */
export interface Outcome {
  /** The action was carried out. Says nothing of its effect. */
  ok: boolean;
  effect: Effect;
  changes: Change[];
  settled: Settled;
  /** The screen shows another page or tab than before: ids that were known are of no use. */
  elsewhere?: true;
  observation?: Observation;
  error?: Fault;
  /** What a script gave back. */
  value?: unknown;
}
