import { type Fault, toFault } from '../../../core/errors.js';
import type { Evidence } from '../../../core/view.js';
import type { ScreenEnvironmentState } from '../state.js';
import type { Progress } from './execute-action.js';

/** Codes with which a driver refuses an action before it sends any input. */
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

/** Stops a failed action, releases held keys and buttons, and returns the evidence of the failure. */
export async function recover(
  { heldKeys, input }: ScreenEnvironmentState,
  error: unknown,
  progress: Progress,
  stop: AbortController,
): Promise<Evidence> {
  const fault = toFault(error);
  stop.abort(fault); // no further input while the next action runs
  if (!progress.isStarted || (refusals.has(fault.code) && !progress.isFirstPartDone)) return notExecuted(fault);
  heldKeys.clear();
  await input.releaseAll().catch(() => undefined); // the screen may be gone; the first failure is reported
  return interrupted(fault);
}

const noEffects = { changes: [], ambientElements: [], tookFocus: false };

/** Evidence of an action that was refused before anything happened. */
function notExecuted(error: Fault): Evidence {
  return { executed: 'no', complete: true, settled: { ms: 0, reason: 'nothing was done' }, error, ...noEffects };
}

/** Evidence of an action that started and failed, so its effect is unknown. */
function interrupted(error: Fault): Evidence {
  return { executed: 'maybe', complete: false, settled: { ms: 0, reason: 'interrupted' }, error, ...noEffects };
}
