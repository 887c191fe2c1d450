import { startProgram } from '../../processes/started-program.js';
import type { InputDriver, ScreenReader } from '../../screen/screen.js';
import { sleep } from '../../screen/settle/sleep.js';
import { readDesktopEntries } from '../launch/desktop-entries.js';
import { findApp } from '../launch/find-app.js';
import { noWindowAppeared, programFailed } from '../launch/launch-errors.js';

const maxWindowMs = 25_000;
const pollMs = 150;

/**
 * Starts programs of a Linux desktop without the driver, because programs that the driver starts often provide no accessibility data.
 * Resolves when a window has opened, or when the program ended with success.
 */
export function launchDirectly(reader: ScreenReader, env: Record<string, string>): InputDriver['launch'] {
  return async (app, parameters, signal) => {
    const [program, ...own] = findApp(app, await readDesktopEntries(env), env.PATH);
    const knownIds = new Set((await reader.windows(signal)).map(({ id }) => id));
    const started = startProgram(program, [...own, ...parameters], { env });
    for (const until = performance.now() + maxWindowMs; performance.now() < until; ) {
      if ((await reader.windows(signal)).some(({ id }) => !knownIds.has(id))) return;
      const exitReason = started.exitReason();
      if (exitReason !== undefined && started.succeeded()) return;
      if (exitReason !== undefined) throw programFailed(app, exitReason);
      await sleep(pollMs, signal);
    }
    throw noWindowAppeared(app, maxWindowMs);
  };
}
