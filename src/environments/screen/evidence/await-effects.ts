import { toCancelledError } from '../../../core/deadline.js';
import { hasChanged } from '../observe/take-snapshot.js';
import { minPollingReactionMs, noChanges, reactionTimeoutMs } from '../settle/settle.js';
import { sleep } from '../settle/sleep.js';
import { significantChanges } from './compare-snapshots.js';
import { type EvidenceCollection, lacksEffect, observeAgain } from './evidence-collection.js';
import { isOnlyPressed, maxPressedMs } from './pressed-buttons.js';
import { isLessComplete } from './snapshot.js';

/** If the target program is still busy after this time, the effect is unknown. */
const maxBusyMs = 5_000;
/** Interval between two snapshots while the program is busy. */
const idleCheckMs = 500;
/** After this many confirmations, the program has also finished its own deferred work. */
const requiredConfirmations = 3;
const pollMs = 150;

/** If a pressed button is the only change, waits until it is released or stays pressed. */
export async function awaitRelease(collection: EvidenceCollection): Promise<void> {
  const until = performance.now() + maxPressedMs;
  while (isOnlyPressed(collection.differences) && performance.now() < until) {
    if (!(await awaitChange(collection, until - performance.now()))) return;
    await observeAgain(collection);
  }
}

/** Waits for a late effect of a busy program: a window that opens or closes a moment after the key. */
export async function awaitLateEffects(collection: EvidenceCollection): Promise<void> {
  const { state, record, after, differences } = collection;
  const hasWaited = record.result.settled.reason === noChanges; // settling already waited as long
  if (!record.action.mayReactLate || hasWaited || !lacksEffect(collection)) return;
  const snapshotMs = Math.max((record.afterFirst ?? record.before).tookMs, after.tookMs);
  const timeoutMs = reactionTimeoutMs(snapshotMs, state.reader.changes ? undefined : minPollingReactionMs);
  // When pixels changed already, the program reports the change soon or never.
  const until = performance.now() + (differences.squares.size > 0 ? timeoutMs / 2 : timeoutMs);
  while (performance.now() < until && (await awaitChange(collection, until - performance.now()))) {
    await observeAgain(collection);
    if (significantChanges(collection.differences).length > 0) return;
  }
  // The screen may have changed while the last snapshot was read.
  if (hasChanged(state)) await observeAgain(collection);
}

/** Without an effect, waits until the target program is idle. Returns false when it is busy to the end. */
export async function confirmIdle(collection: EvidenceCollection): Promise<boolean> {
  const { state, record, signal } = collection;
  const { reader } = state;
  if (!reader.waitForIdle || record.action.switchesWindow || !lacksEffect(collection)) return true;
  const isIncomplete = (): boolean => isLessComplete(collection.after, record.afterFirst ?? record.before);
  const until = performance.now() + maxBusyMs;
  let confirmations = 0;
  while (confirmations < requiredConfirmations || isIncomplete()) {
    const leftMs = until - performance.now();
    if (leftMs <= 0) return false;
    if (await reader.waitForIdle(record.action.window, Math.min(leftMs, idleCheckMs), signal)) confirmations += 1;
    if (!hasChanged(state) && !isIncomplete()) continue;
    await observeAgain(collection);
    if (significantChanges(collection.differences).length > 0) return true;
  }
  return true;
}

/** Waits until another snapshot is worthwhile. False when the screen does not change any more. */
export async function awaitChange({ state, signal }: EvidenceCollection, ms: number): Promise<boolean> {
  const { changes } = state.reader;
  const isWorthwhile = changes
    ? await changes.waitForChange(ms, signal)
    : await sleep(Math.min(pollMs, ms), signal).then(() => true);
  if (signal?.aborted) throw toCancelledError(signal);
  return isWorthwhile;
}
