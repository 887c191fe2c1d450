import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { findProgram } from '../../processes/find-program.js';
import { errorCode } from '../../processes/process-tree.js';
import { parseExecLine } from './parse-exec-line.js';

/** An installed program, from its .desktop file. */
export interface DesktopEntry {
  /** 'org.xfce.mousepad'. */
  id: string;
  /** 'Mousepad'. */
  name: string;
  /** 'Text Editor'. */
  kind?: string;
  /** The program and its arguments, without field codes such as %f. */
  command: readonly [program: string, ...parameters: string[]];
}

/** The installed programs with a window, sorted by name, without those hidden from menus. */
export async function readDesktopEntries(env: Record<string, string | undefined>): Promise<DesktopEntry[]> {
  const home = env.XDG_DATA_HOME || join(env.HOME || homedir(), '.local/share');
  const folders = [home, ...(env.XDG_DATA_DIRS || '/usr/local/share:/usr/share').split(':')];
  const found = new Map<string, DesktopEntry | undefined>();
  for (const folder of folders) {
    for (const file of await listEntryFiles(join(folder, 'applications'))) {
      const id = file.replace(/\.desktop$/, '').replaceAll('/', '-');
      // The first folder wins, so users can override or hide entries of the system.
      if (!found.has(id)) found.set(id, await readEntry(id, join(folder, 'applications', file), env));
    }
  }
  return [...found.values()]
    .filter((entry) => entry !== undefined)
    .sort((one, other) => one.name.localeCompare(other.name));
}

async function listEntryFiles(folder: string): Promise<string[]> {
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
  const fields = parseMainGroup(text);
  const isTrue = (name: string) => fields.get(name) === 'true';
  const name = fields.get('Name');
  const exec = fields.get('Exec');
  if (!name || !exec || fields.get('Type') !== 'Application') return undefined;
  if (isTrue('NoDisplay') || isTrue('Hidden') || isTrue('Terminal')) return undefined;
  const [program, ...parameters] = parseExecLine(exec);
  const required = fields.get('TryExec') || program;
  if (!program || !required || !findProgram(required, env.PATH)) return undefined;
  return { id, name, kind: fields.get('GenericName'), command: [program, ...parameters] };
}

/** The fields of the first group, which describes the program. Later groups describe single actions. */
function parseMainGroup(text: string): Map<string, string> {
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

/** The file name of the program: 'galculator' for '/usr/bin/galculator'. */
export function commandName({ command: [program] }: DesktopEntry): string {
  return basename(program);
}
