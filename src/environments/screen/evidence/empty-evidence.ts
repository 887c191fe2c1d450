import type { Fault } from '../../../core/errors.js';
import type { Evidence } from '../../../core/view.js';

const nothingSeen = { changes: [], ambientChanges: [], focuses: false };

/** What there is to tell of an action that was refused before anything was done. */
export function notDone(error: Fault): Evidence {
  return { done: 'no', complete: true, settled: { ms: 0, because: 'nothing was done' }, error, ...nothingSeen };
}

/** It was begun, and what came of it was not seen. */
export function cutOff(error: Fault): Evidence {
  return { done: 'maybe', complete: false, settled: { ms: 0, because: 'cut off' }, error, ...nothingSeen };
}
