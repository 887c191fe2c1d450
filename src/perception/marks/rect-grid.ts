import type { Rect } from '../../core/geometry.js';

/** The size of a grid cell in pixels, and the number of cells in a row. */
const cellPixels = 64;
const cellsPerRow = 4_096;

/** A spatial index of rectangles. */
export interface RectGrid<Item extends Rect> {
  add(item: Item): void;
  /** The fraction of `rect` that items other than `except` cover, added up per item. */
  coveredFraction(rect: Rect, except?: Item): number;
  /** Whether any item overlaps `rect`. */
  overlapsAny(rect: Rect): boolean;
}

/** An empty grid. */
export function createRectGrid<Item extends Rect>(): RectGrid<Item> {
  const cells = new Map<number, Item[]>();
  return {
    add(item) {
      eachCell(item, (key) => {
        const items = cells.get(key);
        if (items) items.push(item);
        else cells.set(key, [item]);
      });
    },
    coveredFraction(rect, except) {
      let area = 0;
      eachCell(rect, (key) => {
        for (const item of cells.get(key) ?? []) {
          // An item is in every cell it touches. It counts in the cell where the intersection starts.
          if (item === except || keyAt(Math.max(item.x, rect.x), Math.max(item.y, rect.y)) !== key) continue;
          area += intersectionArea(item, rect);
        }
      });
      return area / (rect.width * rect.height);
    },
    overlapsAny(rect) {
      let overlaps = false;
      eachCell(rect, (key) => {
        if (!overlaps) overlaps = cells.get(key)?.some((item) => intersectionArea(item, rect) > 0) ?? false;
      });
      return overlaps;
    },
  };
}

/** The area of the intersection of two rectangles. */
export function intersectionArea(one: Rect, other: Rect): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  if (width <= 0) return 0;
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return height <= 0 ? 0 : width * height;
}

function keyAt(x: number, y: number): number {
  return Math.floor(y / cellPixels) * cellsPerRow + Math.floor(x / cellPixels);
}

function eachCell(rect: Rect, visit: (key: number) => void): void {
  const right = Math.floor((rect.x + rect.width) / cellPixels);
  const bottom = Math.floor((rect.y + rect.height) / cellPixels);
  for (let y = Math.floor(rect.y / cellPixels); y <= bottom; y++) {
    for (let x = Math.floor(rect.x / cellPixels); x <= right; x++) visit(y * cellsPerRow + x);
  }
}
