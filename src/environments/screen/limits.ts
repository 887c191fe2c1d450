import type { Action } from '../../core/action.js';
import type { Fault } from '../../core/errors.js';

/** Milliseconds that an action may take, without what it is told to wait or hold. */
const actionMs = 30_000;
/** In a sheet, tabs and line breaks lead to other cells: so many are seen to one by one, and take so long on a busy machine. */
const mostCells = 60;
const cellMs = 1_000;

function cellsIn(text: string): number {
  return Math.min(mostCells, text.split(/[\t\n]/).length - 1);
}

/** How long an action may take, all told. */
export function deadlineOf(action: Action): number {
  if (action.type === 'wait') {
    const seconds = typeof action.for === 'object' && 'seconds' in action.for ? action.for.seconds * 1_000 : 0;
    return Math.max(seconds, action.timeoutMs ?? 10_000) + 5_000;
  }
  if (action.type === 'key') return actionMs + (action.holdMs ?? 0) * (action.repeat ?? 1);
  if (action.type === 'type') return actionMs + action.text.length * 2 + cellsIn(action.text) * cellMs;
  return actionMs;
}

const refusals = new Set<Fault['code']>([
  'background_unavailable',
  'covered',
  'unsupported',
  'not_editable',
  'unknown_option',
  'not_found',
  'disabled',
  'not_visible',
  'stale_element',
  'unknown_app',
  'ambiguous',
  'invalid_action',
  'program_missing',
  'unknown_key',
  'out_of_range',
  'modal_open',
  'wait_timeout',
]);

/** Hands refuse before they have done anything. */
export function isRefusal({ code }: Fault): boolean {
  return refusals.has(code);
}
