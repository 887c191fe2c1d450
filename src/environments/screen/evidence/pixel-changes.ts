import { intersect, type Rect, type Size } from '../../../core/geometry.js';
import type { Pixels } from '../screen.js';

/** The screen is compared in squares of this many pixels. */
const side = 16;

/** Which squares of a screen differ, by their number row by row. */
export type Squares = Set<number>;

const acrossOf = (width: number): number => Math.ceil(width / side);

/** The squares in which two pictures of one screen differ. A screen of another size differs everywhere. */
export function changedSquares(before: Pixels, after: Pixels): Squares {
  const across = acrossOf(after.width);
  const changed: Squares = new Set();
  if (before.width !== after.width || before.height !== after.height) {
    const count = across * Math.ceil(after.height / side);
    for (let square = 0; square < count; square += 1) changed.add(square);
    return changed;
  }
  const stride = after.width * 4;
  for (let y = 0; y < after.height; y += 1) {
    const from = y * stride;
    // Most rows are the same: one comparison for all of it.
    if (before.data.compare(after.data, from, from + stride, from, from + stride) === 0) continue;
    const row = Math.floor(y / side) * across;
    for (let column = 0; column < across; column += 1) {
      if (changed.has(row + column)) continue;
      const start = from + column * side * 4;
      const end = Math.min(start + side * 4, from + stride);
      if (before.data.compare(after.data, start, end, start, end) !== 0) changed.add(row + column);
    }
  }
  return changed;
}

/** The squares that lie outside all of `places`. */
export function outside(squares: Squares, places: readonly Rect[], size: Size): Squares {
  return new Set(
    [...squares].filter((square) => {
      const box = boxOf(square, size);
      return !places.some((place) => intersect(place, box));
    }),
  );
}

/** Where a square is on a screen of this size. */
export function boxOf(square: number, { width }: Size): Rect {
  const across = acrossOf(width);
  return { x: (square % across) * side, y: Math.floor(square / across) * side, width: side, height: side };
}

/** How much of the screen the squares are, from 0 to 1. */
export function shareOf(squares: Squares, { width, height }: Size): number {
  return Math.min(1, (squares.size * side * side) / (width * height));
}

/**
 * Nothing but a text cursor: one column of squares, at most three of them high, in which only a thin upright bar differs. It blinks by
 * itself and is no evidence of anything.
 */
export function isCaret(squares: Squares, before: Pixels, after: Pixels): boolean {
  if (squares.size === 0 || squares.size > 6 || before.width !== after.width) return false;
  const across = acrossOf(after.width);
  const columns = [...squares].map((square) => square % across);
  if (Math.max(...columns) - Math.min(...columns) > 1) return false;
  const rows = [...squares].map((square) => Math.floor(square / across));
  if (Math.max(...rows) - Math.min(...rows) > 2) return false;
  const left = Math.min(...columns) * side;
  const right = Math.min(after.width, (Math.max(...columns) + 1) * side);
  const differing = new Set<number>();
  for (let y = Math.min(...rows) * side; y < Math.min(after.height, (Math.max(...rows) + 1) * side); y += 1) {
    for (let x = left; x < right; x += 1) {
      const at = (y * after.width + x) * 4;
      if (before.data.compare(after.data, at, at + 3, at, at + 3) !== 0) differing.add(x);
    }
  }
  return differing.size <= 3;
}

/** All of one colour: asleep, locked, or not drawn yet. */
export function isBlank({ data }: Pixels): boolean {
  const first = data.subarray(0, 4);
  // A picture that equals itself moved by one pixel is the same everywhere.
  return data.length <= 4 || (data.subarray(4).compare(data.subarray(0, data.length - 4)) === 0 && first.length === 4);
}
