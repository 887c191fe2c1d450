import { HandrailError } from '../../../core/errors.js';
import type { SettleReport } from '../../../perception/page/recorded-changes.js';
import type { CdpDocument } from '../frames/cdp-document.js';
import { CollectorError, isDocumentGone, isTimeout, type PageDocument } from '../frames/page-document.js';
import { cacheView } from '../observe/view-cache.js';
import { findInterruption } from '../tabs/page-state.js';
import type { Tab } from '../tabs/tab.js';
import { findCausedRequests } from './evidence.js';
import { notifyWhenDone, waitForJudge } from './interruptible.js';
import type { SettleResult } from './settle-result.js';

/** What to wait for, and for how long. */
export interface SettleOptions {
  /** Documents that the action was on. */
  recorded: readonly PageDocument[];
  /** When the action started (performance.now). */
  startedAt: number;
  maxMs: number;
  /** A page that does not respond at all counts as hung after this time (performance.now). */
  deadline: number;
  /** Also report whether the main document can be used. */
  checksReadiness?: boolean;
  signal?: AbortSignal;
}

type Answers = Map<CdpDocument, SettleReport>;

/** Granted even if the action used up all its time. */
const minSettleMs = 200;
/** How long a frame that was not acted on may take to report its changes. */
const otherFrameMs = 500;
/** How long after its deadline a page may still answer. */
const answerGraceMs = 500;
/** How long after a response from the network its effect is waited for. */
const afterResponseMs = 60;
const maxOtherFrames = 12;

/** What the page still waits for because of the action. `answers`: what the documents reported last, if they did. */
function findPending(tab: Tab, startedAt: number, answers?: Answers): string | undefined {
  const { navigation } = tab;
  if (navigation.pending) return 'navigation';
  // A page that was loading before the action does not load because of it.
  const isNew = (navigation.recentCommits.at(-1) ?? 0) >= startedAt;
  if (isNew && !navigation.domReady) return 'document still loading';
  if (isNew && !navigation.loaded) return 'page still loading';
  const requests = tab.requests.pendingSince(startedAt);
  const request = (answers ? findCausedRequests(requests, answers) : requests)[0];
  return request && `request to ${request.url.split(/[?#]/, 1)[0]?.slice(0, 120)}`;
}

/** Waits until nothing that the action started is pending. It waits for events, never for a fixed time. Throws `page_hung`. */
export async function settle(tab: Tab, options: SettleOptions): Promise<SettleResult<CdpDocument>> {
  const { recorded, startedAt, checksReadiness, signal } = options;
  let { deadline } = options;
  let settlingSince = performance.now();
  const maxMs = Math.min(options.maxMs, Math.max(minSettleMs, deadline - settlingSince));
  const result = (reason: string, answers: Answers = new Map()) => ({
    ms: Math.round(performance.now() - settlingSince),
    reason,
    answers,
  });
  let lingerMs = 0;
  let answers: Answers | undefined;
  for (;;) {
    const interruption = findInterruption(tab);
    if (interruption) return result(interruption);
    if (tab.wire.isAsking()) {
      const heldMs = await waitForJudge(tab, signal);
      deadline += heldMs;
      settlingSince += heldMs;
    }
    const left = settlingSince + maxMs - performance.now();
    const pending = findPending(tab, startedAt, answers);
    if (left <= 0) {
      const records = await readRecords(tab, recorded);
      const reason = pending ?? findUnsettled(records)?.reason;
      if (!reason && records.size > 0) return result(describeSettled(records, tab, startedAt), records);
      return result(`still busy after ${Math.round(maxMs)} ms: ${reason ?? 'the page keeps changing'}`, records);
    }
    if (pending) {
      await tab.changeSignal.wait(left, signal);
      continue;
    }
    answers = await settleDocuments(tab, recorded, { timeoutMs: left, lingerMs, checksReadiness }, deadline, signal);
    if (!answers || findPending(tab, startedAt, answers)) continue;
    if (lingerMs === 0 && causedFetch(tab, startedAt, answers)) {
      lingerMs = afterResponseMs;
      continue;
    }
    const unsettled = findUnsettled(answers);
    if (unsettled) return result(`still busy after ${Math.round(maxMs)} ms: ${unsettled.reason}`, answers);
    return result(describeSettled(answers, tab, startedAt), answers);
  }
}

