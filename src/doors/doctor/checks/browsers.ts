import { toFault } from '../../../core/errors.js';
import { findBrowser, installHint } from '../../../environments/browser/launch/find-browser.js';
import { hasDisplay } from '../../terminal/display.js';
import type { Check, Finding, Trial } from '../check.js';
import { type Probe, steps } from '../probe.js';
import { type Report, runErrand } from '../run-probe.js';
import { openWitness, type Witness } from '../witness.js';
import { browserFix } from './browser-fix.js';
import { findPrograms, type Program } from './find-programs.js';
import { noDisplay } from './no-display.js';

const hearMs = 2_000;

/** A real click in each browser of this machine, as the page that was clicked tells it. */
export const browserCheck: Check = {
  name: 'browser',
  limitMs: 30_000,
  trials() {
    const programs = findPrograms();
    const trials = programs.flatMap((program) => trialsOf(program, programs));
    return [...missing(), ...trials, ...(hasDisplay() ? [] : [noDisplay()])];
  },
};

/** No browser at all, or not the one that was chosen. */
function missing(): Trial[] {
  const fail = (says: string, fix: string): Trial[] => [
    { name: 'browser', run: () => ({ state: 'fails', says, fix }) },
  ];
  try {
    return findBrowser() ? [] : fail('No Chrome, Chromium or Edge was found on this machine.', installHint());
  } catch (error) {
    const others = findPrograms().map(({ path }) => path);
    const instead = others[0] ? `\`unset HANDRAIL_BROWSER\`, and ${others[0]} is used` : installHint();
    return fail(toFault(error).message, others[0] ? `Take the one that is there: ${instead}.` : instead);
  }
}

function trialsOf(program: Program, all: readonly Program[]): Trial[] {
  let works = false;
  const headless: Trial = {
    name: `${nameOf(program)}, headless`,
    async run(signal) {
      const finding = await tryBrowser(program, true, all, signal);
      works = finding.state === 'works';
      return finding;
    },
  };
  const headed: Trial = {
    name: `${nameOf(program)}, with a window`,
    run: (signal) =>
      works
        ? tryBrowser(program, false, all, signal)
        : { state: 'remark', says: 'Not tried, because it does not work without a window.' },
  };
  return hasDisplay() ? [headless, headed] : [headless];
}

function nameOf({ kind }: Program): string {
  return kind === 'chosen' ? 'HANDRAIL_BROWSER' : kind;
}

async function tryBrowser(
  program: Program,
  headless: boolean,
  all: readonly Program[],
  signal: AbortSignal,
): Promise<Finding> {
  const witness = await openWitness();
  try {
    const errand: Probe = { executable: program.path, headless, url: witness.url, word: witness.word };
    const report = await runErrand(errand, signal);
    const wrong = signal.aborted
      ? `it was not done in time: ${steps[report.step]} took too long`
      : await judge(report, witness);
    if (wrong === undefined)
      return {
        state: 'works',
        says: `${program.path}${versionOf(witness)}: clicked and typed, and the page received both; pictures have marks.`,
      };
    return {
      // A browser that nobody asked for is in nobody's way.
      state: program.isDefault ? 'fails' : 'remark',
      says: `${program.path}: ${wrong}.${program.isDefault ? '' : ' Handrail does not use it unless told to.'}`,
      fix: browserFix(program, { headless, wrong, hint: report.fault?.hint }, all),
    };
  } finally {
    witness.close();
  }
}

/** What is wrong, in words; nothing when the page bears out everything. */
async function judge({ step, fault, ending, picture }: Report, witness: Witness): Promise<string | undefined> {
  if (fault && step === 'start') return withoutStop(fault.message);
  if (fault) return `${steps[step]} failed: ${withoutStop(fault.message)}`;
  if (ending !== undefined) return `${steps[step]} ended the process: ${ending}`;
  if (!(await witness.until(({ clicks }) => clicks > 0, hearMs)))
    return 'it was clicked, but the page did not receive the click';
  if (witness.heard.clicks > 1) return `it was clicked once, but the page received ${witness.heard.clicks} clicks`;
  if (!(await witness.until(({ typed }) => typed === witness.word, hearMs)))
    return `"${witness.word}" was typed, but the page received "${witness.heard.typed.slice(0, 40)}"`;
  if (picture?.colour !== witness.colour) return 'the picture does not show the page';
  return picture.hasMarks ? undefined : 'the picture has no marks';
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}

function versionOf({ heard }: Witness): string {
  const [, name, major] = /(Edg|Chrome|Firefox)\/(\d+)/.exec(heard.agent) ?? [];
  return name ? ` (${name === 'Edg' ? 'Edge' : name} ${major})` : '';
}
