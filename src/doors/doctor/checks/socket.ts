import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, stat } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { HandrailError } from '../../../core/errors.js';
import { reasonOf } from '../../../journal/file-reason.js';
import { makeRuntimeFolder, runtimeFolder } from '../../daemon/runtime-folder.js';
import type { Check, Finding } from '../check.js';
import { removeMade, standingFolder } from './existing-folder.js';

export const socketCheck: Check = {
  name: 'socket',
  limitMs: 5_000,
  trials: () => [{ name: 'socket', run: (signal) => speakThrough(runtimeFolder(), signal) }],
};

/** The background process of named sessions is reached over such a socket: private, and answering. */
async function speakThrough(folder: string, signal: AbortSignal): Promise<Finding> {
  const standing = standingFolder(folder);
  const path =
    process.platform === 'win32' ? `\\\\.\\pipe\\handrail-${randomUUID()}` : join(folder, `doctor-${process.pid}`);
  const server = createServer((socket) => socket.end('here'));
  try {
    makeRuntimeFolder(folder);
    server.listen(path);
    await once(server, 'listening', { signal });
    if (process.platform !== 'win32') await chmod(path, 0o600);
    const answer = await readAll(connect(path), signal);
    if (answer !== 'here') return failed(folder, 'it does not carry what is sent');
    if (process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0)
      return failed(folder, 'others could use it');
    return { state: 'works', says: `${folder} can hold a private socket.` };
  } catch (error) {
    return failed(folder, error instanceof HandrailError ? reasonOf(error.cause) : reasonOf(error));
  } finally {
    await closed(server);
    await removeMade(folder, standing);
  }
}

/** Closing takes the socket away. */
function closed(server: Server): Promise<void> {
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
    state: 'fails',
    says: `${folder} cannot hold a private socket: ${reason}. Commands such as \`handrail open\` need one.`,
    fix: 'Name another folder with a short path: `export HANDRAIL_RUNTIME="$HOME/.handrail-run"`.',
  };
}
