import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { withTimeout } from '../../../core/deadline.js';
import { killTree } from '../../processes/process-tree.js';
import { type Connection, createConnection } from './connection.js';
import { createPipeTransport } from './pipe-transport.js';

/** A Chromium process that this process started, and the connection to it. */
export interface ChromiumProcess {
  readonly pid: number;
  readonly connection: Connection;
  /** Resolves when the browser answers. Throws with its output if it ends before that. */
  readonly ready: Promise<void>;
  /** Asks the browser to end, and kills it after `ms`. */
  close(ms: number): Promise<void>;
  kill(): void;
}

const startMs = 30_000;
/** How long a killed process may take to end. */
const endMs = 15_000;
const maxOutputCharacters = 8_192;

/** Starts Chromium with a pipe for CDP. Throws if the program cannot be started. */
export function spawnChromium(
  executable: string,
  args: readonly string[],
  environment: Record<string, string>,
): ChromiumProcess {
  const child = spawn(executable, args, {
    // An own process group: Ctrl+C in a terminal ends this process, which then closes the browser.
    detached: process.platform !== 'win32',
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`The process ended with ${signal ?? `code ${code}`}.`));
  });
  // Helper processes hold the standard error of the browser for as long as they run.
  const allEnded = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  const output = collectOutput(child);
  const [, , , toBrowser, fromBrowser] = child.stdio;
  const connection = createConnection(createPipeTransport(toBrowser as Writable, fromBrowser as Readable));
  const { pid } = child;
  const answered = connection.root.send('Browser.getVersion').then(
    () => undefined,
    async () => describeFailure(await ended, output()),
  );
  const started = Promise.race([answered, ended.then((reason) => describeFailure(reason, output()))]);
  const ready = withTimeout(startMs, 'Starting the browser', started).then((failure) => {
    if (failure !== undefined) throw new Error(failure);
  });
  ready.catch(() => undefined); // the caller may await it later
  const kill = () => {
    if (pid !== undefined) killTree(pid);
  };
  return {
    pid: pid ?? 0,
    connection,
    ready,
    kill,
    async close(ms) {
      connection.root.send('Browser.close').catch(() => undefined); // it may have ended
      await withTimeout(ms, 'Closing the browser', ended).catch(() => undefined);
      kill(); // also helper processes that outlive the browser
      await withTimeout(endMs, `Ending browser process ${pid}`, allEnded);
    },
  };
}

function collectOutput(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text = `${text}${chunk.toString('utf8')}`.slice(-maxOutputCharacters);
  });
  return () => text;
}

/** The reason, and each line that the browser printed, marked as `toLaunchError` expects it. */
function describeFailure(reason: string, output: string): string {
  const lines = output.split('\n').filter(Boolean);
  return [reason, ...lines.map((line) => `[err] ${line}`)].join('\n');
}
