import { toCancelledError } from '../core/deadline.js';
import type { Fault, HandrailError } from '../core/errors.js';
import type { Outcome } from '../core/outcome.js';
import type { Cancellation } from './queue.js';

/** The outcome of an action that did not start. */
export function notExecuted(error: Fault): Outcome {
  return { ok: false, effect: 'unchanged', changes: [], settled: { ms: 0, reason: 'nothing was done' }, error };
}

/** The outcome of a cancelled action. If it had started, its effect is unknown. */
export function cancelledOutcome({ fault }: HandrailError, isStarted: boolean): Outcome {
  const outcome = notExecuted(fault);
  return isStarted ? { ...outcome, effect: 'unknown', settled: { ms: 0, reason: 'cancelled' } } : outcome;
}

/** Cancels queued work when the signal aborts. */
export function cancelOnAbort<T>(
  signal: AbortSignal | undefined,
  toResult: (error: HandrailError, isStarted: boolean) => T,
): Cancellation<T> | undefined {
  return signal && { signal, toResult: (isStarted) => toResult(toCancelledError(signal), isStarted) };
}
