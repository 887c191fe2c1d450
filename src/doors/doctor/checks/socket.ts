import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, stat } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { HandrailError } from '../../../core/errors.js';
import { describeFileError } from '../../../journal/file-error.js';
import { makeRuntimeFolder, runtimeFolder } from '../../daemon/runtime-folder.js';
import type { Check, Finding } from '../check.js';
import { nearestExistingFolder, removeCreatedFolders } from './created-folders.js';

export const socketCheck: Check = {
  name: 'socket',
  timeoutMs: 5_000,
  trials: () => [{ name: 'socket', run: (signal) => trySocket(runtimeFolder(), signal) }],
};

/** Opens a private socket as the background process does, and reads one message through it. */
async function trySocket(folder: string, signal: AbortSignal): Promise<Finding> {
  const existing = nearestExistingFolder(folder);
  const path =
    process.platform === 'win32' ? `\\\\.\\pipe\\handrail-${randomUUID()}` : join(folder, `doctor-${process.pid}`);
  const server = createServer((socket) => socket.end('hello'));
  try {
    makeRuntimeFolder(folder);
    server.listen(path);
    await once(server, 'listening', { signal });
    if (process.platform !== 'win32') await chmod(path, 0o600);
    const received = await readAll(connect(path), signal);
    if (received !== 'hello') return failed(folder, 'it does not deliver what is sent');
    if (process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0)
      return failed(folder, 'other users have access to it');
    return { status: 'ok', message: `${folder} can hold a private socket.` };
  } catch (error) {
    return failed(folder, error instanceof HandrailError ? describeFileError(error.cause) : describeFileError(error));
  } finally {
    await close(server);
    await removeCreatedFolders(folder, existing);
  }
}

/** Closing the server also removes its socket. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

async function readAll(socket: Socket, signal: AbortSignal): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  try {
    await once(socket, 'end', { signal });
    return text;
  } finally {
    socket.destroy();
  }
}

function failed(folder: string, reason: string): Finding {
  return {
    status: 'failed',
    message: `${folder} cannot hold a private socket: ${reason}. Session commands such as \`handrail open\` need one.`,
    fix: 'Set another folder with a short path: `export HANDRAIL_RUNTIME="$HOME/.handrail-run"`.',
  };
}
