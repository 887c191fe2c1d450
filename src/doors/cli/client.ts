import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { within } from '../../core/deadline.js';
import { HandrailError } from '../../core/errors.js';
import { reasonOf } from '../../journal/file-reason.js';
import { currentBuild, type Pointer, readPointer, removePointer } from '../daemon/pointer.js';
import { runtimeFolder } from '../daemon/runtime-folder.js';
import { startDaemon } from '../daemon/start-daemon.js';
import { messageReader, silenceMs, toFrame, writeFrame, writeRequest } from '../daemon/wire.js';

/** A program that leaves our standard input open for ever keeps nobody waiting for ever. */
const inputMs = 60_000;

/** Has the background process carry a command out, starting it where there is none. `local`: it is a command for this process. */
export async function runRemotely(words: readonly string[]): Promise<number | 'local'> {
  const folder = runtimeFolder();
  const from = workingFolder();
  for (let tries = 0; tries < 5; tries += 1) {
    const pointer = readPointer(folder) ?? (await startDaemon(folder));
    if (!pointer) continue; // it ended again
    const end = await ask(pointer, words, from);
    if (typeof end === 'number' || end === 'local') return end;
    if (end === 'unreachable') removePointer(folder, pointer);
  }
  throw new HandrailError(
    'daemon_failed',
    'The background process ends as soon as it is asked something.',
    `See what it wrote: ${join(folder, 'daemon.log')}`,
  );
}

function workingFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw new HandrailError('bad_path', 'The working folder is gone.', 'Go to one that is there: cd', { cause: error });
  }
}

/** `stale`, `dropped`: it is about to end, and nothing was begun. */
type Answer = number | 'local' | 'stale' | 'dropped' | 'unreachable';

/** Sends the words and passes on what comes back. Ctrl+C leaves, which cancels the command. */
async function ask(pointer: Pointer, words: readonly string[], folder: string): Promise<Answer> {
  const socket = connect(pointer.socket);
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const read = messageReader();
      let isConnected = false;
      let isBegun = false;
      const end = (): void => (isBegun ? reject(died(pointer)) : resolve('dropped'));
      socket.setTimeout(silenceMs, () => reject(silent(pointer)));
      socket.once('connect', () => {
        isConnected = true;
        const { HANDRAIL_HOME: home = '', HANDRAIL_SESSION: session = '' } = process.env;
        socket.write(writeRequest({ token: pointer.token, build: currentBuild(), folder, home, session, words }));
      });
      socket.on('data', (chunk) => {
        try {
          for (const { kind, body } of read(chunk).map(toFrame)) {
            isBegun = true;
            if (kind === 'out') process.stdout.write(body);
            else if (kind === 'err') process.stderr.write(body);
            else if (kind === 'input') sendInput(socket).catch(reject);
            else if (kind !== 'begun') resolve(kind === 'exit' ? Number(body) : kind);
          }
        } catch (error) {
          reject(error);
        }
      });
      socket.once('error', (error) =>
        isConnected ? end() : isNobody(error) ? resolve('unreachable') : reject(outOfReach(error)),
      );
      socket.once('close', end);
    });
  } finally {
    socket.destroy();
  }
}

/** A terminal is not waited for: who types a batch there gives its lines as words. */
async function sendInput(socket: Socket): Promise<void> {
  try {
    const text = process.stdin.isTTY ? '' : await within(inputMs, 'Reading standard input', readAll(process.stdin));
    socket.write(writeFrame('input', text));
  } catch (error) {
    if (!(error instanceof HandrailError)) throw error;
    throw new HandrailError('deadline', 'Standard input did not end within 60 s.', 'Give the commands as words.');
  } finally {
    process.stdin.destroy();
  }
}

function isNobody(error: Error): boolean {
  return 'code' in error && /^(?:ENOENT|ECONNREFUSED|ENOTSOCK|ENOTDIR)$/.test(String(error.code));
}

function outOfReach(error: Error): HandrailError {
  const message = `The background process cannot be reached: ${reasonOf(error)}.`;
  return new HandrailError('daemon_failed', message, 'Try again.', { cause: error });
}

function died({ pid }: Pointer): HandrailError {
  return new HandrailError(
    'daemon_failed',
    `The background process (${pid}) ended while it carried this out. What was under way may have happened.`,
    'Its sessions are gone. Open them again with: handrail open <address>',
  );
}

function silent({ pid }: Pointer): HandrailError {
  return new HandrailError(
    'daemon_failed',
    `The background process (${pid}) has not answered for ${silenceMs / 1_000} s. What was asked may have happened.`,
    `If it was stopped, wake it with: kill -CONT ${pid}. To end it and its sessions: kill -9 ${pid}`,
  );
}
