import { cancelled, within } from '../../core/deadline.js';
import { toFault } from '../../core/errors.js';
import type { Check, Finding, Result, Trial } from './check.js';

export interface ExamineOptions {
  signal: AbortSignal;
  /** For each trial, instead of what its check says. */
  limitMs?: number;
}

/** What a trial may take to clear away what it has begun, when its time is over. */
const clearMs = 8_000;

/** Tries everything, one after the other. Throws only when it is cancelled. */
export async function* examine(checks: readonly Check[], { signal, limitMs }: ExamineOptions): AsyncGenerator<Result> {
  for (const check of checks) {
    for (const trial of check.trials()) {
      const began = performance.now();
      const finding = await attempt(trial, limitMs ?? check.limitMs, signal);
      if (signal.aborted) throw cancelled(signal);
      yield { check: check.name, name: trial.name, ...finding, ms: Math.round(performance.now() - began) };
    }
  }
}

async function attempt(trial: Trial, limitMs: number, signal: AbortSignal): Promise<Finding> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  try {
    return await within(
      limitMs + clearMs,
      'It',
      Promise.resolve(limit).then((one) => trial.run(one)),
    );
  } catch (error) {
    return { state: 'fails', says: toFault(error).message };
  }
}
