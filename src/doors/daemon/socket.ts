import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { claimPointer, currentBuild, type Pointer, readPointer, removePointer, removeSocket } from './pointer.js';
import { folderFailed } from './runtime-folder.js';

/** The longest path that every system takes for a socket. */
const longestPath = 100;

/** Listens on a socket for its owner alone. */
export async function listen(folder: string): Promise<{ server: Server; pointer: Pointer; remove(): void }> {
  const token = randomBytes(32).toString('base64url');
  const socket = socketPath(folder, randomBytes(6).toString('hex'));
  const server = createServer();
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(socket, resolve);
    });
    if (process.platform !== 'win32') chmodSync(socket, 0o600);
  } catch (error) {
    throw folderFailed(folder, error);
  } finally {
    process.umask(mask);
  }
  const remove = (): void => removeSocket(folder, socket);
  return { server, pointer: { socket, token, build: currentBuild(), pid: process.pid }, remove };
}

function socketPath(folder: string, name: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\handrail-${name}`;
  const socket = join(folder, `${name}.sock`);
  if (Buffer.byteLength(socket) <= longestPath) return socket;
  return join(mkdtempSync('/tmp/handrail-socket-'), 'sock');
}

/** Makes the folder point to us. False when another one answers there already. */
export async function claim(folder: string, pointer: Pointer): Promise<boolean> {
  for (let tries = 0; tries < 5; tries += 1) {
    if (claimPointer(folder, pointer)) return true;
    const other = readPointer(folder);
    if (other && (await answers(other.socket))) return false;
    removePointer(folder, other);
  }
  throw folderFailed(folder, new Error('others keep claiming it'));
}

/** Whether anyone listens there. */
export function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socket);
    const end = (isThere: boolean): void => {
      probe.destroy();
      resolve(isThere);
    };
    probe.once('connect', () => end(true));
    probe.once('error', () => end(false));
    probe.setTimeout(2_000, () => end(false));
  });
}
