import { HandrailError } from '../../../core/errors.js';
import { startProgram } from '../../processes/started-program.js';
import type { InputDriver, ScreenReader } from '../../screen/screen.js';
import { pause } from '../../screen/settle/settle.js';
import { readDesktopEntries } from '../launch/desktop-entries.js';
import { findApp } from '../launch/find-app.js';

const windowMs = 25_000;
const pollMs = 150;

/**
 * Starts programs of a Linux desktop without the driver: tried there, a program that the driver started often told nobody what it shows.
 * Resolves when a window has come, or the program has ended well.
 */
export function launchBeside(eyes: ScreenReader, env: Record<string, string>): InputDriver['launch'] {
  return async (app, parameters, signal) => {
    const [program, ...own] = findApp(app, await readDesktopEntries(env), env.PATH);
    const before = new Set((await eyes.windows(signal)).map(({ id }) => id));
    const started = startProgram(program, [...own, ...parameters], { env });
    for (const until = performance.now() + windowMs; performance.now() < until; ) {
      if ((await eyes.windows(signal)).some(({ id }) => !before.has(id))) return;
      const ending = started.ending();
      if (ending !== undefined && started.succeeded()) return;
      if (ending !== undefined) {
        throw new HandrailError('program_missing', `${app.slice(0, 80)} was started and ended with ${ending}.`);
      }
      await pause(pollMs, signal);
    }
    throw new HandrailError(
      'deadline',
      `${app.slice(0, 80)} runs, but showed no window within ${windowMs / 1000} s.`,
      'Observe: it may show one later.',
    );
  };
}
