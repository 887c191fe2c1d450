import type { Fault } from '../../../core/errors.js';
import type { Evidence } from '../../../core/view.js';

const noEffects = { changes: [], ambientElements: [], tookFocus: false };

/** Evidence of an action that was refused before anything happened. */
export function notExecuted(error: Fault): Evidence {
  return { executed: 'no', complete: true, settled: { ms: 0, reason: 'nothing was done' }, error, ...noEffects };
}

/** Evidence of an action that started and failed, so its effect is unknown. */
export function interrupted(error: Fault): Evidence {
  return { executed: 'maybe', complete: false, settled: { ms: 0, reason: 'interrupted' }, error, ...noEffects };
}
