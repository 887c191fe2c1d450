import type { Point, Rect, Size } from '../../core/geometry.js';
import type { RectGrid } from './rect-grid.js';

/** The free place nearest to a box, anywhere on the picture. */
export type FreePlaces = (near: Point, label: Size) => Rect | undefined;

/** Places are tried at every so many pixels. */
const step = 4;

/** Finds free places among labels that only ever become more: a place once found taken is never tried again. */
export function freePlaces(size: Size, labels: RectGrid<Rect>): FreePlaces {
  const takenFor = new Map<number, Uint8Array>();
  return (near, label) => {
    const columns = Math.floor((size.width - label.width) / step) + 1;
    const rows = Math.floor((size.height - label.height) / step) + 1;
    if (columns < 1 || rows < 1) return undefined;
    const taken = takenFor.get(label.width) ?? new Uint8Array(columns * rows);
    takenFor.set(label.width, taken);
    const isFree = (column: number, row: number): boolean => {
      const index = row * columns + column;
      if (taken[index]) return false;
      if (!labels.meets({ x: column * step, y: row * step, ...label })) return true;
      taken[index] = 1;
      return false;
    };
    const place = nearestFree(near, columns, rows, isFree);
    return place && { ...place, ...label };
  };
}

/** Rings around the point, each a step farther, until none can hold anything nearer than what was found. */
function nearestFree(
  near: Point,
  columns: number,
  rows: number,
  isFree: (column: number, row: number) => boolean,
): Point | undefined {
  const from = { column: Math.round(near.x / step), row: Math.round(near.y / step) };
  const farthest = Math.max(from.column, columns - from.column, from.row, rows - from.row);
  let best: Point | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let ring = 0; ring <= farthest && (ring - 1) * step < least; ring += 1) {
    for (let row = Math.max(0, from.row - ring); row <= Math.min(rows - 1, from.row + ring); row += 1) {
      const isEdge = Math.abs(row - from.row) === ring;
      const stride = isEdge || ring === 0 ? 1 : 2 * ring;
      for (let column = from.column - ring; column <= from.column + ring; column += stride) {
        if (column < 0 || column >= columns) continue;
        const distance = Math.hypot(column * step - near.x, row * step - near.y);
        if (distance >= least || !isFree(column, row)) continue;
        best = { x: column * step, y: row * step };
        least = distance;
      }
    }
  }
  return best;
}
