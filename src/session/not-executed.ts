import { cancelled } from '../core/deadline.js';
import type { Fault, HandrailError } from '../core/errors.js';
import type { Outcome } from '../core/outcome.js';
import type { Cancel } from './queue.js';

/** What is told of an action that never began. */
export function nothingDone(error: Fault): Outcome {
  return { ok: false, effect: 'unchanged', changes: [], settled: { ms: 0, because: 'nothing was done' }, error };
}

/** What is told of an action that was cancelled. */
export function cancelledOutcome({ fault }: HandrailError, begun: boolean): Outcome {
  const nothing = nothingDone(fault);
  return begun ? { ...nothing, effect: 'unknown', settled: { ms: 0, because: 'cancelled' } } : nothing;
}

/** How a caller's signal gives up a turn in the queue. */
export function cancelling<T>(
  signal: AbortSignal | undefined,
  instead: (error: HandrailError, begun: boolean) => T,
): Cancel<T> | undefined {
  return signal && { signal, instead: (begun) => instead(cancelled(signal), begun) };
}
