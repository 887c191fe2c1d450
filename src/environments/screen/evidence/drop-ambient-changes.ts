import type { Change } from '../../../core/change.js';
import { takeSnapshot } from '../observe/take-snapshot.js';
import { clearSuspects, mayBeAmbient, observationMs } from './ambient-changes.js';
import { awaitChange } from './await-effects.js';
import { boundsOfElements, changedElements, compareSnapshots, significantChanges } from './compare-snapshots.js';
import { compareWith, type EvidenceCollection } from './evidence-collection.js';
import { outside } from './pixel-changes.js';
import { isRelease } from './pressed-buttons.js';
import type { Snapshot } from './snapshot.js';

/**
 * When the differences may be ambient, observes the screen for a while. What changes again without input is ambient and is dropped from the
 * differences.
 */
export async function dropAmbientChanges(collection: EvidenceCollection): Promise<void> {
  const { state, differences, ignoredBounds, signal } = collection;
  const { ambient } = state;
  if (!isUncertain(collection) || !mayBeAmbient(differences, ambient)) return;
  const suspects = new Set(changedElements(differences.changes));
  const until = performance.now() + observationMs;
  let last = collection.after;
  let areAllAmbient = false;
  while (!areAllAmbient && performance.now() < until && (await awaitChange(collection, until - performance.now()))) {
    const snapshot = await takeSnapshot(state, signal);
    const again = compareSnapshots(last, snapshot, ambient, ignoredBounds);
    for (const id of changedElements(again.changes)) if (suspects.has(id)) ambient.elements.add(id);
    for (const square of again.squares) if (differences.squares.has(square)) ambient.squares.add(square);
    areAllAmbient = isAmbient(collection, snapshot);
    last = snapshot;
  }
  if (!areAllAmbient) clearSuspects(ambient);
  collection.after = last;
  collection.differences = compareWith(collection, last);
}

/** True when the only differences are texts or pixels outside the target, which a clock could have changed. */
function isUncertain({ state, record, differences, target }: EvidenceCollection): boolean {
  const { expectedText } = record.action;
  const changes = significantChanges(differences).filter(({ kind }) => kind !== 'title');
  if (changes.some((change) => !('element' in change) || change.element === target)) return false;
  if (expectedText && changes.some((change) => showsText(change, expectedText))) return false;
  if (changedElements(changes).length < changes.length) return false;
  const unexplained = changes.filter((change) => !isRelease(change, state.ambient.recentActions));
  return unexplained.length > 0 || differences.squares.size > 0;
}

/** Programs may report longer values only in part. */
const maxComparedCharacters = 100;

/** True when the value now contains the typed text. */
function showsText(change: Change, typed: string): boolean {
  if (change.kind !== 'value') return false;
  const text = typed.slice(0, maxComparedCharacters);
  const { from = '', to } = change;
  if (!to.includes(text)) return false;
  return to.length === from.length + typed.length || (text.length > 2 && !from.includes(text));
}

/** True when all differences are known ambient changes. */
function isAmbient({ state, differences }: EvidenceCollection, { view, pixels }: Snapshot): boolean {
  const { ambient } = state;
  const squares = outside(differences.squares, boundsOfElements(view, ambient.elements), pixels);
  return (
    changedElements(differences.changes).every((id) => ambient.elements.has(id)) &&
    [...squares].every((square) => ambient.squares.has(square))
  );
}
