import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aptSentence, installDesktop, missingParts } from '../../../environments/desktop/private/desktop-programs.js';
import { findProgram } from '../../../environments/processes/find-program.js';
import type { Check, Finding, Trial } from '../check.js';
import type { DesktopErrand } from '../probe.js';
import { type Report, runErrand } from '../run-probe.js';

const unneeded = 'Browsers are not affected.';

/**
 * A real click and real typing on a private desktop, as the programs there tell it; the person's own is only looked at. A desktop that
 * cannot be had is a remark: nobody needs one for browsers.
 */
export const desktopCheck: Check = {
  name: 'desktop',
  limitMs: 30_000,
  trials() {
    if (process.platform !== 'linux') return [ownDesktop()];
    return [privateDesktop(), ...(process.env.DISPLAY ? [ownDesktop()] : [])];
  },
};

function privateDesktop(): Trial {
  return {
    name: 'private desktop',
    async run(signal) {
      const missing = missingParts().filter((part) => part !== 'windowManager');
      if (missing.length > 0)
        return {
          state: 'remark',
          says: `There can be no private desktop yet. ${unneeded}`,
          fix: installDesktop(missingParts()),
        };
      const folder = await mkdtemp(join(tmpdir(), 'handrail-doctor-'));
      try {
        return await tryPrivate(join(folder, 'typed'), signal);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

async function tryPrivate(file: string, signal: AbortSignal): Promise<Finding> {
  const word = `rail${randomBytes(3).toString('hex')}`;
  const calculator = findProgram('galculator');
  const terminal = findProgram('xterm');
  const errand: DesktopErrand = {
    display: 'private',
    readOnly: false,
    word,
    file,
    ...(calculator ? { calculator } : {}),
    ...(terminal ? { terminal } : {}),
  };
  const report = await runErrand(errand, signal, './try-desktop.js');
  const typed = terminal && (await readFile(file, 'utf8').catch(() => '')); // nothing was typed: judged below
  const wrong = judge(report, signal) ?? judgeWork(report, { calculator, typed, word });
  if (wrong !== undefined) return { state: 'remark', says: `${wrong} ${unneeded}`, fix: report.fault?.hint };
  const done = [...(calculator ? ['clicked in galculator'] : []), ...(terminal ? ['typed into xterm'] : [])];
  if (done.length === 2)
    return { state: 'works', says: `It was ${done.join(' and ')}, and both programs bear it out.` };
  const others = [...(calculator ? [] : ['galculator']), ...(terminal ? [] : ['xterm'])];
  return {
    state: 'remark',
    says: `It starts and can be seen${done.length > 0 ? `; it was ${done.join('')}` : ''}. To try it with programs, there is no ${others.join(' and no ')}.`,
    fix: aptSentence(others),
  };
}

function judgeWork(
  { shown }: Report,
  { calculator, typed, word }: { calculator?: string; typed?: string; word: string },
): string | undefined {
  if (calculator && shown !== '42') return `The calculator was asked for 6 × 7 and shows "${shown?.slice(0, 40)}".`;
  if (typed !== undefined && typed.trim() !== word)
    return `"${word}" was typed into a terminal, and "${typed.trim().slice(0, 40)}" arrived.`;
  return undefined;
}

/** The person's own desktop: nothing is touched. */
function ownDesktop(): Trial {
  return {
    name: 'your desktop',
    async run(signal) {
      const errand: DesktopErrand = { display: 'current', readOnly: true, word: '', file: '' };
      const report = await runErrand(errand, signal, './try-desktop.js');
      const wrong = judge(report, signal);
      if (wrong === undefined) return { state: 'works', says: `${report.shown ?? 'It is seen'}. Nothing was touched.` };
      return { state: 'remark', says: `${wrong} ${unneeded}`, fix: report.fault?.hint };
    },
  };
}

const steps = {
  start: 'starting it',
  open: 'opening a program',
  click: 'clicking',
  type: 'typing',
  picture: 'looking at it',
  close: 'ending it',
};

function judge({ step, fault, ending }: Report, signal: AbortSignal): string | undefined {
  if (signal.aborted) return `It was not done in time: ${steps[step]} took too long.`;
  if (fault) return step === 'start' ? fault.message : `It does not work: ${steps[step]} failed: ${fault.message}`;
  return ending === undefined ? undefined : `It does not work: ${steps[step]} ended the process: ${ending}.`;
}
