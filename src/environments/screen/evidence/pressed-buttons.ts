import type { Change } from '../../../core/change.js';
import type { ElementId } from '../../../core/element.js';
import type { AmbientChanges } from './ambient-changes.js';
import { type Differences, significantChanges } from './compare-snapshots.js';
import type { Snapshot } from './snapshot.js';

/** A button that is pressed by a key or through accessibility stays pressed this long. */
export const maxPressedMs = 400;

/** Elements other than `target` that may still be pressed because of an earlier action. */
export function stillPressed(
  { recentActions }: AmbientChanges,
  moment: number,
  target: ElementId | undefined,
): Set<ElementId> {
  const recent = recentActions.filter(({ endedAt }) => moment - endedAt < maxPressedMs);
  return new Set(recent.flatMap(({ elements }) => elements).filter((id) => id !== target));
}

/** `before` without the 'pressed' state of those `pressed` elements that are released in `after`. */
export function ignoreReleases(before: Snapshot, { view }: Snapshot, pressed: ReadonlySet<ElementId>): Snapshot {
  const released = new Set(
    view.elements.filter(({ id, states }) => pressed.has(id) && !states.includes('pressed')).map(({ id }) => id),
  );
  if (released.size === 0) return before;
  const elements = before.view.elements.map((element) =>
    released.has(element.id) ? { ...element, states: element.states.filter((state) => state !== 'pressed') } : element,
  );
  return { ...before, view: { ...before.view, elements } };
}

/** True when the only change is a pressed element: a toggle that is on now, or a button without an effect yet. */
export function isOnlyPressed(differences: Differences): boolean {
  const changes = significantChanges(differences);
  const isPress = (change: Change): boolean =>
    change.kind === 'state' && change.removed.length === 0 && change.added.every((state) => state === 'pressed');
  return differences.squares.size === 0 && changes.length > 0 && changes.every(isPress);
}

/** True when a button that an earlier action pressed is released. */
export function isRelease(change: Change, recentActions: AmbientChanges['recentActions']): boolean {
  if (change.kind !== 'state' || change.added.length > 0) return false;
  return (
    change.removed.every((state) => state === 'pressed') &&
    recentActions.some(({ elements }) => elements.includes(change.element))
  );
}
