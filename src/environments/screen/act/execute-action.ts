import type { Action } from '../../../core/action.js';
import { toCancelledError } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import type { TabId } from '../../../core/observation.js';
import type { BeforeInput, Evidence, View } from '../../../core/view.js';
import { learnAmbientChanges } from '../evidence/ambient-changes.js';
import { collectEvidence, toObserved } from '../evidence/collect-evidence.js';
import { compareSnapshots, isEmpty } from '../evidence/compare-snapshots.js';
import type { SettleResult } from '../evidence/evidence-collection.js';
import { hasOnTop, type Snapshot } from '../evidence/snapshot.js';
import { hasChanged, takeSnapshot, takeSnapshotBefore } from '../observe/take-snapshot.js';
import { prepareAction } from '../prepare/prepare-action.js';
import type { PreparedAction } from '../prepare/prepared-action.js';
import { coveredWindows } from '../prepare/screen-layout.js';
import { executeAndSettle, onlyAmbientChanges } from '../settle/settle.js';
import { settleByPolling } from '../settle/settle-by-polling.js';
import type { ScreenEnvironmentState } from '../state.js';
import { waitFor } from './wait-for.js';

/** How far an action has come. */
export interface Progress {
  isStarted: boolean;
  /** `executeFirst` has run, so a later refusal does not mean that nothing happened. */
  isFirstPartDone: boolean;
}

/** Prepares and executes an action, waits until the screen settles, and collects the evidence. */
export async function executeAction(
  state: ScreenEnvironmentState,
  action: Action,
  progress: Progress,
  signal: AbortSignal,
  beforeInput?: BeforeInput,
): Promise<Evidence> {
  const start = (): void => {
    if (signal.aborted) throw toCancelledError(signal);
    progress.isStarted = true;
  };
  const requestedAt = performance.now();
  const observed = await takeSnapshotBefore(state, signal);
  state.lastSnapshot = observed;
  if (action.type === 'wait') {
    start();
    return executeWait(state, action, observed, requestedAt, signal);
  }
  const { prepared, before } = await prepare(state, action, observed, signal);
  state.lastSnapshot = before;
  await beforeInput?.(before.view);
  start();
  const startedAt = performance.now();
  const { executeFirst } = prepared;
  const afterFirst =
    executeFirst && (await executeStep(state, before, { ...prepared, execute: executeFirst }, signal)).after;
  progress.isFirstPartDone = afterFirst !== undefined;
  const result = await executeStep(state, afterFirst ?? before, prepared, signal);
  const view = viewBefore(state, before.view, prepared);
  const record = { action: prepared, before: { ...before, view }, afterFirst, result, startedAt };
  const { evidence, after } = await collectEvidence(state, record, signal);
  state.lastSnapshot = after;
  return evidence;
}

async function executeWait(
  state: ScreenEnvironmentState,
  action: Extract<Action, { type: 'wait' }>,
  before: Snapshot,
  requestedAt: number,
  signal: AbortSignal,
): Promise<Evidence> {
  await waitFor(state, action, requestedAt, signal);
  const after = await takeSnapshot(state, signal);
  // A wait sends no input, so all changes are ambient.
  learnAmbientChanges(state.ambient, before, after);
  state.lastSnapshot = after;
  return {
    ...toObserved(before, after, state.ambient),
    changes: [],
    settled: { ms: 0, reason: 'the wait is over' },
  };
}

/** Prepares the action on the current screen, and takes the pixels of its windows as if nothing covered them. */
async function prepare(
  state: ScreenEnvironmentState,
  action: Action,
  observed: Snapshot,
  signal: AbortSignal,
): Promise<{ prepared: PreparedAction; before: Snapshot }> {
  let before = observed;
  let prepared = prepareAction(action, prepareContext(state));
  if (await isOutdated(state, prepared, signal)) {
    before = await takeSnapshot(state, signal);
    prepared = prepareAction(action, prepareContext(state));
  }
  const { layout } = prepareContext(state);
  const window = prepared.isOutsideCurrentWindow ? undefined : (prepared.window ?? state.windows.current());
  const onTop = coveredWindows(window, layout);
  state.windowsOnTop = onTop;
  state.actedPid = window?.pid;
  if (!hasOnTop(before, onTop)) before = { ...before, pixels: await state.reader.pixels(signal, onTop), onTop };
  return { prepared, before };
}

function prepareContext({ input, layout, windows, heldKeys }: ScreenEnvironmentState) {
  if (!layout) throw new HandrailError('internal', 'The screen was not read before the action.');
  return { input, layout, windows, heldKeys };
}

/** True when the target is gone. Change events may arrive late on a busy machine, so the node itself is queried. */
async function isOutdated(
  state: ScreenEnvironmentState,
  { node }: PreparedAction,
  signal: AbortSignal,
): Promise<boolean> {
  const { reader } = state;
  if (!node || !reader.nodeExists) return false;
  return !(await reader.nodeExists(node, signal)) || hasChanged(state);
}

async function executeStep(
  state: ScreenEnvironmentState,
  before: Snapshot,
  action: PreparedAction,
  signal: AbortSignal,
): Promise<SettleResult> {
  const { reader, windows, ambient } = state;
  const execute = async (): Promise<void> => {
    await action.execute(signal);
    if (action.window && !action.keepsCurrentWindow) windows.select(action.window);
  };
  const differ = (one: Snapshot, other: Snapshot): boolean =>
    !isEmpty(compareSnapshots(one, other, ambient, action.ignoredBounds));
  if (!reader.changes) {
    await execute();
    return settleByPolling(
      {
        takeSnapshot: () => takeSnapshot(state, signal),
        readPixels: () => reader.pixels(signal, state.windowsOnTop),
        differ,
      },
      before,
      signal,
    );
  }
  let latest: Snapshot | undefined;
  const hasSettled = async (): Promise<boolean> => {
    const previous = latest;
    latest = await takeSnapshot(state, signal);
    return previous !== undefined && !differ(previous, latest);
  };
  const settled = await executeAndSettle(reader.changes, before.tookMs, execute, hasSettled, signal);
  const isCurrent = latest !== undefined && settled.reason === onlyAmbientChanges;
  return { settled, after: latest && isCurrent ? latest : await takeSnapshot(state, signal) };
}

/** The view before the action, with the action's window as the active tab: the switch to it is no effect of the action. */
function viewBefore({ windows }: ScreenEnvironmentState, view: View, action: PreparedAction): View {
  const { window, keepsCurrentWindow, switchesWindow } = action;
  return window && !keepsCurrentWindow && !switchesWindow ? withActiveTab(view, windows.tabIdOf(window)) : view;
}

function withActiveTab(view: View, id: TabId): View {
  const tabs = view.tabs?.map((tab) => ({ ...tab, active: tab.id === id }));
  const active = tabs?.find((tab) => tab.active);
  return active ? { ...view, tabs, title: active.title, app: active.url } : view;
}
