import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { cancelled } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import type { Accessibility } from '../../accessibility/accessibility.js';
import { findProgram } from '../../processes/find-program.js';
import { type StartedProgram, startProgram } from '../../processes/started-program.js';
import type { ScreenWindow } from '../../screen/screen.js';
import type { XDisplay } from '../../x11/x-display.js';
import { awaitTold } from './await-window.js';
import { readDesktopEntries } from './desktop-entries.js';
import { findApp } from './find-app.js';

const windowMs = 25_000;
/** After a program has ended well: it may have handed its errand to one that runs. */
const handedOverMs = 3_000;
const pollMs = 250;
/** One that runs has done its errand when it has read all it was sent and shows nothing new for so long. */
const quietMs = 300;

/** Starts programs on a desktop. */
export interface Launcher {
  /** Resolves when a window of it has appeared and, where its program tells such things, can be read; or when it has ended well. */
  launch(app: string, parameters: readonly string[], signal?: AbortSignal): Promise<void>;
  apps(): Promise<{ app: string; launch: string }[]>;
}

export interface LauncherParts {
  x: XDisplay;
  env: Record<string, string>;
  /** Without it nobody says what is in a window. */
  accessibility?: Accessibility;
}

export function createLauncher({ x, env, accessibility }: LauncherParts): Launcher {
  return {
    async launch(app, parameters, signal) {
      const isCommand = findProgram(app.trim(), env.PATH) !== undefined;
      const [program, ...own] = findApp(app, isCommand ? [] : await readDesktopEntries(env), env.PATH);
      const before = new Set((await x.windows()).map(({ id }) => id));
      if (signal?.aborted) throw cancelled(signal);
      const notice = await x.expectProgram(basename(program), windowMs);
      try {
        const unasked = { DESKTOP_STARTUP_ID: notice.id };
        const started = startProgram(program, [...own, ...parameters], { env: { ...env, ...unasked } });
        const window = await appeared(started, app, { x, before }, signal);
        if (window) x.keepPicture(window);
        await x.keepFocus(window ? { window } : {}); // programs raise themselves once they are ready
        if (window && accessibility) await awaitTold(window.id, { x, accessibility }, signal);
      } finally {
        notice.end();
      }
    },
    async apps() {
      const entries = await readDesktopEntries(env);
      return entries.map(({ name }) => ({ app: name, launch: name }));
    },
  };
}

async function appeared(
  program: StartedProgram,
  app: string,
  { x, before }: { x: XDisplay; before: ReadonlySet<string> },
  signal?: AbortSignal,
): Promise<ScreenWindow | undefined> {
  let until = performance.now() + windowMs;
  let ended = false;
  program.ended.then(() => {
    until = Math.min(until, performance.now() + handedOverMs);
    ended = true;
  });
  for (;;) {
    const windows = await x.windows();
    const found = windows.find((window) => !before.has(window.id) && !window.popup && isOf(window, program));
    if (found) return found;
    if (ended && !program.succeeded())
      throw new HandrailError(
        'program_missing',
        `${app.slice(0, 80)} was started and ended with ${program.ending()}.`,
        'Start it with other arguments, or another program.',
      );
    const heir = ended && windows.find((window) => before.has(window.id) && isCalled(window, program));
    if (heir && (await x.caughtUp(heir, handedOverMs, signal)) && !(await x.stir.next(quietMs, signal)))
      return undefined;
    if (performance.now() > until) {
      if (ended) return undefined;
      throw new HandrailError(
        'deadline',
        `${app.slice(0, 80)} was started and runs, but showed no window within ${windowMs / 1000} s.`,
        'Observe: it may show one later.',
      );
    }
    if (signal?.aborted) throw cancelled(signal);
    await x.stir.next(pollMs, signal);
  }
}

/** A window that says nothing of its process, or comes when the program has handed over, is taken for its own. */
function isOf({ pid }: ScreenWindow, program: StartedProgram): boolean {
  return pid === undefined || program.ending() !== undefined || pid === program.pid || sessionOf(pid) === program.pid;
}

/** A program that runs once hands its errand to the one that has this window. */
function isCalled({ app, popup }: ScreenWindow, { name }: StartedProgram): boolean {
  return !popup && app.toLowerCase() === basename(name).toLowerCase();
}

/** Programs are started in a session of their own, and what they start is in it. */
function sessionOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]);
  } catch {
    return undefined; // it has ended
  }
}
