import type { Element } from '../../core/element.js';

/** Whether one element lies inside another, with a tolerance in pixels. */
export function isWithin({ bounds: a }: Element, { bounds: b }: Element, tolerance = 0): boolean {
  return (
    a.x >= b.x - tolerance &&
    a.y >= b.y - tolerance &&
    a.x + a.width <= b.x + b.width + tolerance &&
    a.y + a.height <= b.y + b.height + tolerance
  );
}

/** Whether two elements belong to the same row of a list. */
export function isSameRow({ list: a }: Element, { list: b }: Element): boolean {
  return a !== undefined && b !== undefined && a.container === b.container && a.row === b.row;
}
