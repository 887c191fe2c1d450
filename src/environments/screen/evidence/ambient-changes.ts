import type { Change } from '../../../core/change.js';
import type { ElementId } from '../../../core/element.js';
import type { Rect } from '../../../core/geometry.js';
import { diffViews } from '../../../perception/diff/diff-views.js';
import { changedElements, changedPixels, type Differences, growBounds } from './compare-snapshots.js';
import { isCaret, outside, type Squares } from './pixel-changes.js';
import type { Snapshot } from './snapshot.js';

/** What changes on a screen without input: clocks, tickers, animations. Learned while no action runs. */
export interface AmbientChanges {
  elements: Set<ElementId>;
  squares: Squares;
  /** How many times in a row an element changed without input. */
  occurrences: Map<ElementId, number>;
  /** The screen was not observed long enough yet. */
  isUnobserved: boolean;
  /** What changed without input recently. It may be ambient, or the late effect of an action. */
  suspects: { elements: Set<ElementId>; squares: Squares };
  /** The latest actions, newest first. A button that is released a moment later is no ambient change. */
  recentActions: readonly RecentAction[];
}

interface RecentAction {
  /** The target, and the elements that the action pressed. */
  elements: readonly ElementId[];
  bounds: readonly Rect[];
  /** When the action ended (performance.now). */
  endedAt: number;
}

/** After this time without a change, nothing on the screen changes by itself. */
export const observationMs = 1_200;
/** A button is released after at most this many actions. */
const maxRecentActions = 4;
/** An ambient element or square that is unchanged for this long is not ambient any more. */
const ambientExpiryMs = 2_000;

export function createAmbientChanges(): AmbientChanges {
  return {
    elements: new Set(),
    squares: new Set(),
    occurrences: new Map(),
    isUnobserved: true,
    suspects: { elements: new Set(), squares: new Set() },
    recentActions: [],
  };
}

/** Adds an action to the recent ones. */
export function recordAction(
  ambient: AmbientChanges,
  action: Omit<RecentAction, 'elements'> & { target: ElementId | undefined; changes: readonly Change[] },
): void {
  const { target, changes, ...recent } = action;
  const pressed = changes.flatMap((change) =>
    change.kind === 'state' && change.added.includes('pressed') ? [change.element] : [],
  );
  const elements = target === undefined ? pressed : [target, ...pressed];
  ambient.recentActions = [{ ...recent, elements }, ...ambient.recentActions].slice(0, maxRecentActions);
}

/** Forgets the suspects: the screen was observed and did not change. */
export function clearSuspects(ambient: AmbientChanges): void {
  ambient.isUnobserved = false;
  ambient.suspects = { elements: new Set(), squares: new Set() };
}

/** True when some of the differences may be ambient. */
export function mayBeAmbient({ changes, squares }: Differences, { isUnobserved, suspects }: AmbientChanges): boolean {
  if (isUnobserved) return true;
  return (
    changedElements(changes).some((id) => suspects.elements.has(id)) ||
    [...squares].some((square) => suspects.squares.has(square))
  );
}

/** Learns from two snapshots without an action in between. An element that changes twice in a row is ambient. */
export function learnAmbientChanges(ambient: AmbientChanges, before: Snapshot, after: Snapshot): void {
  const touched = new Set(ambient.recentActions.flatMap(({ elements }) => elements));
  const ids = changedElements(diffViews(before.view, after.view, new Set())).filter((id) => !touched.has(id));
  for (const id of ids) {
    const count = (ambient.occurrences.get(id) ?? 0) + 1;
    ambient.occurrences.set(id, count);
    if (count > 1) ambient.elements.add(id);
    ambient.suspects.elements.add(id);
  }
  // Only changes in consecutive snapshots count.
  for (const id of ambient.occurrences.keys())
    if (!ids.includes(id) && !ambient.elements.has(id)) ambient.occurrences.delete(id);
  const ignored = ambient.recentActions.flatMap(({ bounds }) => bounds).map(growBounds);
  const squares = outside(changedPixels(before, after), ignored, after.pixels);
  if (!isCaret(squares, before.pixels, after.pixels))
    for (const square of squares) ambient.suspects.squares.add(square);
  if (after.at - before.at >= ambientExpiryMs) expire(ambient, new Set(ids), squares);
}

function expire(ambient: AmbientChanges, changedIds: ReadonlySet<ElementId>, changed: Squares): void {
  for (const id of ambient.elements) {
    if (changedIds.has(id)) continue;
    ambient.elements.delete(id);
    ambient.occurrences.delete(id);
  }
  for (const square of ambient.squares) if (!changed.has(square)) ambient.squares.delete(square);
}
