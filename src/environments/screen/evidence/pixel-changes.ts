import { intersect, type Rect, type Size } from '../../../core/geometry.js';
import type { Pixels } from '../screen.js';

/** Side length of the squares in which screens are compared. */
const squarePixels = 16;

/** Indexes of squares of the screen, counted row by row. */
export type Squares = Set<number>;

const columnsOf = (width: number): number => Math.ceil(width / squarePixels);

/** The squares in which two captures of the screen differ: all of them when the size differs. */
export function changedSquares(before: Pixels, after: Pixels): Squares {
  const columnCount = columnsOf(after.width);
  const changed: Squares = new Set();
  if (before.width !== after.width || before.height !== after.height) {
    const count = columnCount * Math.ceil(after.height / squarePixels);
    for (let square = 0; square < count; square += 1) changed.add(square);
    return changed;
  }
  const stride = after.width * 4;
  for (let y = 0; y < after.height; y += 1) {
    const from = y * stride;
    // Most rows are equal, so compare a whole row first.
    if (before.data.compare(after.data, from, from + stride, from, from + stride) === 0) continue;
    const row = Math.floor(y / squarePixels) * columnCount;
    for (let column = 0; column < columnCount; column += 1) {
      if (changed.has(row + column)) continue;
      const start = from + column * squarePixels * 4;
      const end = Math.min(start + squarePixels * 4, from + stride);
      if (before.data.compare(after.data, start, end, start, end) !== 0) changed.add(row + column);
    }
  }
  return changed;
}

/** The squares that do not intersect any of `areas`. */
export function outside(squares: Squares, areas: readonly Rect[], size: Size): Squares {
  return new Set(
    [...squares].filter((square) => {
      const bounds = squareBounds(square, size);
      return !areas.some((area) => intersect(area, bounds));
    }),
  );
}

/** The bounds of a square on a screen of this size. */
export function squareBounds(square: number, { width }: Size): Rect {
  const columnCount = columnsOf(width);
  return {
    x: (square % columnCount) * squarePixels,
    y: Math.floor(square / columnCount) * squarePixels,
    width: squarePixels,
    height: squarePixels,
  };
}

/** The fraction of the screen that the squares cover, from 0 to 1. */
export function fractionOf(squares: Squares, { width, height }: Size): number {
  return Math.min(1, (squares.size * squarePixels * squarePixels) / (width * height));
}

/** True when only a blinking text caret differs: a thin vertical bar in at most two columns and three rows of squares. */
export function isCaret(squares: Squares, before: Pixels, after: Pixels): boolean {
  if (squares.size === 0 || squares.size > 6 || before.width !== after.width) return false;
  const columnCount = columnsOf(after.width);
  const columns = [...squares].map((square) => square % columnCount);
  if (Math.max(...columns) - Math.min(...columns) > 1) return false;
  const rows = [...squares].map((square) => Math.floor(square / columnCount));
  if (Math.max(...rows) - Math.min(...rows) > 2) return false;
  const left = Math.min(...columns) * squarePixels;
  const right = Math.min(after.width, (Math.max(...columns) + 1) * squarePixels);
  const differing = new Set<number>();
  for (
    let y = Math.min(...rows) * squarePixels;
    y < Math.min(after.height, (Math.max(...rows) + 1) * squarePixels);
    y += 1
  ) {
    for (let x = left; x < right; x += 1) {
      const at = (y * after.width + x) * 4;
      if (before.data.compare(after.data, at, at + 3, at, at + 3) !== 0) differing.add(x);
    }
  }
  return differing.size <= 3;
}

/** True when the whole capture has one colour: the screen is asleep, locked, or not drawn yet. */
export function isBlank({ data }: Pixels): boolean {
  // A capture that equals itself shifted by one pixel has one colour.
  return data.length <= 4 || data.subarray(4).compare(data.subarray(0, data.length - 4)) === 0;
}
