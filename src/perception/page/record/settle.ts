import { captureView } from '../collect/capture-view.js';
import type { Activity, PageCalls, SettleReport } from '../protocol.js';
import { expectLateChanges } from './change-log.js';
import { readActivity, readRecordedChanges } from './recorder.js';
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
export const settle: PageCalls['settle'] = async ({ timeoutMs, lingerMs = 0, withView = false }) => {
  const started = performance.now();
  if (lingerMs > 0) expectLateChanges();
  const mutationsAtStart = readActivity().mutations;
  for (;;) {
    const activity = readActivity();
    const elapsedMs = performance.now() - started;
    if (!awaitsResponse(activity, mutationsAtStart, elapsedMs, lingerMs) && isQuiet(activity)) {
      const report = toReport(activity, true, '');
      return withView ? { ...report, view: captureView({ includeFlashes: true, speculative: true }) } : report;
    }
    if (performance.now() - started >= timeoutMs)
      return toReport(activity, false, activity.animations > 0 ? 'animation' : 'the page keeps changing');
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
export const waitForFirstChange: PageCalls['waitForFirstChange'] = async ({ timeoutMs, knownMutations = 0 }) => {
  const started = performance.now();
  for (;;) {
    const activity = readActivity();
    const limitMs = activity.uncertain > 0 ? timeoutMs + uncertainMs : timeoutMs;
    if (activity.mutations > knownMutations || performance.now() - started >= limitMs)
      return toReport(activity, true, '');
    await waitForPaint(frameMs);
  }
};

function toReport(activity: Activity, settled: boolean, reason: string): SettleReport {
  return { activity, settled, reason, url: location.href, ...readRecordedChanges() };
}
