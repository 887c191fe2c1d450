import type { Change } from '../../../core/change.js';
import type { ElementId } from '../../../core/element.js';
import type { Rect } from '../../../core/geometry.js';
import type { View } from '../../../core/view.js';
import { diffViews } from '../../../perception/diff/diff-views.js';
import type { Pixels } from '../screen.js';
import { dropOtherPrograms } from './drop-other-programs.js';
import { changedSquares, fractionOf, isCaret, outside, type Squares } from './pixel-changes.js';
import { hasOnTop, type Snapshot } from './snapshot.js';

export interface Differences {
  changes: Change[];
  /** Squares that changed without a change of an element that explains them. */
  squares: Squares;
}

/** The elements and squares that change without input. */
interface Ambient {
  elements: ReadonlySet<ElementId>;
  squares: Squares;
}

/** Pixels around a control that show its own state: pressed, hovered, focused. */
const marginPixels = 8;
/** Above this height, a focused element shows more than its focus ring. */
const maxFocusRingHeight = 60;

/** What differs between two snapshots, without ambient changes. Pixels inside `ignoredBounds` do not count. */
export function compareSnapshots(
  before: Snapshot,
  after: Snapshot,
  ambient: Ambient,
  ignoredBounds: readonly Rect[],
): Differences {
  const changes = diffViews(before.view, after.view, ambient.elements);
  const drawn = changedPixels(before, after);
  for (const square of ambient.squares) drawn.delete(square);
  const changed = after.actedPid === undefined ? drawn : dropOtherPrograms(drawn, before, after, after.actedPid);
  if (isCaret(changed, before.pixels, after.pixels)) return { changes, squares: new Set() };
  const explained = [before, after].flatMap(({ view }) => [
    ...focusBounds(view),
    ...boundsOfElements(view, ambient.elements),
  ]);
  return { changes, squares: outside(changed, [...ignoredBounds, ...explained].map(growBounds), after.pixels) };
}

/** The squares that were redrawn. Empty when other windows were drawn on top, because the pictures are not comparable. */
export function changedPixels(before: Snapshot, after: Snapshot): Squares {
  return hasOnTop(before, after.onTop) ? changedSquares(before.pixels, after.pixels) : new Set();
}

export function boundsOfElements({ elements }: Pick<View, 'elements'>, ids: ReadonlySet<ElementId>): Rect[] {
  return elements.filter(({ id }) => ids.has(id)).map(({ bounds }) => bounds);
}

function focusBounds({ elements }: View): Rect[] {
  return elements
    .filter(({ states, bounds }) => states.includes('focused') && bounds.height < maxFocusRingHeight)
    .map(({ bounds }) => bounds);
}

/** The bounds with a margin for borders and focus rings. */
export function growBounds({ x, y, width, height }: Rect): Rect {
  const margin = marginPixels;
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
}

export function isEmpty({ changes, squares }: Differences): boolean {
  return changes.length === 0 && squares.size === 0;
}

/** The changes without focus changes and movements, which prove no effect. */
export function significantChanges({ changes }: Differences): Change[] {
  return changes.filter(({ kind }) => kind !== 'focus' && kind !== 'moved');
}

/** The changed pixels as a Change, when no other change explains what happened. */
export function toPixelChanges(differences: Differences, pixels: Pixels): Change[] {
  const { squares } = differences;
  if (squares.size === 0 || significantChanges(differences).length > 0) return [];
  return [{ kind: 'pixels', fraction: fractionOf(squares, pixels) }];
}

const contentKinds = new Set<Change['kind']>(['renamed', 'value', 'state']);

/** Ids of the elements whose name, value or state changed. */
export function changedElements(changes: readonly Change[]): ElementId[] {
  return changes.flatMap((change) =>
    contentKinds.has(change.kind) && 'element' in change && change.element ? [change.element] : [],
  );
}
