import { connect, type Socket } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { withTimeout } from '../../core/deadline.js';
import { HandrailError } from '../../core/errors.js';
import { describeFileError } from '../../journal/file-error.js';
import { clientFaults, inputTimeoutSeconds, replyTimeoutSeconds } from '../daemon/client-spec.js';
import { currentBuild, type Pointer, readPointer, removePointer } from '../daemon/pointer.js';
import { runtimeFolder } from '../daemon/runtime-folder.js';
import { daemonLogPath, startDaemon } from '../daemon/start-daemon.js';
import { createMessageReader, encodeFrame, encodeRequest, type Frame, toFrame } from '../daemon/wire.js';

const maxAttempts = 5;

/** Runs a command in the background process, which is started if needed. `local`: this process must run the command. */
export async function runInDaemon(args: readonly string[]): Promise<number | 'local'> {
  const runtime = runtimeFolder();
  const folder = workingFolder();
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const pointer = readPointer(runtime) ?? (await startDaemon(runtime));
    if (!pointer) continue; // it has already ended
    const result = await sendRequest(pointer, args, folder);
    if (typeof result === 'number' || result === 'local') return result;
    if (result === 'unreachable') removePointer(runtime, pointer);
  }
  throw new HandrailError(
    'daemon_failed',
    'The background process ends as soon as it receives a command.',
    `See its log: ${daemonLogPath(runtime)}`,
  );
}

function workingFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw new HandrailError('bad_path', 'The working folder does not exist any more.', 'Change to another folder: cd', {
      cause: error,
    });
  }
}

/** The exit code, or why the command was not run. `stale`, `dropped`: the process is about to end. */
type RequestResult = number | 'local' | 'stale' | 'dropped' | 'unreachable';

/** Sends a command and copies its output. Ctrl+C closes the connection, which cancels the command. */
async function sendRequest(pointer: Pointer, args: readonly string[], folder: string): Promise<RequestResult> {
  const socket = connect(pointer.socket);
  try {
    return await new Promise<RequestResult>((resolve, reject) => {
      const readMessages = createMessageReader();
      let isConnected = false;
      let isStarted = false;
      const onClose = (): void => (isStarted ? reject(clientFault('ended', pointer)) : resolve('dropped'));
      socket.setTimeout(replyTimeoutSeconds * 1_000, () => reject(clientFault('silent', pointer)));
      socket.once('connect', () => {
        isConnected = true;
        const { HANDRAIL_HOME: home = '', HANDRAIL_SESSION: session = '' } = process.env;
        socket.write(encodeRequest({ token: pointer.token, build: currentBuild(), folder, home, session, args }));
      });
      socket.on('data', (chunk) => {
        try {
          for (const frame of readMessages(chunk).map(toFrame)) {
            isStarted = true;
            if (frame.kind === 'input') sendInput(socket, pointer).catch(reject);
            else handleFrame(frame, resolve);
          }
        } catch (error) {
          reject(error);
        }
      });
      socket.once('error', (error) => {
        if (isConnected) onClose();
        else if (isUnreachable(error)) resolve('unreachable');
        else reject(connectionError(error));
      });
      socket.once('close', onClose);
    });
  } finally {
    socket.destroy();
  }
}

function handleFrame({ kind, body }: Frame, onResult: (result: RequestResult) => void): void {
  if (kind === 'out') process.stdout.write(body);
  else if (kind === 'err') process.stderr.write(body);
  else if (kind === 'exit') onResult(Number(body));
  else if (kind === 'local' || kind === 'stale') onResult(kind);
}

/** Sends standard input. A terminal counts as empty: there, a batch is given as arguments. */
async function sendInput(socket: Socket, pointer: Pointer): Promise<void> {
  try {
    const input = process.stdin.isTTY
      ? ''
      : await withTimeout(inputTimeoutSeconds * 1_000, 'Reading standard input', readAll(process.stdin));
    socket.write(encodeFrame('input', input));
  } catch (error) {
    throw error instanceof HandrailError ? clientFault('inputTimeout', pointer) : error;
  } finally {
    process.stdin.destroy();
  }
}

function clientFault(name: keyof typeof clientFaults, { pid }: Pointer): HandrailError {
  const { code, message, hint } = clientFaults[name];
  const fill = (text: string): string => text.replaceAll('{pid}', String(pid));
  return new HandrailError(code, fill(message), fill(hint));
}

function isUnreachable(error: Error): boolean {
  return 'code' in error && /^(?:ENOENT|ECONNREFUSED|ENOTSOCK|ENOTDIR)$/.test(String(error.code));
}

function connectionError(error: Error): HandrailError {
  const message = `The background process cannot be reached: ${describeFileError(error)}.`;
  return new HandrailError('daemon_failed', message, 'Try again.', { cause: error });
}
