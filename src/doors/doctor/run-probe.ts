import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { within } from '../../core/deadline.js';
import type { Fault } from '../../core/errors.js';
import { sweepTemporaryFolders } from '../../environments/processes/temporary-folder.js';
import type { DesktopErrand, Probe, Step, Told } from './probe.js';

/** What is known of an errand when its process has ended. */
export interface Report {
  /** The last thing that was begun. */
  step: Step;
  picture?: { colour: string; hasMarks: boolean };
  /** What a program showed. */
  shown?: string;
  fault?: Fault;
  isDone: boolean;
  /** How the process ended when it did not say why. */
  ending?: string;
}

const endMs = 3_000;

/** Runs an errand in a process of its own, which has ended with all that it started when this gives an answer. */
export async function runErrand(
  errand: Probe | DesktopErrand,
  signal: AbortSignal,
  script: './try-browser.js' | './try-desktop.js' = './try-browser.js',
): Promise<Report> {
  const report: Report = { step: 'start', isDone: false };
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), [JSON.stringify(errand)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
  });
  let complaint = '';
  child.stderr?.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-2_000);
  });
  child.on('message', (told: Told) => note(report, told));
  const exit = once(child, 'exit');
  try {
    const [code, by] = await Promise.race([exit, aborted(signal)]);
    if (!report.isDone && !report.fault) report.ending = `${by ?? `code ${code}`} ${lastLine(complaint)}`.trim();
  } finally {
    await end(child, exit);
  }
  return report;
}

function note(report: Report, told: Told): void {
  if ('begins' in told) report.step = told.begins;
  else if ('colour' in told) report.picture = told;
  else if ('shown' in told) report.shown = told.shown;
  else if ('failed' in told) report.fault = told.fault;
  else report.isDone = true;
}

/** Never fails: who asked looks at the signal. */
function aborted(signal: AbortSignal): Promise<[undefined, string]> {
  return new Promise((resolve) => {
    const end = () => resolve([undefined, 'stopped']);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  });
}

/** Asked first, because then it ends its browser; and what it could not clear away is cleared away here. */
async function end(child: ChildProcess, exit: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await within(endMs, 'Ending a trial', exit).catch(() => {
    child.kill('SIGKILL');
    return exit;
  });
  await sweepTemporaryFolders();
}

function lastLine(text: string): string {
  const line = text.trim().split('\n').at(-1) ?? '';
  return line && `(${line.slice(0, 200)})`;
}
