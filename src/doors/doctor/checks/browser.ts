import { toFault } from '../../../core/errors.js';
import { findBrowser, installHint } from '../../../environments/browser/launch/find-browser.js';
import { hasDisplay } from '../../../environments/processes/has-display.js';
import type { Check, Finding, Trial } from '../check.js';
import { type ProbeReport, runBrowserProbe } from '../probe/run-probe.js';
import { serveTestPage, type TestPage } from '../probe/test-page.js';
import { browserFix } from './browser-fix.js';
import { type BrowserProgram, findBrowserPrograms } from './find-browsers.js';
import { noDisplay } from './no-display.js';

const inputTimeoutMs = 2_000;

/** Clicks and types in each browser of this machine. The page that received the input confirms it. */
export const browserCheck: Check = {
  name: 'browser',
  timeoutMs: 30_000,
  trials() {
    const programs = findBrowserPrograms();
    const trials = programs.flatMap((program) => createTrials(program, programs));
    return [...reportMissing(), ...trials, ...(hasDisplay() ? [] : [noDisplay()])];
  },
};

/** A failed trial if there is no browser, or if HANDRAIL_BROWSER names none. */
function reportMissing(): Trial[] {
  const fail = (message: string, fix: string): Trial[] => [
    { name: 'browser', run: () => ({ status: 'failed', message, fix }) },
  ];
  try {
    return findBrowser() ? [] : fail('No Chrome, Chromium or Edge is installed on this machine.', installHint());
  } catch (error) {
    const [other] = findBrowserPrograms();
    const { message } = toFault(error);
    return fail(message, other ? `Use ${other.path} instead: \`unset HANDRAIL_BROWSER\`.` : installHint());
  }
}

function createTrials(program: BrowserProgram, all: readonly BrowserProgram[]): Trial[] {
  let works = false;
  const headless: Trial = {
    name: `${nameOf(program)}, headless`,
    async run(signal) {
      const finding = await tryBrowser(program, true, all, signal);
      works = finding.status === 'ok';
      return finding;
    },
  };
  const headed: Trial = {
    name: `${nameOf(program)}, with a window`,
    run: (signal) =>
      works
        ? tryBrowser(program, false, all, signal)
        : { status: 'note', message: 'Not tested, because the browser does not work without a window.' },
  };
  return hasDisplay() ? [headless, headed] : [headless];
}

function nameOf({ kind }: BrowserProgram): string {
  return kind === 'chosen' ? 'HANDRAIL_BROWSER' : kind;
}

async function tryBrowser(
  program: BrowserProgram,
  headless: boolean,
  all: readonly BrowserProgram[],
  signal: AbortSignal,
): Promise<Finding> {
  const page = await serveTestPage();
  const { path, isDefault } = program;
  try {
    const report = await runBrowserProbe({ executable: path, headless, url: page.url, text: page.text }, signal);
    const problem = signal.aborted
      ? `it did not finish in time: ${stepNames[report.step]} took too long`
      : await findProblem(report, page);
    if (problem === undefined)
      return {
        status: 'ok',
        message: `${path}${formatVersion(page)}: the page received the click and the typed text; pictures have marks.`,
      };
    return {
      // Handrail uses only the default browser unless another is selected.
      status: isDefault ? 'failed' : 'note',
      message: `${path}: ${problem}.${isDefault ? '' : ' Handrail does not use this browser unless you select it.'}`,
      fix: browserFix(program, { headless, problem, hint: report.fault?.hint }, all),
    };
  } finally {
    page.close();
  }
}

const stepNames = {
  start: 'starting it',
  open: 'opening a page',
  click: 'clicking',
  type: 'typing',
  picture: 'taking a picture',
  close: 'closing it',
};

/** Describes what went wrong. Undefined if the page confirms everything. */
async function findProblem(
  { step, fault, exitReason, picture }: ProbeReport,
  page: TestPage,
): Promise<string | undefined> {
  if (fault && step === 'start') return withoutFullStop(fault.message);
  if (fault) return `${stepNames[step]} failed: ${withoutFullStop(fault.message)}`;
  if (exitReason !== undefined) return `${stepNames[step]} ended the process: ${exitReason}`;
  const { received } = page;
  if (!(await page.waitUntil(({ clicks }) => clicks > 0, inputTimeoutMs)))
    return 'Handrail clicked, but the page did not receive the click';
  if (received.clicks > 1) return `Handrail clicked once, but the page received ${received.clicks} clicks`;
  if (!(await page.waitUntil(({ typed }) => typed === page.text, inputTimeoutMs)))
    return `Handrail typed "${page.text}", but the page received "${received.typed.slice(0, 40)}"`;
  if (picture?.colour !== page.colour) return 'the picture does not show the page';
  return picture.hasMarks ? undefined : 'the picture has no marks';
}

function withoutFullStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}

function formatVersion({ received }: TestPage): string {
  const [, name, major] = /(Edg|Chrome|Firefox)\/(\d+)/.exec(received.agent) ?? [];
  return name ? ` (${name === 'Edg' ? 'Edge' : name} ${major})` : '';
}
