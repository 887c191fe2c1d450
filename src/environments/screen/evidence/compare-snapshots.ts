import type { Change } from '../../../core/change.js';
import type { ElementId } from '../../../core/element.js';
import { intersect, type Rect } from '../../../core/geometry.js';
import type { View } from '../../../core/view.js';
import { diffViews } from '../../../perception/diff/diff-views.js';
import type { Pixels, ScreenWindow } from '../screen.js';
import { changedSquares, fractionOf, isCaret, outside, type Squares, squareBounds } from './pixel-changes.js';
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

/** Above this height, a focused element shows more than its focus ring. */
const maxFocusRingHeight = 60;

function focusBounds({ elements }: View): Rect[] {
  return elements
    .filter(({ states, bounds }) => states.includes('focused') && bounds.height < maxFocusRingHeight)
    .map(({ bounds }) => bounds);
}

/** Pixels around a control that show its own state: pressed, hovered, focused. */
const marginPixels = 8;

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

/**
 * The squares without those inside windows of other programs than `pid`. A window of another program that appeared, disappeared or moved
 * still counts.
 */
function dropOtherPrograms(squares: Squares, before: Snapshot, after: Snapshot, pid: number): Squares {
  const isOther = (window: ScreenWindow): boolean => window.pid !== undefined && window.pid !== pid && !window.popup;
  if (!after.windows.some(isOther)) return squares;
  const [windowsBefore, windowsAfter] = [inDrawingOrder(before), inDrawingOrder(after)];
  return new Set(
    [...squares].filter((square) => {
      const bounds = squareBounds(square, after.pixels);
      const isThere = (window: ScreenWindow): boolean => window.shown && intersect(window.bounds, bounds) !== undefined;
      const top = windowsAfter.find(isThere);
      return !top || !isOther(top) || !isSame(top, windowsBefore.find(isThere));
    }),
  );
}

/** Front first, as drawn. */
function inDrawingOrder({ windows, onTop }: Snapshot): ScreenWindow[] {
  return [...onTop, ...windows.filter(({ id }) => !onTop.some((window) => window.id === id))];
}

function isSame(one: ScreenWindow, other: ScreenWindow | undefined): boolean {
  if (other?.id !== one.id) return false;
  const { x, y, width, height } = one.bounds;
  const { bounds } = other;
  return bounds.x === x && bounds.y === y && bounds.width === width && bounds.height === height;
}
