import type { Rect } from '../../core/geometry.js';

const cell = 64;
const cellsAcross = 4_096;

/** Rectangles by place: finds those near another without looking at all. */
export interface RectGrid<Item extends Rect> {
  add(item: Item): void;
  /** The part of `rect` that items other than `except` cover, added up: 1 when it is covered once all over. */
  covered(rect: Rect, except?: Item): number;
  /** Whether any item overlaps `rect`. */
  meets(rect: Rect): boolean;
}

/** An empty grid. */
export function rectGrid<Item extends Rect>(): RectGrid<Item> {
  const cells = new Map<number, Item[]>();
  return {
    add(item) {
      eachCell(item, (key) => {
        const items = cells.get(key);
        if (items) items.push(item);
        else cells.set(key, [item]);
      });
    },
    covered(rect, except) {
      let area = 0;
      eachCell(rect, (key) => {
        for (const item of cells.get(key) ?? []) {
          // An item stands in every cell it touches; it counts in the one where the shared part begins.
          if (item === except || keyAt(Math.max(item.x, rect.x), Math.max(item.y, rect.y)) !== key) continue;
          area += sharedArea(item, rect);
        }
      });
      return area / (rect.width * rect.height);
    },
    meets(rect) {
      let met = false;
      eachCell(rect, (key) => {
        if (!met) met = cells.get(key)?.some((item) => sharedArea(item, rect) > 0) ?? false;
      });
      return met;
    },
  };
}

/** The area two rectangles share. */
export function sharedArea(one: Rect, other: Rect): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  if (width <= 0) return 0;
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return height <= 0 ? 0 : width * height;
}

function keyAt(x: number, y: number): number {
  return Math.floor(y / cell) * cellsAcross + Math.floor(x / cell);
}

function eachCell(rect: Rect, visit: (key: number) => void): void {
  const right = Math.floor((rect.x + rect.width) / cell);
  const bottom = Math.floor((rect.y + rect.height) / cell);
  for (let y = Math.floor(rect.y / cell); y <= bottom; y++) {
    for (let x = Math.floor(rect.x / cell); x <= right; x++) visit(y * cellsAcross + x);
  }
}
