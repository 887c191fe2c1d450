import { intersect } from '../../../core/geometry.js';
import type { ScreenWindow } from '../screen.js';
import { type Squares, squareBounds } from './pixel-changes.js';
import type { Snapshot } from './snapshot.js';

/**
 * The squares without those inside windows of other programs than `pid`. A window of another program that appeared, disappeared or moved
 * still counts.
 */
export function dropOtherPrograms(squares: Squares, before: Snapshot, after: Snapshot, pid: number): Squares {
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