function findUnsettled(answers: Answers): SettleReport | undefined {
  return [...answers.values()].find((answer) => !answer.settled);
}

function describeSettled(answers: Answers, tab: Tab, startedAt: number): string {
  const hasChanged = [...answers.values()].some((answer) => answer.activity.mutations > 0);
  const hasRequested = tab.requests.startedSince(startedAt).length > 0;
  return `${hasRequested ? 'requests done' : 'no requests'}, ${hasChanged ? 'changes done' : 'no mutations'}`;
}

/** The response to a fetch of the action's own handlers has an effect of its own. */
function causedFetch(tab: Tab, startedAt: number, answers: Answers): boolean {
  return findCausedRequests(tab.requests.startedSince(startedAt), answers).some(
    ({ resourceType }) => resourceType === 'Fetch' || resourceType === 'XHR',
  );
}

/** The main document, and those recorded that are still in the page. */
function currentDocuments(tab: Tab, recorded: readonly PageDocument[]): CdpDocument[] {
  const main = tab.frames.main();
  const alive = tab.frames.documents().filter((document) => recorded.includes(document));
  return [...new Set(main ? [main, ...alive] : alive)];
}

/** Asks all documents to settle. Undefined if the page was interrupted or navigated before they did. */
async function settleDocuments(
  tab: Tab,
  recorded: readonly PageDocument[],
  request: { timeoutMs: number; lingerMs: number; checksReadiness?: boolean },
  deadline: number,
  signal?: AbortSignal,
): Promise<Answers | undefined> {
  const answers: Answers = new Map();
  const maxMs = Math.max(request.timeoutMs, deadline - performance.now()) + answerGraceMs;
  const main = tab.frames.main();
  const documents = currentDocuments(tab, recorded);
  const others = tab.frames.documents().filter((document) => !documents.includes(document));
  const calls = [
    ...documents.map(async (document) => {
      const answer = await document
        .call('settle', { ...request, withView: document === main }, maxMs, signal)
        .catch(ignoreCollectorError);
      if (!answer) return;
      cacheView(document, answer.view, false);
      answers.set(document, answer);
    }),
    // An effect may also show in frames that were not acted on. They are not waited for.
    ...others.slice(0, maxOtherFrames).map(async (document) => {
      const answer = await document.call('settle', { timeoutMs: 0 }, otherFrameMs, signal).catch(() => undefined);
      if (answer) answers.set(document, { ...answer, settled: true });
    }),
  ];
  const { done, isDone } = notifyWhenDone(tab, Promise.all(calls));
  while (!isDone() && !findInterruption(tab) && !tab.navigation.pending && !tab.wire.isAsking())
    await tab.changeSignal.wait(maxMs, signal);
  if (!isDone()) return undefined;
  try {
    await done;
    return answers;
  } catch (error) {
    if (isDocumentGone(error)) return undefined;
    if (isTimeout(error))
      throw new HandrailError('page_hung', 'The page does not respond.', 'Reload it, or navigate to another URL.');
    throw error;
  }
}

/** A document whose collector fails reports nothing. The observations before and after may still show a change. */
function ignoreCollectorError(error: unknown): undefined {
  if (!(error instanceof CollectorError)) throw error;
}

/** What the documents have recorded so far. A document that does not answer is left out. */
async function readRecords(tab: Tab, recorded: readonly PageDocument[]): Promise<Answers> {
  const answers: Answers = new Map();
  if (tab.navigation.pending) return answers; // during a navigation no document answers
  for (const document of currentDocuments(tab, recorded)) {
    const answer = await document.call('settle', { timeoutMs: 0 }, 1_000).catch(() => undefined);
    if (answer) answers.set(document, answer);
  }
  return answers;
}
