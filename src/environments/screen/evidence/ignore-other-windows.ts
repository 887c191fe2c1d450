import { intersect } from '../../../core/geometry.js';
import type { Pixels, ScreenWindow } from '../screen.js';
import { boxOf, type Squares } from './pixel-changes.js';

/** Which windows stood where in a picture. */
interface Standing {
  /** All there are, front first. */
  windows: readonly ScreenWindow[];
  /** Those that were drawn over all others in it. */
  over: readonly ScreenWindow[];
  pixels: Pixels;
}

/**
 * The squares without those of windows that belong to other programs than the one that was acted on: a clock, or a terminal that prints,
 * does so by itself. A window that came, went or moved is told all the same.
 */
export function withoutStrangers(squares: Squares, before: Standing, after: Standing, program: number): Squares {
  const isStranger = ({ pid, popup }: ScreenWindow): boolean => pid !== undefined && pid !== program && !popup;
  if (!after.windows.some(isStranger)) return squares;
  const [then, now] = [inOrder(before), inOrder(after)];
  return new Set(
    [...squares].filter((square) => {
      const box = boxOf(square, after.pixels);
      const isThere = ({ shown, bounds }: ScreenWindow): boolean => shown && intersect(bounds, box) !== undefined;
      const top = now.find(isThere);
      return !top || !isStranger(top) || !isSame(top, then.find(isThere));
    }),
  );
}

/** Front first, as they were drawn. */
function inOrder({ windows, over }: Standing): ScreenWindow[] {
  return [...over, ...windows.filter(({ id }) => !over.some((one) => one.id === id))];
}

function isSame(one: ScreenWindow, other: ScreenWindow | undefined): boolean {
  const { x, y, width, height } = one.bounds;
  const bounds = other?.bounds;
  return (
    other?.id === one.id && bounds?.x === x && bounds.y === y && bounds.width === width && bounds.height === height
  );
}
