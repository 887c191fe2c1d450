import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { HandrailError } from '../../core/errors.js';
import { protocolVersion } from './client-spec.js';
import {
  claimPointer,
  currentBuild,
  type Pointer,
  pointerFile,
  readPointer,
  removePointer,
  removeSocket,
} from './pointer.js';
import { runtimeFolderError } from './runtime-folder.js';

export interface Listener {
  server: Server;
  pointer: Pointer;
  /** Stops listening and removes the socket. */
  close(): void;
}

/** Listens on a private socket and makes the pointer file of this build name it. Returns undefined if another process of this build listens already. */
export async function listenAsOnly(folder: string): Promise<Listener | undefined> {
  const listener = await listen(folder);
  try {
    if (await claim(folder, listener.pointer)) return listener;
  } catch (error) {
    listener.close();
    throw error instanceof HandrailError ? error : runtimeFolderError(folder, error);
  }
  listener.close();
  return undefined;
}

async function listen(folder: string): Promise<Listener> {
  const token = randomBytes(32).toString('base64url');
  const socket = socketAddress(folder, randomBytes(6).toString('hex'));
  const build = currentBuild();
  const server = createServer();
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(socket, resolve);
    });
    if (process.platform !== 'win32') chmodSync(socket, 0o600);
  } catch (error) {
    throw runtimeFolderError(folder, error);
  } finally {
    process.umask(mask);
  }
  return {
    server,
    pointer: { file: pointerFile(build), socket, token, build, pid: process.pid, protocol: protocolVersion },
    close() {
      server.close();
      removeSocket(folder, socket);
    },
  };
}

/** Every system accepts a socket path of this length. */
const maxSocketPathBytes = 100;

/** Where to listen: a named pipe on Windows, elsewhere a socket in the folder, or in a folder of its own if the path would be too long. */
export function socketAddress(folder: string, name: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return `\\\\.\\pipe\\handrail-${name}`;
  const socket = join(folder, `${name}.sock`);
  if (Buffer.byteLength(socket) <= maxSocketPathBytes) return socket;
  return join(mkdtempSync('/tmp/handrail-socket-'), 'sock');
}

const maxClaimAttempts = 5;

/** Makes the pointer file name this process. Returns false if another process listens there. */
async function claim(folder: string, pointer: Pointer): Promise<boolean> {
  for (let attempt = 0; attempt < maxClaimAttempts; attempt += 1) {
    if (claimPointer(folder, pointer)) return true;
    const other = readPointer(folder, pointer.build);
    if (other && (await isListening(other.socket))) return false;
    removePointer(folder, pointer.file, other);
  }
  throw runtimeFolderError(folder, new Error('other processes keep claiming it'));
}

const connectTimeoutMs = 2_000;

/** True if a process listens on the socket. */
export function isListening(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    const end = (result: boolean): void => {
      connection.destroy();
      resolve(result);
    };
    connection.once('connect', () => end(true));
    connection.once('error', () => end(false));
    connection.setTimeout(connectTimeoutMs, () => end(false));
  });
}
