import { captureView, lastCapturedEntries, readEntries } from '../collect/capture-view.js';
import { findUnready } from '../loading/find-unready.js';
import type { PageCalls } from '../protocol.js';
import type { Activity, SettleReport } from '../recorded-changes.js';
import { changeCount } from './change-count.js';
import { expectLateChanges, hasChanged } from './change-log.js';
import { passingTexts } from './passing-texts.js';
import { awaitsFrames, findPendingResult } from './pending-results.js';
import { readActivity, readRecordedChanges, recordPending } from './recorder.js';
import { waitForPaint } from './scheduled-work.js';

const frameMs = 24;
/** How long nothing may change after a network response, and after scheduled work. */
const quietAfterResponseMs = 30;
const quietAfterWorkMs = 80;
/** Longer than a change can stay uncertain. */
const uncertainMs = 1_500;

/**
 * Waits until the document has settled: no recent change and no animation that ends. How recent depends on what the action triggered. If
 * its handlers scheduled nothing, there is nothing to wait for.
 */
export const settle: PageCalls['settle'] = async (request) => {
  const { timeoutMs, lingerMs = 0, withView = false, checksReadiness = false } = request;
  const started = performance.now();
  if (lingerMs > 0) expectLateChanges();
  const mutationsAtStart = readActivity().mutations;
  const before = lastCapturedEntries();
  let between: ReturnType<typeof readEntries> | undefined;
  for (;;) {
    const activity = readActivity();
    const elapsedMs = performance.now() - started;
    const isQuietNow = !awaitsResponse(activity, mutationsAtStart, elapsedMs, lingerMs) && isQuiet(activity);
    // A response to a request of the action is awaited too, before anything has changed.
    const mayFollow = hasChanged() || lingerMs > 0;
    const pending = isQuietNow && mayFollow ? findPendingResult(performance.now()) : undefined;
    if (isQuietNow && !pending) {
      const report = toReport(activity, true, '');
      if (!withView) return report;
      const view = captureView({ includeFlashes: true, speculative: true });
      if (between) report.flashes.push(...passingTexts(before, between, view.entries));
      return { ...report, view, unready: checksReadiness ? findUnready(view) : undefined };
    }
    if (pending && withView) between ??= readEntries();
    if (performance.now() - started >= timeoutMs)
      return toReport(activity, false, activity.animations > 0 ? 'animation' : (pending ?? 'the page keeps changing'));
    await waitForPaint(frameMs);
  }
};

/** A network response changes the page a moment after it arrives: wait for the change and until it is quiet, at most `lingerMs`. */
function awaitsResponse(activity: Activity, mutationsAtStart: number, elapsedMs: number, lingerMs: number): boolean {
  if (lingerMs === 0) return false;
  return activity.mutations > mutationsAtStart ? activity.quietMs < quietAfterResponseMs : elapsedMs < lingerMs;
}

/**
 * Handlers that scheduled nothing are done. Waiting for a task of the event loop would not help: after input the browser delays tasks until
 * the next frame.
 */
function isQuiet({ timers, frames, animations, scrolling, mutations, quietMs }: Activity): boolean {
  const hasScheduledWork = timers > 0 || frames > 0;
  return animations === 0 && !scrolling && (!hasScheduledWork || mutations === 0 || quietMs >= quietAfterWorkMs);
}

/** Waits for the first change that the action caused. While a change is uncertain, waits longer to find its cause. */
export const waitForFirstChange: PageCalls['waitForFirstChange'] = async ({ timeoutMs }) => {
  const started = performance.now();
  for (;;) {
    const activity = readActivity();
    const now = performance.now();
    const limitMs = activity.uncertain > 0 ? timeoutMs + uncertainMs : timeoutMs;
    const isOver = now - started >= limitMs && !awaitsFrames(now);
    if (activity.mutations > 0 || isOver) return toReport(activity, true, '');
    await waitForPaint(frameMs);
  }
};

/** How often a document is checked that does not change. */
const readinessMs = 250;

export const waitUntilReady: PageCalls['waitUntilReady'] = async ({ timeoutMs }) => {
  const started = performance.now();
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checkedChanges = -1;
  for (;;) {
    recordPending();
    const now = performance.now();
    const isOver = now - started >= timeoutMs;
    if (isOver || changeCount() !== checkedChanges || now - checkedAt >= readinessMs) {
      const unready = findUnready(captureView({ speculative: true }));
      if (isOver || !unready) return unready;
      checkedAt = now;
      checkedChanges = changeCount();
    }
    await waitForPaint(frameMs);
  }
};

function toReport(activity: Activity, settled: boolean, reason: string): SettleReport {
  return { activity, settled, reason, url: location.href, ...readRecordedChanges() };
}
