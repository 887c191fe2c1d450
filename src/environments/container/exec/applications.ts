import { basename } from 'node:path/posix';
import { cancelled } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import type { AppFacts } from '../../../core/read.js';
import { argumentsOfExec } from '../../desktop/launch/exec-line.js';
import type { ScreenWindow } from '../../screen/screen.js';
import { pause } from '../../screen/settle/settle.js';
import type { WindowControl } from '../input/window-control.js';
import type { Left, Runner } from './runner.js';

interface Application {
  /** 'Mousepad'. */
  name: string;
  /** 'Text Editor'. */
  kind?: string;
  args: string[];
}

/** Starts programs inside a container, and knows which there are. */
export interface Applications {
  /** Resolves when a window of it has appeared, or when it has ended well. */
  launch(app: string, parameters: readonly string[], signal?: AbortSignal): Promise<void>;
  list(signal?: AbortSignal): Promise<Pick<AppFacts, 'app' | 'launch'>[]>;
}

const showAll = 'cat /usr/share/applications/*.desktop /usr/local/share/applications/*.desktop 2>/dev/null; exit 0';
const mostNames = 12;
const windowMs = 25_000;
/** After a program has ended well: it may have handed its errand to one that runs. */
const handedOverMs = 3_000;
const glanceMs = 60;

/** The programs of a container by their names in its menu, and everything on its path. */
export function applicationsOf(runner: Runner, control: WindowControl): Applications {
  let known: Promise<Application[]> | undefined;
  const all = (signal?: AbortSignal) => {
    known ??= runner
      .run({ args: ['sh', '-c', showAll], maxBytes: 8 * 1024 * 1024 }, signal)
      .then(({ stdout }) => readEntries(stdout.toString('utf8')))
      .catch((error) => {
        known = undefined;
        throw error;
      });
    return known;
  };
  async function start(app: string, parameters: readonly string[], signal?: AbortSignal): Promise<Left> {
    const entries = await all(signal);
    const named = entries.find((one) => isCalled(one, app));
    if (named) return runner.leave([...named.args, ...parameters], signal);
    try {
      return await runner.leave([app, ...parameters], signal);
    } catch (error) {
      if (!(error instanceof HandrailError) || error.code !== 'unknown_app' || entries.length === 0) throw error;
      const names = entries.map(({ name }) => name).slice(0, mostNames);
      const hint = `Installed: ${names.join(', ')}. Any command on its path can be started.`;
      throw new HandrailError('unknown_app', error.message, hint);
    }
  }

  return {
    async launch(app, parameters, signal) {
      const before = new Map((await control.windows()).map(({ id, title }) => [id, title]));
      const entries = await all(signal);
      const names = [app.trim(), ...entries.filter((one) => isCalled(one, app.trim())).flatMap(wordsOf)];
      const program = await start(app.trim(), parameters, signal);
      await appeared(program, app, { control, before, names: names.map((name) => name.toLowerCase()) }, signal);
    },
    list: async (signal) =>
      // A command without its own words would start something else: LibreOffice instead of its Calc.
      (await all(signal)).map(({ name, args: [program = '', ...own] }) => ({
        app: name,
        launch: own.length > 0 ? name : basename(program),
      })),
  };
}

function isCalled({ name, kind }: Application, app: string): boolean {
  return [name, kind].some((one) => one?.toLowerCase() === app.toLowerCase());
}

function wordsOf({ name, args: [program = ''] }: Application): string[] {
  return [name, basename(program)];
}

interface Expected {
  control: WindowControl;
  /** The titles of the windows that were there, by their ids. */
  before: ReadonlyMap<string, string>;
  /** What the program may be called. */
  names: readonly string[];
}

async function appeared(
  program: Left,
  app: string,
  { control, before, names }: Expected,
  signal?: AbortSignal,
): Promise<void> {
  let until = performance.now() + windowMs;
  let isOver = false;
  for (;;) {
    const windows = await control.windows();
    if (windows.some(({ id, popup }) => !popup && !before.has(id))) return;
    const own = windows.filter((window) => !window.popup && names.includes(basename(window.app.toLowerCase())));
    const code = await program.ended(signal);
    if (code)
      throw new HandrailError(
        'program_missing',
        `${app.slice(0, 80)} was started and ended with exit code ${code}.`,
        'Start it with other arguments, or another program.',
      );
    if (code === 0 && !isOver) until = Math.min(until, performance.now() + handedOverMs);
    isOver = code === 0;
    // One that ran already was handed the errand: its window is what was asked for.
    const answering = own.find(({ id, title }) => before.get(id) !== title);
    if (isOver && answering) return show(answering, control);
    if (performance.now() > until) {
      if (isOver) return own[0] && show(own[0], control);
      throw new HandrailError(
        'deadline',
        `${app.slice(0, 80)} was started and runs, but showed no window within ${windowMs / 1_000} s.`,
        'Observe: it may show one later.',
      );
    }
    if (signal?.aborted) throw cancelled(signal);
    await pause(glanceMs, signal);
  }
}

/** Brings a window to the front. Where a dialog of its program does not let it, that is what is in front, and is answered first. */
async function show(window: ScreenWindow, control: WindowControl): Promise<void> {
  try {
    await control.raise(window);
  } catch (error) {
    const front = (await control.windows()).find(({ active }) => active);
    if (!front?.dialog || front.pid !== window.pid) throw error;
  }
}

/** Desktop entries that follow each other in one text. What hides itself from menus is left out. */
export function readEntries(text: string): Application[] {
  const found = new Map<string, Application>();
  for (const entry of text.split(/^\[Desktop Entry\]\s*$/m).slice(1)) {
    const main = entry.split(/^\[/m)[0] ?? '';
    const field = (name: string) => new RegExp(`^${name}\\s*=\\s*(.*?)\\s*$`, 'm').exec(main)?.[1];
    const [name, command, kind] = [field('Name'), field('Exec'), field('GenericName')];
    if (!name || !command || field('Type') !== 'Application') continue;
    if (['NoDisplay', 'Hidden', 'Terminal'].some((flag) => field(flag) === 'true')) continue;
    const args = argumentsOfExec(command);
    if (args[0] && !found.has(name)) found.set(name, { name, args, ...(kind ? { kind } : {}) });
  }
  return [...found.values()].sort((one, other) => one.name.localeCompare(other.name));
}
