import type { Settled } from '../../../core/outcome.js';
import type { Snapshot } from '../evidence/snapshot.js';
import type { Pixels } from '../screen.js';
import {
  keepsChanging,
  maxSettleMs,
  minPollingReactionMs,
  noChanges,
  reactionTimeoutMs,
  stoppedChanging,
} from './settle.js';
import { sleep } from './sleep.js';

const pollMs = 50;
/** A slower snapshot uses OCR, or waits for a busy program. */
const slowSnapshotMs = 600;

export interface PollingOptions {
  takeSnapshot(signal?: AbortSignal): Promise<Snapshot>;
  readPixels(signal?: AbortSignal): Promise<Pixels>;
  /** True when there are differences that are not ambient. */
  differ(one: Snapshot, other: Snapshot): boolean;
}

/** Waits until two consecutive captures of the screen match, and returns the last snapshot. For a screen without a change signal. */
export async function settleByPolling(
  { takeSnapshot, readPixels, differ }: PollingOptions,
  before: Snapshot,
  signal?: AbortSignal,
): Promise<{ settled: Settled; after: Snapshot }> {
  const startedAt = performance.now();
  const elapsedMs = (): number => Math.round(performance.now() - startedAt);
  // Where a snapshot is slow, compare only pixels until the screen has settled.
  const isSlow = before.tookMs > slowSnapshotMs;
  const observe = async (): Promise<Snapshot> =>
    isSlow ? { ...before, at: performance.now(), tookMs: 0, pixels: await readPixels(signal) } : takeSnapshot(signal);
  const settle = async (reason: string): Promise<{ settled: Settled; after: Snapshot }> => {
    const settled = { ms: elapsedMs(), reason };
    // A change in a covered window shows in no capture, so take a final snapshot unless a change was found.
    return { settled, after: isSlow || !hasReacted ? await takeSnapshot(signal) : after };
  };
  const timeoutMs = reactionTimeoutMs(before.tookMs, minPollingReactionMs);
  let after = await observe();
  let hasReacted = differ(before, after);
  while (elapsedMs() < maxSettleMs) {
    // Two captures in immediate succession always match, so keep an interval between them.
    const waitMs = after.at - after.tookMs + pollMs - performance.now();
    if (waitMs > 0) await sleep(waitMs, signal);
    const pixels = await readPixels(signal);
    if (differ(after, { ...after, pixels })) {
      hasReacted = true;
      after = await observe();
    } else if (hasReacted) return settle(stoppedChanging);
    else if (elapsedMs() >= timeoutMs) return settle(noChanges);
    else await sleep(pollMs, signal);
  }
  return settle(keepsChanging);
}
