import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { toCancelledError } from '../../../core/deadline.js';
import type { Accessibility } from '../../accessibility/accessibility.js';
import { findProgram } from '../../processes/find-program.js';
import { type StartedProgram, startProgram } from '../../processes/started-program.js';
import type { ScreenWindow } from '../../screen/screen.js';
import type { XDisplay } from '../../x11/x-display.js';
import { awaitReadable } from './await-window.js';
import { readDesktopEntries } from './desktop-entries.js';
import { findApp } from './find-app.js';
import { noWindowAppeared, programFailed } from './launch-errors.js';

const maxWindowMs = 25_000;
/** After a successful exit: the program may have passed its request to a running instance, which opens the window. */
const maxHandoverMs = 3_000;
const pollMs = 250;
/** A running instance has handled the request when it is idle and shows nothing new for this long. */
const quietMs = 300;

/** Starts programs on a desktop. */
export interface Launcher {
  /** Resolves when a window of the program can be used, or when the program ended with success. */
  launch(app: string, parameters: readonly string[], signal?: AbortSignal): Promise<void>;
  listApps(): Promise<{ app: string; launch: string }[]>;
}

export interface LauncherParts {
  x: XDisplay;
  env: Record<string, string>;
  accessibility?: Accessibility;
}

export function createLauncher({ x, env, accessibility }: LauncherParts): Launcher {
  return {
    async launch(app, parameters, signal) {
      const isCommand = findProgram(app.trim(), env.PATH) !== undefined;
      const [program, ...own] = findApp(app, isCommand ? [] : await readDesktopEntries(env), env.PATH);
      const knownIds = new Set((await x.windows()).map(({ id }) => id));
      if (signal?.aborted) throw toCancelledError(signal);
      const notice = await x.expectLaunch(basename(program), maxWindowMs);
      try {
        const programEnv = { ...env, DESKTOP_STARTUP_ID: notice.id };
        const started = startProgram(program, [...own, ...parameters], { env: programEnv });
        const window = await awaitWindow(started, app, { x, knownIds }, signal);
        if (window) x.retainPixels(window);
        await x.guardFocus({ window }); // programs raise themselves once they are ready
        if (window && accessibility) await awaitReadable(window.id, { x, accessibility }, signal);
      } finally {
        notice.end();
      }
    },
    async listApps() {
      const entries = await readDesktopEntries(env);
      return entries.map(({ name }) => ({ app: name, launch: name }));
    },
  };
}

/** The program's new window. Undefined when a running instance handled the request or no window is needed. */
async function awaitWindow(
  program: StartedProgram,
  app: string,
  { x, knownIds }: { x: XDisplay; knownIds: ReadonlySet<string> },
  signal?: AbortSignal,
): Promise<ScreenWindow | undefined> {
  let until = performance.now() + maxWindowMs;
  let hasEnded = false;
  program.ended.then(() => {
    until = Math.min(until, performance.now() + maxHandoverMs);
    hasEnded = true;
  });
  for (;;) {
    const windows = await x.windows();
    const found = windows.find((window) => !knownIds.has(window.id) && !window.popup && belongsTo(window, program));
    if (found) return found;
    if (hasEnded && !program.succeeded()) throw programFailed(app, program.exitReason());
    const instance = hasEnded && windows.find((window) => knownIds.has(window.id) && isNamedLike(window, program));
    if (instance && (await hasHandledRequest(x, instance, signal))) return undefined;
    if (performance.now() > until) {
      if (hasEnded) return undefined;
      throw noWindowAppeared(app, maxWindowMs);
    }
    if (signal?.aborted) throw toCancelledError(signal);
    await x.changes.waitForChange(pollMs, signal);
  }
}

async function hasHandledRequest(x: XDisplay, window: ScreenWindow, signal?: AbortSignal): Promise<boolean> {
  return (await x.waitForIdle(window, maxHandoverMs, signal)) && !(await x.changes.waitForChange(quietMs, signal));
}

/** A window without a process id, or after a handover, counts as the program's own. */
function belongsTo({ pid }: ScreenWindow, program: StartedProgram): boolean {
  return (
    pid === undefined || program.exitReason() !== undefined || pid === program.pid || sessionOf(pid) === program.pid
  );
}

/** A single-instance program passes its request to the instance with this window. */
function isNamedLike({ app, popup }: ScreenWindow, { name }: StartedProgram): boolean {
  return !popup && app.toLowerCase() === basename(name).toLowerCase();
}

/** The session id of a process. Programs and their children run in a session of their own. */
function sessionOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]);
  } catch {
    return undefined; // the process has ended
  }
}
