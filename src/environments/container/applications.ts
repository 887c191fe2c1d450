import { basename } from 'node:path/posix';
import { HandrailError } from '../../core/errors.js';
import type { AppFacts } from '../../core/read.js';
import { argumentsOfExec } from '../desktop/exec-line.js';
import type { Runner } from './runner.js';

interface Application {
  /** 'Mousepad'. */
  name: string;
  /** 'Text Editor'. */
  kind?: string;
  args: string[];
}

/** Starts programs inside a container, and knows which there are. */
export interface Applications {
  launch(app: string, parameters: readonly string[], signal?: AbortSignal): Promise<void>;
  list(signal?: AbortSignal): Promise<Pick<AppFacts, 'app' | 'launch'>[]>;
}

const showAll = 'cat /usr/share/applications/*.desktop /usr/local/share/applications/*.desktop 2>/dev/null; exit 0';
const mostNames = 12;

/** The programs of a container by their names in its menu, and everything on its path. */
export function applicationsOf(runner: Runner): Applications {
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
  return {
    async launch(app, parameters, signal) {
      const wanted = app.trim().toLowerCase();
      const named = (await all(signal)).find(({ name, kind }) =>
        [name, kind].some((one) => one?.toLowerCase() === wanted),
      );
      if (named) return runner.leave([...named.args, ...parameters], signal);
      try {
        await runner.leave([app.trim(), ...parameters], signal);
      } catch (error) {
        if (!(error instanceof HandrailError) || error.code !== 'unknown_app') throw error;
        const names = (await all(signal)).map(({ name }) => name).slice(0, mostNames);
        const hint =
          names.length > 0 ? `Installed: ${names.join(', ')}. Any command on its path can be started.` : error.hint;
        throw new HandrailError('unknown_app', error.message, hint);
      }
    },
    list: async (signal) =>
      (await all(signal)).map(({ name, args: [program = ''] }) => ({ app: name, launch: basename(program) })),
  };
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
