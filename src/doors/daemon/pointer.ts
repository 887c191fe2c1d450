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

/** How to reach a background process: the content of its pointer file. */
export interface Pointer {
  /** The name of the pointer file. */
  file: string;
  socket: string;
  /** Every request contains it, so only users who can read the file can send requests. */
  token: string;
  build: string;
  pid: number;
  /** Undefined for builds that did not write it. They used version 1. */
  protocol?: number;
}

/** Identifies a build by the file of its background process: device, inode and modification time. bin/handrail computes the same. */
export function currentBuild(): string {
  const { dev, ino, mtimeNs } = statSync(programPath('daemon'), { bigint: true });
  return `${dev}-${ino}-${mtimeNs / 1_000_000_000n}`;
}

/** The pointer file of a build. Builds do not share a file, so a new build does not end the sessions of an older one. */
export function pointerFile(build: string): string {
  return `daemon-${build}.pointer`;
}

/** Earlier versions had one file for all builds. */
const earlierPointerFile = 'daemon';

/** Reads the pointer file of a build, if there is one. Throws `daemon_failed` if another user could have written it. */
export function readPointer(folder: string, build: string): Pointer | undefined {
  return checkPrivate(folder) ? readFrom(folder, pointerFile(build)) : undefined;
}

/** Reads all pointer files but that of `build`. */
export function readOtherPointers(folder: string, build: string): Pointer[] {
  if (!checkPrivate(folder)) return [];
  return readdirSync(folder)
    .filter(
      (file) => file !== pointerFile(build) && (file === earlierPointerFile || /^daemon-[\d-]+\.pointer$/.test(file)),
    )
    .flatMap((file) => readFrom(folder, file) ?? []);
}

function readFrom(folder: string, file: string): Pointer | undefined {
  return parse(file, readText(join(folder, file)));
}

/** The file consists of plain lines, because bin/handrail reads it, too. */
function parse(file: string, text: string | undefined): Pointer | undefined {
  const [socket, token, build, pid, protocol] = (text ?? '').split('\n');
  if (!(socket && token && build && pid)) return undefined;
  return { file, socket, token, build, pid: Number(pid), protocol: protocol ? Number(protocol) : undefined };
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
  const { file, socket, token, build, pid, protocol } = pointer;
  const draft = join(folder, `${file}-${pid}`);
  try {
    writeFileSync(draft, `${[socket, token, build, pid, protocol].join('\n')}\n`, { mode: 0o600 });
    linkSync(draft, join(folder, file));
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
export function removePointer(folder: string, file: string, stale: Pointer | undefined): void {
  const path = join(folder, file);
  const renamed = join(folder, `${file}-${process.pid}-old`);
  try {
    renameSync(path, renamed);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw runtimeFolderError(folder, error);
  }
  const found = parse(file, readText(renamed));
  if (!found) {
    renameSync(renamed, join(folder, `daemon-unreadable-${Date.now()}`));
    return;
  }
  if (found.token === stale?.token) removeSocket(folder, found.socket);
  else restore(renamed, path);
  rmSync(renamed, { force: true });
}

/** Removes a socket, and its folder if it has one of its own because its path would be too long. A named pipe of Windows removes itself. */
export function removeSocket(folder: string, socket: string): void {
  if (process.platform === 'win32') return;
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
