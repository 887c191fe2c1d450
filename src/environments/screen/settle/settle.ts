import type { Settled } from '../../../core/outcome.js';
import type { ChangeSignal } from '../screen.js';

/** The screen has settled when it is unchanged for this long. */
const quietMs = 50;
/** How long to wait for the first reaction: longer on a slow machine, which shows in the duration of a snapshot. */
const firstReaction = { minMs: 350, maxMs: 1_500, snapshots: 6 };
/** Without a change signal a busy program is not noticed, so wait at least this long for its reaction. */
export const minPollingReactionMs = 600;
export const maxSettleMs = 3_000;
/** Interval between two checks while the screen keeps changing. */
const checkIntervalMs = 150;

export const onlyAmbientChanges = 'only ambient changes continue';
export const noChanges = 'no change';
export const stoppedChanging = 'the screen stopped changing';
export const keepsChanging = `still busy after ${maxSettleMs} ms: the screen keeps changing`;

/** How long to wait for the first reaction, given the duration of a snapshot. */
export function reactionTimeoutMs(snapshotMs: number, minMs = firstReaction.minMs): number {
  return Math.min(firstReaction.maxMs, Math.max(minMs, firstReaction.snapshots * snapshotMs));
}

/**
 * Runs `execute` and waits until the change signal is quiet. While the screen keeps changing, `hasSettled` is called at intervals; true means
 * that only ambient changes continue.
 */
export async function executeAndSettle(
  changes: ChangeSignal,
  snapshotMs: number,
  execute: () => Promise<void>,
  hasSettled: () => Promise<boolean>,
  signal?: AbortSignal,
): Promise<Settled> {
  // The screen may react while the input is still being sent.
  const stopWatching = watchForChange(changes, signal);
  let hasReacted: boolean;
  try {
    await execute();
  } finally {
    hasReacted = stopWatching();
  }
  const startedAt = performance.now();
  const elapsedMs = (): number => Math.round(performance.now() - startedAt);
  const settled = (reason: string): Settled => ({ ms: elapsedMs(), reason });
  if (!hasReacted && !(await changes.waitForChange(reactionTimeoutMs(snapshotMs), signal))) return settled(noChanges);
  let nextCheckMs = checkIntervalMs;
  while (elapsedMs() < maxSettleMs) {
    if (!(await changes.waitForChange(quietMs, signal))) return settled(stoppedChanging);
    if (elapsedMs() < nextCheckMs) continue;
    if (await hasSettled()) return settled(onlyAmbientChanges);
    nextCheckMs = elapsedMs() + checkIntervalMs;
  }
  return settled(keepsChanging);
}

/** Watches for a change. The returned function stops and returns true when there was one. */
function watchForChange(changes: ChangeSignal, signal?: AbortSignal): () => boolean {
  const stop = new AbortController();
  let changed = false;
  changes.waitForChange(60_000, signal ? AbortSignal.any([signal, stop.signal]) : stop.signal).then(
    (result) => {
      changed = result;
    },
    () => undefined, // stopped, or the screen is gone, which the next read reports
  );
  return () => {
    stop.abort();
    return changed;
  };
}
