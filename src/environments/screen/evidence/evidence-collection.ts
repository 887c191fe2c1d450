import type { ElementId } from '../../../core/element.js';
import type { Rect } from '../../../core/geometry.js';
import type { Settled } from '../../../core/outcome.js';
import type { View } from '../../../core/view.js';
import { takeSnapshot } from '../observe/take-snapshot.js';
import type { PreparedAction } from '../prepare/prepared-action.js';
import type { ScreenEnvironmentState } from '../state.js';
import { boundsOfElements, compareSnapshots, type Differences, significantChanges } from './compare-snapshots.js';
import { ignoreReleases, stillPressed } from './pressed-buttons.js';
import type { Snapshot } from './snapshot.js';

export interface SettleResult {
  settled: Settled;
  after: Snapshot;
}

/** An executed action and the snapshots around it. */
export interface ActionRecord {
  action: PreparedAction;
  before: Snapshot;
  /** The screen after `executeFirst`, where the action has it. */
  afterFirst: Snapshot | undefined;
  result: SettleResult;
  /** When the action started (performance.now). */
  startedAt: number;
}

/** The evidence of an action while it is collected. Each phase may replace `after` by a later snapshot. */
export interface EvidenceCollection {
  readonly state: ScreenEnvironmentState;
  readonly record: ActionRecord;
  readonly signal: AbortSignal | undefined;
  readonly target: ElementId | undefined;
  /** Elements that an earlier action may have pressed. Their release is no effect of this action. */
  readonly pressed: ReadonlySet<ElementId>;
  readonly ignoredBounds: readonly Rect[];
  /** The action reported changes that no snapshot shows. */
  readonly hasReportedChanges: boolean;
  after: Snapshot;
  /** Between the start of the (last part of the) action and `after`. */
  differences: Differences;
}

/** Compares the snapshots around the action. */
export async function startCollection(
  state: ScreenEnvironmentState,
  record: ActionRecord,
  signal?: AbortSignal,
): Promise<EvidenceCollection> {
  const { action, before, startedAt, result } = record;
  const target = action.node && state.ids.idOf(action.node);
  const pressed = stillPressed(state.ambient, startedAt, target);
  const reported = await action.findChanges?.(state.layout?.windows ?? []);
  const collection: EvidenceCollection = {
    state,
    record,
    signal,
    target,
    pressed,
    // The pointer leaves the control of the action before, which then looks different, too.
    ignoredBounds: [
      ...action.ignoredBounds,
      ...(state.ambient.recentActions[0]?.bounds ?? []),
      ...boundsOfElements(before.view, pressed),
    ],
    hasReportedChanges: (reported?.length ?? 0) > 0,
    after: result.after,
    differences: { changes: [], squares: new Set() },
  };
  collection.differences = compareWith(collection, result.after);
  return collection;
}

/** The differences between the start of the action and `after`. */
export function compareWith(
  { state, record, pressed, ignoredBounds }: EvidenceCollection,
  after: Snapshot,
  before: Snapshot = record.afterFirst ?? record.before,
): Differences {
  return compareSnapshots(ignoreReleases(before, after, pressed), after, state.ambient, ignoredBounds);
}

/** Takes a snapshot and compares it. */
export async function observeAgain(collection: EvidenceCollection): Promise<void> {
  collection.after = await takeSnapshot(collection.state, collection.signal);
  collection.differences = compareWith(collection, collection.after);
}

/** True while no effect is known. Changed pixels alone are no effect yet: the program may still report a change. */
export function lacksEffect(collection: EvidenceCollection): boolean {
  const { hasReportedChanges, differences, record } = collection;
  if (hasReportedChanges || significantChanges(differences).length > 0) return false;
  // The focus is the effect of a click into a field.
  return record.action.expectedText !== undefined || !takesFocus(collection);
}

/** True when the action gave a field the focus, or moved the focus as intended. */
export function takesFocus({ state, record: { action, before }, target, after }: EvidenceCollection): boolean {
  const isInWindow = (id: ElementId): boolean => state.ids.nodeOf(id)?.window === action.window?.id;
  return (
    (target !== undefined && action.node?.role === 'TextInput' && gainsFocus(before.view, after.view, target)) ||
    (action.movesFocus === true && movesFocus(before.view, after.view, isInWindow))
  );
}

function focusedIds({ elements }: View): ElementId[] {
  return elements.filter(({ states }) => states.includes('focused')).map(({ id }) => id);
}

/** True when the element has the focus now and did not have it before. */
function gainsFocus(before: View, after: View, id: ElementId): boolean {
  return focusedIds(after).includes(id) && !focusedIds(before).includes(id);
}

/**
 * True when the focus moved between elements that match `isRelevant`. Without a known focus before, this is false: GTK reports the focus only
 * for a window that has a keyboard.
 */
function movesFocus(before: View, after: View, isRelevant: (id: ElementId) => boolean): boolean {
  const former = focusedIds(before).filter(isRelevant);
  return former.length > 0 && focusedIds(after).some((id) => isRelevant(id) && !former.includes(id));
}
