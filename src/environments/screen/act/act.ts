import type { Action } from '../../../core/action.js';
import { withTimeout } from '../../../core/deadline.js';
import type { BeforeInput, Evidence } from '../../../core/view.js';
import { updateQuiet } from '../observe/take-snapshot.js';
import type { ScreenEnvironmentState } from '../state.js';
import { executeAction, type Progress } from './execute-action.js';
import { recover } from './recover.js';
import { retryWhileDisabled } from './retry-while-disabled.js';

export interface ActOptions {
  checkOpen(): void;
  beforeInput?: BeforeInput | undefined;
  signal?: AbortSignal | undefined;
}

/** Executes an action within its time limit and returns the evidence. A failure is part of the evidence. */
export async function act(
  state: ScreenEnvironmentState,
  action: Action,
  { checkOpen, beforeInput, signal }: ActOptions,
): Promise<Evidence> {
  const progress: Progress = { isStarted: false, isFirstPartDone: false };
  const stop = new AbortController();
  const stopSignal = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  try {
    checkOpen();
    // The driver itself retries menus, because a search for an item opens them.
    const mayRetry = (): boolean => action.type !== 'menu' && !progress.isFirstPartDone;
    const executing = retryWhileDisabled(state, () => executeAction(state, action, progress, stopSignal, beforeInput), {
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

/** Time limit of an action, without its own waiting or holding time. */
const baseTimeoutMs = 30_000;
const defaultWaitMs = 10_000;
const perCharacterMs = 2;
/** In a spreadsheet, a tab or line break moves to another cell. Up to `maxCells` cells are verified one by one. */
const maxCells = 60;
const perCellMs = 1_000;

/** The time limit of an action. */
function actionTimeoutMs(action: Action): number {
  switch (action.type) {
    case 'wait': {
      const waitMs = typeof action.for === 'object' && 'seconds' in action.for ? action.for.seconds * 1_000 : 0;
      return Math.max(waitMs, action.timeoutMs ?? defaultWaitMs) + 5_000;
    }
    case 'key':
      return baseTimeoutMs + (action.holdMs ?? 0) * (action.repeat ?? 1);
    case 'type':
      return baseTimeoutMs + action.text.length * perCharacterMs + countCells(action.text) * perCellMs;
    default:
      return baseTimeoutMs;
  }
}

function countCells(text: string): number {
  return Math.min(maxCells, text.split(/[\t\n]/).length - 1);
}
