import { HandrailError } from '../../../core/errors.js';

/** For a program that ended with a failure: 'code 1 (no such file)'. */
export function programFailed(app: string, exitReason: string | undefined): HandrailError {
  return new HandrailError(
    'program_missing',
    `${app.slice(0, 80)} was started and ended with ${exitReason}.`,
    'Use other arguments, or another program.',
  );
}

export function noWindowAppeared(app: string, maxWindowMs: number): HandrailError {
  return new HandrailError(
    'deadline',
    `${app.slice(0, 80)} is running but opened no window within ${maxWindowMs / 1_000} s.`,
    'Observe: it may open one later.',
  );
}
