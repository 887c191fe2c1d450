import {
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPrivate, folderFailed } from './runtime-folder.js';

/** How to reach the background process. */
export interface Pointer {
  socket: string;
  /** Shown by every client: who cannot read the file cannot speak. */
  token: string;
  build: string;
  pid: number;
}

/** The program of the background process, as it was when this was read: another version of it is another program. */
export function currentBuild(): string {
  const path = fileURLToPath(new URL('./main.js', import.meta.url));
  return `${Math.floor(statSync(path).mtimeMs / 1_000)} ${path}`;
}

const name = 'daemon';

/** What the folder points to, if anything. Throws `daemon_failed` when others could have written it. */
export function readPointer(folder: string): Pointer | undefined {
  return checkPrivate(folder) ? parse(readText(join(folder, name))) : undefined;
}

/** Plain lines, because bin/handrail reads them too. */
function parse(text: string | undefined): Pointer | undefined {
  const [socket, token, build, pid] = (text ?? '').split('\n');
  return socket && token && build && pid ? { socket, token, build, pid: Number(pid) } : undefined;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'EISDIR')) return undefined;
    throw folderFailed(dirname(path), error);
  }
}

/** Makes the folder point to us, unless it points to another one already. */
export function claimPointer(folder: string, pointer: Pointer): boolean {
  const { socket, token, build, pid } = pointer;
  const draft = join(folder, `${name}-${pid}`);
  try {
    writeFileSync(draft, `${[socket, token, build, pid].join('\n')}\n`, { mode: 0o600 });
    linkSync(draft, join(folder, name));
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Takes away a pointer to a process that does not answer, and its socket. One that was put there meanwhile is put back; what is no pointer is set aside. */
export function removePointer(folder: string, stale: Pointer | undefined): void {
  const path = join(folder, name);
  const aside = join(folder, `${name}-${process.pid}-old`);
  try {
    renameSync(path, aside);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    throw folderFailed(folder, error);
  }
  const found = parse(readText(aside));
  if (!found) {
    renameSync(aside, join(folder, `${name}-unreadable-${Date.now()}`));
    return;
  }
  if (found.token === stale?.token) removeSocket(folder, found.socket);
  else restore(aside, path);
  rmSync(aside, { force: true });
}

/** Takes a socket away; one whose path would be too long has a folder of its own. */
export function removeSocket(folder: string, socket: string): void {
  const facts = lstatSync(socket, { throwIfNoEntry: false });
  if (facts && !facts.isSocket()) return;
  rmSync(socket, { force: true });
  const own = dirname(socket);
  if (own !== folder && existsSync(own) && readdirSync(own).length === 0) rmdirSync(own);
}

function restore(aside: string, path: string): void {
  try {
    linkSync(aside, path);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
