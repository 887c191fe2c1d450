import type { Action } from '../../../core/action.js';
import { withTimeout } from '../../../core/deadline.js';
import type { Evidence } from '../../../core/view.js';
import { updateQuiet } from '../observe/take-snapshot.js';
import type { ScreenEnvironmentState } from '../state.js';
import { actionTimeoutMs } from './action-timeout.js';
import { executeAction, type Progress } from './execute-action.js';
import { recover } from './recover.js';
import { retryWhileDisabled } from './retry-while-disabled.js';

/** Executes an action within its time limit and returns the evidence. A failure is part of the evidence. */
export async function act(
  state: ScreenEnvironmentState,
  action: Action,
  checkOpen: () => void,
  signal?: AbortSignal,
): Promise<Evidence> {
  const progress: Progress = { isStarted: false, isFirstPartDone: false };
  const stop = new AbortController();
  const stopSignal = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  try {
    checkOpen();
    // The driver itself retries menus, because a search for an item opens them.
    const mayRetry = (): boolean => action.type !== 'menu' && !progress.isFirstPartDone;
    const executing = retryWhileDisabled(state, () => executeAction(state, action, progress, stopSignal), {
      mayRetry,
      signal: stopSignal,
    });
    const evidence = await withTimeout(actionTimeoutMs(action), `"${action.type}"`, executing, signal);
    state.lastActionEndedAt = performance.now();
    updateQuiet(state);
    return evidence;
  } catch (error) {
    return recover(state, error, progress, stop);
  }
}
