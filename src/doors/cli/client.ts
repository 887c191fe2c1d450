import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { within } from '../../core/deadline.js';
import { type ErrorCode, HandrailError } from '../../core/errors.js';
import { currentBuild, type Pointer, readPointer, removePointer } from '../daemon/pointer.js';
import { folderFailed, makeRuntimeFolder, runtimeFolder } from '../daemon/runtime-folder.js';
import { messageReader, toFrame, writeFrame, writeRequest } from '../daemon/wire.js';

/** How long the background process may take to begin. */
const startMs = 15_000;

/** Has the background process carry a command out, starting it where there is none. `local`: it is a command for this process. */
export async function runRemotely(words: readonly string[]): Promise<number | 'local'> {
  const folder = runtimeFolder();
  for (let tries = 0; tries < 3; tries += 1) {
    const pointer = readPointer(folder) ?? (await start(folder));
    const end = await ask(pointer, words);
    if (typeof end === 'number' || end === 'local') return end;
    if (end === 'unreachable') removePointer(folder, pointer);
  }
  throw new HandrailError(
    'daemon_failed',
    'The background process ends as soon as it is asked something.',
    `See what it wrote: ${join(folder, 'daemon.log')}`,
  );
}

/** Sends the words and passes on what comes back. Ctrl+C leaves, which cancels the command. */
function ask(pointer: Pointer, words: readonly string[]): Promise<number | 'local' | 'stale' | 'unreachable'> {
  return new Promise((resolve, reject) => {
    const socket = connect(pointer.socket);
    const read = messageReader();
    let isConnected = false;
    socket.once('connect', () => {
      isConnected = true;
      const { HANDRAIL_HOME: home = '', HANDRAIL_SESSION: session = '' } = process.env;
      const { token } = pointer;
      socket.write(
        writeRequest({ token, build: currentBuild(), folder: process.cwd(), home, session, words: [...words] }),
      );
    });
    socket.on('data', (chunk) => {
      for (const { kind, text } of read(chunk).map(toFrame)) {
        if (kind === 'out') process.stdout.write(text);
        else if (kind === 'err') process.stderr.write(text);
        else if (kind === 'input') void sendInput();
        else resolve(kind === 'exit' ? Number(text) : kind);
      }
    });
    socket.once('error', (error) => (isConnected ? reject(died(pointer)) : resolve(unreachable(error))));
    socket.once('close', () => reject(died(pointer)));

    async function sendInput(): Promise<void> {
      socket.write(writeFrame('input', await readAll(process.stdin)));
    }
  });
}

function unreachable(error: Error): 'unreachable' {
  const code = 'code' in error ? error.code : '';
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'unreachable';
  throw new HandrailError('daemon_failed', `The background process cannot be reached: ${error.message}.`, undefined, {
    cause: error,
  });
}

function died({ pid }: Pointer): HandrailError {
  return new HandrailError(
    'daemon_failed',
    `The background process (${pid}) ended while it carried this out. What was under way may have happened.`,
    'Its sessions are gone. Open them again with: handrail open <address>',
  );
}

/** Starts the background process and waits until it is ready to be asked. */
async function start(folder: string): Promise<Pointer> {
  makeRuntimeFolder(folder);
  const log = openLog(folder);
  const program = fileURLToPath(new URL('../daemon/main.js', import.meta.url));
  const child = spawn(process.execPath, [program], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log, 'pipe'],
    env: { ...process.env, HANDRAIL_RUNTIME: folder },
    windowsHide: true,
  });
  closeSync(log);
  const ready = child.stdio[3];
  if (!ready || !('on' in ready)) throw new HandrailError('internal', 'The background process has no line to us.');
  const ended = new Promise<never>((_, reject) => child.once('error', reject));
  const said = await within(startMs, 'Starting the background process', Promise.race([firstLine(ready), ended]));
  child.unref();
  const pointer = said.ready === true ? readPointer(folder) : undefined;
  if (pointer) return pointer;
  const { code = 'daemon_failed', message = 'The background process did not begin.', hint } = said.fault ?? {};
  throw new HandrailError(code, message, hint ?? `See what it wrote: ${join(folder, 'daemon.log')}`);
}

interface Said {
  ready?: true;
  fault?: { code: ErrorCode; message: string; hint?: string };
}

async function firstLine(stream: NodeJS.EventEmitter): Promise<Said> {
  return new Promise((resolve) => {
    let text = '';
    stream.on('data', (chunk) => {
      text += String(chunk);
      if (text.endsWith('\n')) resolve(JSON.parse(text));
    });
    stream.on('close', () => resolve({}));
  });
}

function openLog(folder: string): number {
  try {
    return openSync(join(folder, 'daemon.log'), 'w', 0o600);
  } catch (error) {
    throw folderFailed(folder, error);
  }
}
