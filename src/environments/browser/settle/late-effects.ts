import type { SettleReport } from '../../../perception/page/recorded-changes.js';
import type { PreparedAction } from '../act/prepared-action.js';
import type { CdpDocument } from '../frames/cdp-document.js';
import { CollectorError, isDocumentGone, isTimeout } from '../frames/page-document.js';
import { findInterruption } from '../tabs/page-state.js';
import type { Tab } from '../tabs/tab.js';
import { hasInputListener } from './event-listeners.js';
import { findCausedRequests, hasScheduledTimers } from './evidence.js';
import { type SettleOptions, settle } from './settle.js';
import type { SettleResult } from './settle-result.js';

type CdpSettleResult = SettleResult<CdpDocument>;

/**
 * How long to wait for a late effect if a script listens, if the page also has a worker, and if a handler set a timer.
 * The timers and the work of a worker are not visible from the page.
 */
const lateEffectMs = { listener: 500, worker: 700, timer: 2_000 };
/** How much longer it may take until the cause of a change is clear, or until a loop of frames ends. */
const attributionMs = 2_000;

/** After an action without effect: waits if an effect may still follow, and discards changes that it cannot have caused. */
export async function waitForLateEffect(
  tab: Tab,
  { hasNativeEffect }: PreparedAction,
  settled: CdpSettleResult,
  options: SettleOptions,
): Promise<CdpSettleResult> {
  const { startedAt } = options;
  const hasTimers = hasScheduledTimers(settled.answers);
  if (!hasTimers && !hasNativeEffect && !(await hasAnyListener(settled.answers)))
    return { ...(await discardLateChanges(settled)), reason: 'no requests, no mutations, no listeners' };
  const hasWorkers = tab.page.workers().length > 0;
  const maxMs = lateEffectMs[hasTimers ? 'timer' : hasWorkers ? 'worker' : 'listener'];
  const hasRequested = () =>
    findCausedRequests(tab.requests.startedSince(startedAt), settled.answers).some(
      ({ resourceType }) => resourceType !== 'Ping',
    );
  const recorded = [...settled.answers.keys()];
  const hasSign = await waitForFirstSign(tab, recorded, { ...options, maxMs }, hasRequested);
  const again = await settle(tab, { ...options, recorded });
  const reason = hasSign ? again.reason : `no change within ${maxMs} ms`;
  return { ...again, reason, ms: Math.round(performance.now() - startedAt) };
}

/** Waits for the first sign of an effect: a change, a request, a navigation, a dialog. */
async function waitForFirstSign(
  tab: Tab,
  documents: readonly CdpDocument[],
  { maxMs, deadline, signal }: SettleOptions,
  hasRequested: () => boolean,
): Promise<boolean> {
  let hasSign = false;
  let unanswered = documents.length;
  for (const document of documents) {
    document
      .call('waitForFirstChange', { timeoutMs: maxMs }, maxMs + attributionMs + 1_000, signal)
      .then((answer) => {
        hasSign ||= answer.activity.mutations > 0;
      })
      .catch((error: unknown) => {
        hasSign ||= isDocumentGone(error);
      })
      .finally(() => {
        unanswered -= 1;
        tab.changeSignal.notify();
      });
  }
  const until = Math.min(performance.now() + maxMs + attributionMs, deadline);
  while (!hasSign && unanswered > 0) {
    if (findInterruption(tab) || tab.navigation.pending || hasRequested()) return true;
    const left = until - performance.now();
    if (left <= 0) break;
    await tab.changeSignal.wait(left, signal);
  }
  return hasSign;
}

/** Whether a script listens where the action's events went. A document that is gone or too busy to answer may have listened. */
export async function hasAnyListener(answers: ReadonlyMap<CdpDocument, SettleReport>): Promise<boolean> {
  const acted = [...answers].filter(([, { activity }]) => activity.inputs > 0).map(([document]) => document);
  for (const document of acted.length > 0 ? acted : answers.keys()) {
    try {
      if (await hasInputListener(document)) return true;
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      return true;
    }
  }
  return false;
}

function isUnanswered(error: unknown): boolean {
  return isDocumentGone(error) || error instanceof CollectorError || isTimeout(error);
}

/** Drops the changes that came after the handlers had returned: the page made them without input. */
export async function discardLateChanges(settled: CdpSettleResult): Promise<CdpSettleResult> {
  const answers = new Map<CdpDocument, SettleReport>();
  for (const [document, report] of settled.answers) {
    await document.call('discardLateChanges', undefined, 1_000).catch((error: unknown) => {
      if (!isUnanswered(error)) throw error;
    });
    const mutations = report.mutations.filter((mutation) => mutation.direct);
    answers.set(document, { ...report, mutations, flashes: [], scrolls: [] });
  }
  return { ...settled, answers };
}
