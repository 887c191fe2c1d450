import { clearSuspects, learnAmbientChanges, observationMs } from '../evidence/ambient-changes.js';
import { isBlank } from '../evidence/pixel-changes.js';
import { isLessComplete, type Snapshot } from '../evidence/snapshot.js';
import type { ScreenEnvironmentState } from '../state.js';
import { readView } from './read-view.js';

const blankScreen =
  'The picture of the screen has only one colour although windows are open: the screen may be asleep, locked, or not drawn.';

/** Reads elements and pixels of the whole screen at once. */
export async function takeSnapshot(state: ScreenEnvironmentState, signal?: AbortSignal): Promise<Snapshot> {
  const { reader, windowsOnTop: onTop } = state;
  const changeCount = reader.changes?.count();
  const startedAt = performance.now();
  const [view, pixels] = await Promise.all([readView(state, {}, signal), reader.pixels(signal, onTop)]);
  const windows = state.layout?.windows ?? [];
  if (isBlank(pixels) && windows.some(({ shown }) => shown))
    view.incomplete = [view.incomplete, blankScreen].filter(Boolean).join(' ');
  state.snapshotChangeCount = changeCount; // set after the reads: a snapshot that failed has seen nothing
  const at = performance.now();
  return { view, pixels, onTop, windows, actedPid: state.actedPid, at, tookMs: at - startedAt };
}

/** The screen before an action. Reuses the last snapshot when nothing changed since. */
export async function takeSnapshotBefore(state: ScreenEnvironmentState, signal?: AbortSignal): Promise<Snapshot> {
  updateQuiet(state);
  const { lastSnapshot, layout, reader } = state;
  if (lastSnapshot && layout && reader.changes && !hasChanged(state)) {
    state.layout = { ...layout, current: state.windows.current() };
    return lastSnapshot;
  }
  let snapshot = await takeSnapshot(state, signal);
  if (lastSnapshot && isLessComplete(snapshot, lastSnapshot)) snapshot = await takeSnapshot(state, signal);
  if (lastSnapshot) learnAmbientChanges(state.ambient, lastSnapshot, snapshot);
  return snapshot;
}

/** True when the screen changed since the last snapshot started, or when it cannot tell. */
export function hasChanged({ reader, snapshotChangeCount }: ScreenEnvironmentState): boolean {
  return reader.changes?.count() !== snapshotChangeCount;
}

/** Updates how long the screen is unchanged. After `observationMs` without a change, nothing on it changes by itself. */
export function updateQuiet(state: ScreenEnvironmentState): void {
  const changeCount = state.reader.changes?.count();
  if (changeCount === undefined) return;
  if (state.quiet.changeCount !== changeCount) state.quiet = { changeCount, since: performance.now() };
  else if (performance.now() - state.quiet.since > observationMs) clearSuspects(state.ambient);
}
