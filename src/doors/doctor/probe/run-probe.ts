import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { withTimeout } from '../../../core/deadline.js';
import type { Fault } from '../../../core/errors.js';
import { programPath } from '../../../environments/processes/package-paths.js';
import { sweepTemporaryFolders } from '../../../environments/processes/temporary-folder.js';
import type { BrowserProbe, DesktopProbe, ProbeMessage, ProbeStep } from './messages.js';

/** What is known about a probe after its process has ended. */
export interface ProbeReport {
  /** The last step that was started. */
  step: ProbeStep;
  picture?: { colour: string; hasMarks: boolean };
  /** Text that a program showed. */
  shown?: string;
  fault?: Fault;
  isDone: boolean;
  /** How the process ended if it sent neither a fault nor `done`. */
  exitReason?: string;
}

const terminationMs = 3_000;
const maxErrorOutputLength = 2_000;

/** Tries a browser in a separate process. When this resolves, the process and everything it started have ended. */
export function runBrowserProbe(probe: BrowserProbe, signal: AbortSignal): Promise<ProbeReport> {
  return runProbe(programPath('browserProbe'), probe, signal);
}

/** Tries a desktop in a separate process. When this resolves, the process and everything it started have ended. */
export function runDesktopProbe(probe: DesktopProbe, signal: AbortSignal): Promise<ProbeReport> {
  return runProbe(programPath('desktopProbe'), probe, signal);
}

async function runProbe(program: string, probe: object, signal: AbortSignal): Promise<ProbeReport> {
  const report: ProbeReport = { step: 'start', isDone: false };
  const child = fork(program, [JSON.stringify(probe)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
  });
  let errorOutput = '';
  child.stderr?.on('data', (chunk) => {
    errorOutput = `${errorOutput}${chunk}`.slice(-maxErrorOutputLength);
  });
  child.on('message', (message: ProbeMessage) => record(message, report));
  const exit = once(child, 'exit');
  try {
    const [code, cause] = await Promise.race([exit, abortOf(signal)]);
    if (!report.isDone && !report.fault)
      report.exitReason = `${cause ?? `code ${code}`} ${quoteLastLine(errorOutput)}`.trim();
  } finally {
    await terminate(child, exit);
  }
  return report;
}

function record(message: ProbeMessage, report: ProbeReport): void {
  if ('started' in message) report.step = message.started;
  else if ('colour' in message) report.picture = message;
  else if ('shown' in message) report.shown = message.shown;
  else if ('failed' in message) report.fault = message.fault;
  else report.isDone = true;
}

/** Resolves when `signal` aborts. Never rejects: the caller inspects the signal. */
function abortOf(signal: AbortSignal): Promise<[undefined, string]> {
  return new Promise((resolve) => {
    const end = () => resolve([undefined, 'stopped']);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  });
}

/** SIGTERM first, so that the process can end its browser. Then removes the temporary folders it could not remove. */
async function terminate(child: ChildProcess, exit: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await withTimeout(terminationMs, 'Ending a probe', exit).catch(() => {
    child.kill('SIGKILL');
    return exit;
  });
  await sweepTemporaryFolders();
}

function quoteLastLine(text: string): string {
  const line = text.trim().split('\n').at(-1) ?? '';
  return line && `(${line.slice(0, 200)})`;
}
