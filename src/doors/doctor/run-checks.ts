import { timeoutSignal, toCancelledError, withTimeout } from '../../core/deadline.js';
import { toFault } from '../../core/errors.js';
import type { Check, Finding, Result, Trial } from './check.js';

export interface RunChecksOptions {
  signal: AbortSignal;
  /** Time limit for each trial. Default: that of its check. */
  timeoutMs?: number;
}

/** Extra time that a trial gets to clean up after its time limit. */
const cleanupMs = 8_000;

/** Runs all trials one after the other and yields each result. Throws only when it is cancelled. */
export async function* runChecks(
  checks: readonly Check[],
  { signal, timeoutMs }: RunChecksOptions,
): AsyncGenerator<Result> {
  for (const check of checks) {
    for (const trial of check.trials()) {
      const startedAt = performance.now();
      const finding = await runTrial(trial, timeoutMs ?? check.timeoutMs, signal);
      if (signal.aborted) throw toCancelledError(signal);
      yield { check: check.name, name: trial.name, ...finding, ms: Math.round(performance.now() - startedAt) };
    }
  }
}

async function runTrial(trial: Trial, timeoutMs: number, signal: AbortSignal): Promise<Finding> {
  const limit = timeoutSignal(timeoutMs, signal);
  try {
    return await withTimeout(
      timeoutMs + cleanupMs,
      'The check',
      Promise.resolve().then(() => trial.run(limit.signal)),
    );
  } catch (error) {
    return { status: 'failed', message: toFault(error).message };
  } finally {
    limit.stop();
  }
}
