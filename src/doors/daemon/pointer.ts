import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

/** What the folder points to, if anything. Plain lines, because bin/handrail reads them too. */
export function readPointer(folder: string): Pointer | undefined {
  let text: string;
  try {
    text = readFileSync(join(folder, name), 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR')) return undefined;
    throw error;
  }
  const [socket, token, build, pid] = text.split('\n');
  return socket && token && build && pid ? { socket, token, build, pid: Number(pid) } : undefined;
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

/** Takes away a pointer to a process that does not answer, and its socket. One that was put there meanwhile is put back. */
export function removePointer(folder: string, stale: Pointer): void {
  const path = join(folder, name);
  const aside = join(folder, `${name}-${process.pid}-old`);
  try {
    renameSync(path, aside);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    throw error;
  }
  const [socket = '', token] = readFileSync(aside, 'utf8').split('\n');
  if (token === stale.token) rmSync(socket, { force: true });
  else if (token) restore(aside, path);
  rmSync(aside, { force: true });
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
