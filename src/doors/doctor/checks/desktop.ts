import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinSentences } from '../../../core/errors.js';
import {
  aptInstallHint,
  desktopInstallHint,
  missingDesktopPrograms,
} from '../../../environments/desktop/private/desktop-programs.js';
import { findProgram } from '../../../environments/processes/find-program.js';
import type { Check, Finding, Trial } from '../check.js';
import { type ProbeReport, runDesktopProbe } from '../probe/run-probe.js';

const optional = 'Browsers are not affected.';

/**
 * Clicks and types on a private desktop; the programs there confirm the input. The user's own desktop is only observed. Browsers need no
 * desktop, so a problem is only a note.
 */
export const desktopCheck: Check = {
  name: 'desktop',
  timeoutMs: 30_000,
  trials() {
    if (process.platform !== 'linux') return [userDesktop];
    return process.env.DISPLAY ? [privateDesktop, userDesktop] : [privateDesktop];
  },
};

const privateDesktop: Trial = {
  name: 'private desktop',
  async run(signal) {
    const missing = missingDesktopPrograms().filter((part) => part !== 'windowManager');
    if (missing.length > 0)
      return {
        status: 'note',
        message: `A private desktop needs programs that are not installed. ${optional}`,
        fix: desktopInstallHint(missingDesktopPrograms()),
      };
    const folder = await mkdtemp(join(tmpdir(), 'handrail-doctor-'));
    try {
      return await tryPrivateDesktop(join(folder, 'typed'), signal);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function tryPrivateDesktop(file: string, signal: AbortSignal): Promise<Finding> {
  const text = `rail${randomBytes(3).toString('hex')}`;
  const calculator = findProgram('galculator');
  const terminal = findProgram('xterm');
  const probe = { display: 'private', readOnly: false, text, file, calculator, terminal } as const;
  const report = await runDesktopProbe(probe, signal);
  const typed = terminal && (await readFile(file, 'utf8').catch(() => '')); // no file: nothing was typed
  const problem = findProblem(report, signal) ?? findWrongInput(report, { calculator, typed, text });
  if (problem !== undefined)
    return { status: 'note', message: joinSentences(problem, optional), fix: report.fault?.hint };
  if (calculator && terminal)
    return { status: 'ok', message: 'galculator received the clicks and xterm received the typed text.' };
  const missing = [...(calculator ? [] : ['galculator']), ...(terminal ? [] : ['xterm'])];
  const confirmed = calculator ? ' galculator received the clicks.' : terminal ? ' xterm received the typed text.' : '';
  return {
    status: 'note',
    message: `It starts and can be captured.${confirmed} For a full test, ${missing.join(' and ')} must be installed.`,
    fix: aptInstallHint(missing),
  };
}

function findWrongInput(
  { shown }: ProbeReport,
  { calculator, typed, text }: { calculator?: string; typed?: string; text: string },
): string | undefined {
  if (calculator && shown !== '42')
    return `The calculator should show 42 for 6 × 7 but shows "${shown?.slice(0, 40)}".`;
  if (typed !== undefined && typed.trim() !== text)
    return `Handrail typed "${text}" into a terminal, but the terminal received "${typed.trim().slice(0, 40)}".`;
  return undefined;
}

const userDesktop: Trial = {
  name: 'your desktop',
  async run(signal) {
    const report = await runDesktopProbe({ display: 'current', readOnly: true, text: '', file: '' }, signal);
    const problem = findProblem(report, signal);
    if (problem === undefined)
      return { status: 'ok', message: `${report.shown ?? 'It can be captured'}. No input was sent to it.` };
    return { status: 'note', message: joinSentences(problem, optional), fix: report.fault?.hint };
  },
};

const stepNames = {
  start: 'starting it',
  open: 'opening a program',
  click: 'clicking',
  type: 'typing',
  picture: 'observing it',
  close: 'closing it',
};

function findProblem({ step, fault, exitReason }: ProbeReport, signal: AbortSignal): string | undefined {
  if (signal.aborted) return `It did not finish in time: ${stepNames[step]} took too long.`;
  if (fault) return step === 'start' ? fault.message : `It does not work: ${stepNames[step]} failed: ${fault.message}`;
  return exitReason === undefined
    ? undefined
    : `It does not work: ${stepNames[step]} ended the process: ${exitReason}.`;
}
