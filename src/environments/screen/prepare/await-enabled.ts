import { cancelled } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import type { ScreenReader } from '../screen.js';
import { pause } from '../settle/settle.js';

/** What an action enables comes so soon after it: a dialog looks at the folder of a name before it lets anyone save there. */
const enablingMs = 1_000;
/** Between two tries where nobody rings. */
const glance = 100;

export interface Enabling {
  reader: Pick<ScreenReader, 'changes'>;
  /** Something stirred since the last look began. */
  hasStirred(): boolean;
  /** False when a part of it was done already. */
  mayRepeat(): boolean;
  /** When the last action was over. */
  actedAt: number;
  signal: AbortSignal | undefined;
}

/** Tries again what is refused because something is disabled, as long as the action before may be about to enable it. */
export async function whenEnabled<T>(attempt: () => Promise<T>, enabling: Enabling): Promise<T> {
  const { reader, hasStirred, mayRepeat, actedAt, signal } = enabling;
  const until = actedAt + enablingMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const isDisabled = error instanceof HandrailError && error.code === 'disabled';
      const left = until - performance.now();
      if (!isDisabled || !mayRepeat() || left <= 0) throw error;
      if (!reader.changes) await pause(Math.min(glance, left), signal);
      else if (!hasStirred() && !(await reader.changes.next(left, signal))) throw error;
      if (signal?.aborted) throw cancelled(signal);
    }
  }
}
