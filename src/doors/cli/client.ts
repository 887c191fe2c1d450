import { text as readAll } from 'node:stream/consumers';
import { withTimeout } from '../../core/deadline.js';
import { HandrailError } from '../../core/errors.js';
import { inputTimeoutSeconds } from '../daemon/client-spec.js';
import { currentBuild, type Pointer, pointerFile, readPointer, removePointer } from '../daemon/pointer.js';
import { runtimeFolder } from '../daemon/runtime-folder.js';
import { clientFault, sendRequest } from '../daemon/send-request.js';
import { daemonLogPath, startDaemon } from '../daemon/start-daemon.js';

const maxAttempts = 5;

/** Runs a command in the background process, which is started if needed. `local`: this process must run the command. */
export async function runInDaemon(args: readonly string[]): Promise<number | 'local'> {
  const runtime = runtimeFolder();
  const folder = workingFolder();
  const build = currentBuild();
  const { HANDRAIL_HOME: home = '', HANDRAIL_SESSION: session = '' } = process.env;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const pointer = readPointer(runtime, build) ?? (await startDaemon(runtime, args));
    if (!pointer) continue; // it has already ended
    // Ctrl+C ends this process, which closes the connection and so cancels the command.
    const result = await sendRequest(
      pointer,
      { build, folder, home, session, args },
      {
        onText: (kind, text) => void (kind === 'out' ? process.stdout : process.stderr).write(text),
        readInput: () => readInput(pointer),
      },
    );
    if (typeof result === 'number' || result === 'local') return result;
    if (result === 'unreachable') removePointer(runtime, pointerFile(build), pointer);
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

/** Reads standard input. A terminal counts as empty: there, a batch is given as arguments. */
async function readInput(pointer: Pointer): Promise<string> {
  try {
    if (process.stdin.isTTY) return '';
    return await withTimeout(inputTimeoutSeconds * 1_000, 'Reading standard input', readAll(process.stdin));
  } catch (error) {
    throw error instanceof HandrailError ? clientFault('inputTimeout', pointer) : error;
  } finally {
    process.stdin.destroy();
  }
}
