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
import { programPath } from '../../environments/processes/package-paths.js';
import { checkPrivate, runtimeFolderError } from './runtime-folder.js';

/** How to reach the background process: the content of the pointer file. */
export interface Pointer {
  socket: string;
  /** Every request contains it, so only users who can read the file can send requests. */
  token: string;
  build: string;
  pid: number;
}

/** Identifies the installed version of the background process by path and modification time. */
export function currentBuild(): string {
  const path = programPath('daemon');
  return `${Math.floor(statSync(path).mtimeMs / 1_000)} ${path}`;
}

const fileName = 'daemon';

/** Reads the pointer file, if there is one. Throws `daemon_failed` if another user could have written it. */
export function readPointer(folder: string): Pointer | undefined {
  return checkPrivate(folder) ? parse(readText(join(folder, fileName))) : undefined;
}

/** The file consists of plain lines, because bin/handrail reads it, too. */
function parse(text: string | undefined): Pointer | undefined {
  const [socket, token, build, pid] = (text ?? '').split('\n');
  return socket && token && build && pid ? { socket, token, build, pid: Number(pid) } : undefined;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'EISDIR')) return undefined;
    throw runtimeFolderError(dirname(path), error);
  }
}

/** Writes the pointer file. Returns false if there is one already. */
export function claimPointer(folder: string, pointer: Pointer): boolean {
  const { socket, token, build, pid } = pointer;
  const draft = join(folder, `${fileName}-${pid}`);
  try {
    writeFileSync(draft, `${[socket, token, build, pid].join('\n')}\n`, { mode: 0o600 });
    linkSync(draft, join(folder, fileName));
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Removes the pointer to a process that does not respond, and its socket. Restores a pointer that another process wrote in the meantime.
 * Renames a file that is not a pointer instead of deleting it.
 */
export function removePointer(folder: string, stale: Pointer | undefined): void {
  const path = join(folder, fileName);
  const renamed = join(folder, `${fileName}-${process.pid}-old`);
  try {
    renameSync(path, renamed);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw runtimeFolderError(folder, error);
  }
  const found = parse(readText(renamed));
  if (!found) {
    renameSync(renamed, join(folder, `${fileName}-unreadable-${Date.now()}`));
    return;
  }
  if (found.token === stale?.token) removeSocket(folder, found.socket);
  else restore(renamed, path);
  rmSync(renamed, { force: true });
}

/** Removes a socket, and its folder if it has one of its own because its path would be too long. */
export function removeSocket(folder: string, socket: string): void {
  const stats = lstatSync(socket, { throwIfNoEntry: false });
  if (stats && !stats.isSocket()) return;
  rmSync(socket, { force: true });
  const parent = dirname(socket);
  if (parent !== folder && existsSync(parent) && readdirSync(parent).length === 0) rmdirSync(parent);
}

function restore(renamed: string, path: string): void {
  try {
    linkSync(renamed, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
