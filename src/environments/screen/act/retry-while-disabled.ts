import { toCancelledError } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import { hasChanged } from '../observe/take-snapshot.js';
import { sleep } from '../settle/sleep.js';
import type { ScreenEnvironmentState } from '../state.js';

/** An action enables other controls within this time: a file dialog reads the folder before it enables "Save". */
const maxEnablingMs = 1_000;
const pollMs = 100;

interface RetryOptions {
  /** False when a part of the action was already executed. */
  mayRetry(): boolean;
  signal: AbortSignal;
}

/** Retries an attempt that fails with `disabled` while the previous action may still enable the control. */
export async function retryWhileDisabled<T>(
  state: ScreenEnvironmentState,
  attempt: () => Promise<T>,
  { mayRetry, signal }: RetryOptions,
): Promise<T> {
  const { changes } = state.reader;
  const until = state.lastActionEndedAt + maxEnablingMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const isDisabled = error instanceof HandrailError && error.code === 'disabled';
      const leftMs = until - performance.now();
      if (!isDisabled || !mayRetry() || leftMs <= 0) throw error;
      if (!changes) await sleep(Math.min(pollMs, leftMs), signal);
      else if (!hasChanged(state) && !(await changes.waitForChange(leftMs, signal))) throw error;
      if (signal.aborted) throw toCancelledError(signal);
    }
  }
}
