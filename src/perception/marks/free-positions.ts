import type { Point, Rect, Size } from '../../core/geometry.js';
import type { RectGrid } from './rect-grid.js';

/** Finds the free position nearest to a point, anywhere on the picture. */
export type FreePositionFinder = (near: Point, label: Size) => Rect | undefined;

/** The distance between tried positions, in pixels. */
const stepPixels = 4;

/** Searches among labels that are only ever added: a position that is taken is never tried again. */
export function createFreePositionFinder(size: Size, labels: RectGrid<Rect>): FreePositionFinder {
  const takenFor = new Map<number, Uint8Array>();
  return (near, label) => {
    const columns = Math.floor((size.width - label.width) / stepPixels) + 1;
    const rows = Math.floor((size.height - label.height) / stepPixels) + 1;
    if (columns < 1 || rows < 1) return undefined;
    const taken = takenFor.get(label.width) ?? new Uint8Array(columns * rows);
    takenFor.set(label.width, taken);
    const isFree = (column: number, row: number): boolean => {
      const index = row * columns + column;
      if (taken[index]) return false;
      if (!labels.overlapsAny({ x: column * stepPixels, y: row * stepPixels, ...label })) return true;
      taken[index] = 1;
      return false;
    };
    const position = nearestFree(near, columns, rows, isFree);
    return position && { ...position, ...label };
  };
}

/** Searches rings around the point, until none can contain a nearer position. */
function nearestFree(
  near: Point,
  columns: number,
  rows: number,
  isFree: (column: number, row: number) => boolean,
): Point | undefined {
  const from = { column: Math.round(near.x / stepPixels), row: Math.round(near.y / stepPixels) };
  const maxRing = Math.max(from.column, columns - from.column, from.row, rows - from.row);
  let best: Point | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (let ring = 0; ring <= maxRing && (ring - 1) * stepPixels < lowest; ring += 1) {
    for (let row = Math.max(0, from.row - ring); row <= Math.min(rows - 1, from.row + ring); row += 1) {
      const isEdge = Math.abs(row - from.row) === ring;
      const stride = isEdge || ring === 0 ? 1 : 2 * ring;
      for (let column = from.column - ring; column <= from.column + ring; column += stride) {
        if (column < 0 || column >= columns) continue;
        const distance = Math.hypot(column * stepPixels - near.x, row * stepPixels - near.y);
        if (distance >= lowest || !isFree(column, row)) continue;
        best = { x: column * stepPixels, y: row * stepPixels };
        lowest = distance;
      }
    }
  }
  return best;
}
