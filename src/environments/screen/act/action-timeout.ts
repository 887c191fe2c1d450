import type { Action } from '../../../core/action.js';

/** Time limit of an action, without its own waiting or holding time. */
const baseTimeoutMs = 30_000;
const defaultWaitMs = 10_000;
const perCharacterMs = 2;
/** In a spreadsheet, a tab or line break moves to another cell. Up to `maxCells` cells are verified one by one. */
const maxCells = 60;
const perCellMs = 1_000;

/** The time limit of an action. */
export function actionTimeoutMs(action: Action): number {
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
