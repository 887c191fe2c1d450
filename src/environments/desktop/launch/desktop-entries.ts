import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { findProgram } from '../../processes/find-program.js';
import { errorCode } from '../../processes/process-tree.js';
import { argumentsOfExec } from './exec-line.js';

/** An installed program, as its .desktop file tells. */
export interface DesktopEntry {
  /** 'org.xfce.mousepad'. */
  id: string;
  /** 'Mousepad'. */
  name: string;
  /** 'Text Editor'. */
  kind?: string;
  /** The program and its arguments, without places for files. */
  command: readonly [program: string, ...parameters: string[]];
}

/** The installed programs with a window of their own, by name. What hides itself from menus is left out. */
export async function readDesktopEntries(env: Record<string, string | undefined>): Promise<DesktopEntry[]> {
  const home = env.XDG_DATA_HOME || join(env.HOME || homedir(), '.local/share');
  const folders = [home, ...(env.XDG_DATA_DIRS || '/usr/local/share:/usr/share').split(':')];
  const found = new Map<string, DesktopEntry | undefined>();
  for (const folder of folders) {
    for (const file of await entriesIn(join(folder, 'applications'))) {
      const id = file.replace(/\.desktop$/, '').replaceAll('/', '-');
      // The first folder decides: that is how a person hides what the system has.
      if (!found.has(id)) found.set(id, await readEntry(id, join(folder, 'applications', file), env));
    }
  }
  return [...found.values()]
    .filter((entry) => entry !== undefined)
    .sort((one, other) => one.name.localeCompare(other.name));
}

async function entriesIn(folder: string): Promise<string[]> {
  try {
    const files = await readdir(folder, { recursive: true });
    return files.filter((file) => file.endsWith('.desktop')).sort();
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return [];
    throw error;
  }
}

async function readEntry(
  id: string,
  path: string,
  env: Record<string, string | undefined>,
): Promise<DesktopEntry | undefined> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return ''; // a link to a program that was removed
    throw error;
  });
  const fields = fieldsOf(text);
  const isOn = (name: string) => fields.get(name) === 'true';
  const name = fields.get('Name');
  const exec = fields.get('Exec');
  if (!name || !exec || fields.get('Type') !== 'Application') return undefined;
  if (isOn('NoDisplay') || isOn('Hidden') || isOn('Terminal')) return undefined;
  const [program, ...parameters] = argumentsOfExec(exec);
  const needed = fields.get('TryExec') || program;
  if (!program || !needed || !findProgram(needed, env.PATH)) return undefined;
  const kind = fields.get('GenericName');
  return { id, name, ...(kind ? { kind } : {}), command: [program, ...parameters] };
}

/** Of the first group, which is the program itself. The others are its single actions. */
function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  let groups = 0;
  for (const line of text.split('\n')) {
    if (line.startsWith('[')) groups += 1;
    if (groups > 1) break;
    const [, name, value] = /^([A-Za-z0-9-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) fields.set(name, value);
  }
  return fields;
}

/** The file's name of a program: 'galculator' of '/usr/bin/galculator'. */
export function commandName({ command: [program] }: DesktopEntry): string {
  return basename(program);
}
