import type { Fault } from '../../../core/errors.js';
import type { Evidence } from '../../../core/view.js';
import { hasChanged } from '../observe/take-snapshot.js';
import type { ScreenEnvironmentState } from '../state.js';
import { type AmbientChanges, recordAction } from './ambient-changes.js';
import { awaitLateEffects, awaitRelease, confirmIdle } from './await-effects.js';
import { toPixelChanges } from './compare-snapshots.js';
import { detectTruncation } from './detect-truncation.js';
import { dropAmbientChanges } from './drop-ambient-changes.js';
import {
  type ActionRecord,
  compareWith,
  type EvidenceCollection,
  observeAgain,
  startCollection,
  takesFocus,
} from './evidence-collection.js';
import { ignoreReleases } from './pressed-buttons.js';
import type { Snapshot } from './snapshot.js';

/** Limits for a program that reads and shows typed text late. */
const lateText = { readMs: 1_500, shownMs: 300, maxSnapshots: 8 };

/** Finds what an action changed. Observes the screen again where the snapshots leave doubt. */
export async function collectEvidence(
  state: ScreenEnvironmentState,
  record: ActionRecord,
  signal?: AbortSignal,
): Promise<{ evidence: Evidence; after: Snapshot }> {
  const collection = await startCollection(state, record, signal);
  await awaitRelease(collection);
  await awaitLateEffects(collection);
  const isIdle = await confirmIdle(collection);
  await dropAmbientChanges(collection);
  const truncation = await awaitTypedText(collection);
  return toEvidence(collection, isIdle, truncation);
}

async function toEvidence(
  collection: EvidenceCollection,
  complete: boolean,
  error: Fault | undefined,
): Promise<{ evidence: Evidence; after: Snapshot }> {
  const { state, record, target, pressed, after } = collection;
  const { action, before, result } = record;
  const differences = compareWith(collection, after, before);
  const { changes } = differences;
  recordAction(state.ambient, { target, changes, bounds: action.ignoredBounds, endedAt: performance.now() });
  const reported = (await action.findChanges?.(state.layout?.windows ?? [])) ?? [];
  const evidence: Evidence = {
    ...toObserved(ignoreReleases(before, after, pressed), after, state.ambient),
    complete,
    error,
    changes: [...reported, ...toPixelChanges(differences, after.pixels)],
    settled: result.settled,
    tookFocus: takesFocus(collection),
  };
  return { evidence, after };
}

/** The views around an executed action, with the elements that are ambient. */
export function toObserved(before: Snapshot, after: Snapshot, ambient: AmbientChanges) {
  return {
    executed: 'yes',
    complete: true,
    tookFocus: false,
    ambientElements: [...ambient.elements],
    before: before.view,
    after: after.view,
  } as const satisfies Partial<Evidence>;
}

/** Waits while a field shows only a part of the typed text. Returns a fault when the rest does not arrive. */
async function awaitTypedText(collection: EvidenceCollection): Promise<Fault | undefined> {
  const { state, record, target, signal } = collection;
  const { expectedText, replacesText, window } = record.action;
  const detect = (): Fault | undefined =>
    target && expectedText
      ? detectTruncation(expectedText, target, record.before.view, collection.after.view, replacesText)
      : undefined;
  const { reader } = state;
  let truncation = detect();
  for (let count = 0; truncation && count < lateText.maxSnapshots; count += 1) {
    await reader.waitForIdle?.(window, lateText.readMs, signal);
    if (!hasChanged(state) && !(await reader.changes?.waitForChange(lateText.shownMs, signal))) break;
    await observeAgain(collection);
    truncation = detect();
  }
  return truncation;
}
