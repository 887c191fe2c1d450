import { basename } from 'node:path/posix';
import { toCancelledError } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import type { AppInfo } from '../../../core/read.js';
import { noWindowAppeared, programFailed } from '../../desktop/launch/launch-errors.js';
import { parseExecLine } from '../../desktop/launch/parse-exec-line.js';
import type { ScreenWindow } from '../../screen/screen.js';
import { sleep } from '../../screen/settle/sleep.js';
import type { WindowControl } from '../input/window-control.js';
import type { DetachedProgram, Runner } from './runner.js';

interface Application {
  /** 'Mousepad'. */
  name: string;
  /** 'Text Editor'. */
  kind?: string;
  args: string[];
}

/** Lists and starts the programs of a container. */
export interface Applications {
  /** Resolves when a window of the program has opened, or when the program ended with success. */
  launch(app: string, parameters: readonly string[], signal?: AbortSignal): Promise<void>;
  list(signal?: AbortSignal): Promise<Pick<AppInfo, 'app' | 'launch'>[]>;
}

const readEntriesScript =
  'cat /usr/share/applications/*.desktop /usr/local/share/applications/*.desktop 2>/dev/null; exit 0';
const maxListedNames = 12;
const maxWindowMs = 25_000;
/** After a successful exit: the program may have passed its request to a running instance, which opens the window. */
const maxHandoverMs = 3_000;
const pollMs = 60;

/** The programs of a container by their menu names, and all commands on its PATH. */
export function createApplications(runner: Runner, control: WindowControl): Applications {
  let cached: Promise<Application[]> | undefined;

  function readApplications(signal?: AbortSignal): Promise<Application[]> {
    cached ??= runner
      .run({ args: ['sh', '-c', readEntriesScript], maxBytes: 8 * 1024 * 1024 }, signal)
      .then(({ stdout }) => parseDesktopEntries(stdout.toString('utf8')))
      .catch((error) => {
        cached = undefined;
        throw error;
      });
    return cached;
  }

  async function start(app: string, parameters: readonly string[], signal?: AbortSignal): Promise<DetachedProgram> {
    const applications = await readApplications(signal);
    const named = applications.find((one) => isNamed(one, app));
    if (named) return runner.startDetached([...named.args, ...parameters], signal);
    try {
      return await runner.startDetached([app, ...parameters], signal);
    } catch (error) {
      if (!(error instanceof HandrailError) || error.code !== 'unknown_app' || applications.length === 0) throw error;
      const names = applications.map(({ name }) => name).slice(0, maxListedNames);
      const hint = `Installed: ${names.join(', ')}. You can also use any command on the PATH.`;
      throw new HandrailError('unknown_app', error.message, hint);
    }
  }

  return {
    async launch(app, parameters, signal) {
      const name = app.trim();
      const titles = new Map((await control.windows()).map(({ id, title }) => [id, title]));
      const applications = await readApplications(signal);
      const names = [name, ...applications.filter((one) => isNamed(one, name)).flatMap(namesOf)];
      const program = await start(name, parameters, signal);
      await awaitWindow(program, app, { control, titles, names: names.map((one) => one.toLowerCase()) }, signal);
    },
    list: async (signal) =>
      // A command without its own arguments may start another program: LibreOffice instead of Calc.
      (await readApplications(signal)).map(({ name, args: [program = '', ...own] }) => ({
        app: name,
        launch: own.length > 0 ? name : basename(program),
      })),
  };
}

function isNamed({ name, kind }: Application, app: string): boolean {
  return [name, kind].some((one) => one?.toLowerCase() === app.toLowerCase());
}

function namesOf({ name, args: [program = ''] }: Application): string[] {
  return [name, basename(program)];
}

interface ExpectedWindow {
  control: WindowControl;
  /** The titles of the windows before the launch, by id. */
  titles: ReadonlyMap<string, string>;
  /** Lower-case names of the program. */
  names: readonly string[];
}

async function awaitWindow(
  program: DetachedProgram,
  app: string,
  { control, titles, names }: ExpectedWindow,
  signal?: AbortSignal,
): Promise<void> {
  let until = performance.now() + maxWindowMs;
  let hasEnded = false;
  for (;;) {
    const windows = await control.windows();
    if (windows.some(({ id, popup }) => !popup && !titles.has(id))) return;
    const ownWindows = windows.filter((window) => !window.popup && names.includes(basename(window.app.toLowerCase())));
    const code = await program.exitCode(signal);
    if (code) throw programFailed(app, `exit code ${code}`);
    if (code === 0 && !hasEnded) until = Math.min(until, performance.now() + maxHandoverMs);
    hasEnded = code === 0;
    // A running instance that got the request changes the title of its window.
    const changed = ownWindows.find(({ id, title }) => titles.get(id) !== title);
    if (hasEnded && changed) return raise(changed, control);
    if (performance.now() > until) {
      if (hasEnded) return ownWindows[0] && raise(ownWindows[0], control);
      throw noWindowAppeared(app, maxWindowMs);
    }
    if (signal?.aborted) throw toCancelledError(signal);
    await sleep(pollMs, signal);
  }
}

/** Brings a window to the front. A dialog of the same program may stay in front of it. */
async function raise(window: ScreenWindow, control: WindowControl): Promise<void> {
  try {
    await control.raise(window);
  } catch (error) {
    const front = (await control.windows()).find(({ active }) => active);
    if (!front?.dialog || front.pid !== window.pid) throw error;
  }
}

/** Parses concatenated desktop entries, without those hidden from menus. */
export function parseDesktopEntries(text: string): Application[] {
  const found = new Map<string, Application>();
  for (const entry of text.split(/^\[Desktop Entry\]\s*$/m).slice(1)) {
    const main = entry.split(/^\[/m)[0] ?? '';
    const field = (name: string) => new RegExp(`^${name}\\s*=\\s*(.*?)\\s*$`, 'm').exec(main)?.[1];
    const [name, command] = [field('Name'), field('Exec')];
    if (!name || !command || field('Type') !== 'Application') continue;
    if (['NoDisplay', 'Hidden', 'Terminal'].some((flag) => field(flag) === 'true')) continue;
    const args = parseExecLine(command);
    if (args[0] && !found.has(name)) found.set(name, { name, args, kind: field('GenericName') });
  }
  return [...found.values()].sort((one, other) => one.name.localeCompare(other.name));
}
