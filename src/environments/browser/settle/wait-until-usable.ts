import type { Unready } from '../../../perception/page/recorded-changes.js';
import type { CdpDocument } from '../frames/cdp-document.js';
import { CollectorError, isDocumentGone, isTimeout } from '../frames/page-document.js';
import { findInterruption } from '../tabs/page-state.js';
import type { Tab } from '../tabs/tab.js';
import { notifyWhenDone } from './interruptible.js';
import { type SettleOptions, settle } from './settle.js';
import type { SettleResult } from './settle-result.js';

/** How long a new page may show nothing but an indicator, a cover or nothing at all. */
const blockedMs = 10_000;
/** How long a page with little content may show nothing but an animation that may be a decoration. */
const guessedMs = 5_000;
/** How long a page without any sign of work may be empty. */
const emptyMs = 500;
/** How long a document may take to answer beyond the time that it was given. */
const answerGraceMs = 1_000;
/** Left for settling and the last observation. */
const reserveMs = 1_500;

/**
 * After a navigation: waits until the page can be used. An empty shell, a cover with a spinner, or "Loading…" and little else is waited
 * for up to 10 s, an indicator beside other content as long as a page may take to settle.
 */
export async function waitUntilUsable(
  tab: Tab,
  settled: SettleResult<CdpDocument>,
  options: SettleOptions,
): Promise<SettleResult<CdpDocument>> {
  let current = settled;
  let unready = await readUnready(tab, settled, options);
  while (unready && !findInterruption(tab)) {
    const until = Math.min(options.startedAt + limitMs(unready, tab, options), options.deadline - reserveMs);
    const left = until - performance.now();
    const spentMs = Math.round(performance.now() - options.startedAt);
    if (left <= 0)
      return isReported(unready)
        ? { ...current, ms: spentMs, reason: `still busy after ${spentMs} ms: it shows ${unready.what}` }
        : current;
    const before = unready;
    unready = await waitForDocument(tab, left, options.signal);
    if (unready && unready.isBlocking === before.isBlocking && performance.now() < until) continue;
    current = await settle(tab, { ...options, recorded: [], checksReadiness: true });
    unready = await readUnready(tab, current, { ...options, checksReadiness: true });
  }
  return { ...current, ms: Math.round(performance.now() - options.startedAt) };
}

function limitMs({ isBlocking, isActive, isGuess }: Unready, tab: Tab, { maxMs }: SettleOptions): number {
  if (!isBlocking) return maxMs;
  if (isGuess) return guessedMs;
  return isActive || tab.requests.unanswered().length > 0 ? blockedMs : emptyMs;
}

/** A page that is simply empty is not reported as busy. */
function isReported({ isActive }: Unready): boolean {
  return isActive;
}

/** Why the page cannot be used now. */
async function readUnready(
  tab: Tab,
  { answers }: SettleResult<CdpDocument>,
  { checksReadiness, signal }: SettleOptions,
): Promise<Unready | undefined> {
  const main = tab.frames.main();
  const answer = main && answers.get(main);
  return checksReadiness && answer?.view ? answer.unready : waitForDocument(tab, 0, signal);
}

async function waitForDocument(tab: Tab, timeoutMs: number, signal?: AbortSignal): Promise<Unready | undefined> {
  const main = tab.frames.main();
  if (!main || tab.navigation.pending || findInterruption(tab)) return undefined;
  const call = main.call('waitUntilReady', { timeoutMs }, timeoutMs + answerGraceMs, signal);
  const { done, isDone } = notifyWhenDone(tab, call);
  while (!isDone() && !findInterruption(tab) && !tab.navigation.pending)
    await tab.changeSignal.wait(timeoutMs + answerGraceMs, signal);
  if (!isDone()) return undefined;
  return done.catch((error: unknown) => {
    if (isDocumentGone(error) || isTimeout(error) || error instanceof CollectorError) return undefined;
    throw error;
  });
}
