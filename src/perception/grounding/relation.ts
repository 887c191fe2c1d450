import type { Element } from '../../core/element.js';
import { center, contains, type Rect } from '../../core/geometry.js';
import type { RelationKind } from './vocabulary.js';

const around = new Set<string>(['Dialog', 'Container', 'Table', 'List', 'Menu', 'Toolbar']);

/** How well `element` stands to `anchor` as the relation says, 0 to 1. `elements` is the reading order of both. */
export function relationFit(
  kind: RelationKind,
  element: Element,
  anchor: Element,
  elements: readonly Element[],
): number {
  if (element.id === anchor.id) return 0;
  const one = element.bounds;
  const other = anchor.bounds;
  switch (kind) {
    case 'near':
      return Math.max(nearness(one, other), sameRow(element, anchor) ? 0.6 * nearness(one, other) + 0.3 : 0);
    case 'right':
      return center(one).x > center(other).x ? sideways(one, other) : 0;
    case 'left':
      return center(one).x < center(other).x ? sideways(one, other) : 0;
    case 'below':
      return Math.max(vertical(other, one), underHeading(element, anchor, elements) * 0.95);
    case 'above':
      return vertical(one, other);
    case 'row':
      if (sameRow(element, anchor)) return 1;
      return element.list && anchor.list ? 0 : overlap(one, other, 'y') * 0.85 * (0.5 + 0.5 * nearness(one, other));
    case 'inside':
      return inside(element, anchor, elements);
    case 'belongs':
      if (sameRow(element, anchor)) return 1;
      // What belongs to a name stands beside it or after it.
      return Math.max(
        inside(element, anchor, elements) * 0.95,
        nearness(one, other) * (one.y + one.height <= other.y ? 0.6 : 0.9),
      );
  }
}

function sameRow(element: Element, anchor: Element): boolean {
  return element.list !== undefined && element.list.of === anchor.list?.of && element.list.row === anchor.list.row;
}

function inside(element: Element, anchor: Element, elements: readonly Element[]): number {
  if (around.has(anchor.role) && contains(anchor.bounds, center(element.bounds))) return 1;
  if (anchor.role === 'TableRow' || anchor.role === 'ListItem') {
    if (sameRow(element, anchor) || contains(anchor.bounds, center(element.bounds))) return 1;
  }
  return underHeading(element, anchor, elements);
}

/** Whether `element` belongs to the section that the heading `anchor` opens; a little more when close to it. */
function underHeading(element: Element, anchor: Element, elements: readonly Element[]): number {
  const level = anchor.level;
  if (level === undefined) return 0;
  const start = elements.indexOf(anchor);
  const place = elements.indexOf(element);
  if (place <= start) return 0;
  const closed = elements.findIndex((one, index) => index > start && one.level !== undefined && one.level <= level);
  if (closed !== -1 && place >= closed) return 0;
  return 0.85 + 0.15 * nearness(element.bounds, anchor.bounds);
}

function gaps(one: Rect, other: Rect): { x: number; y: number } {
  return {
    x: Math.max(0, one.x - (other.x + other.width), other.x - (one.x + one.width)),
    y: Math.max(0, one.y - (other.y + other.height), other.y - (one.y + one.height)),
  };
}

/** Falls from 1 with the distance; a step along the line counts little and one across lines much, as people read lines. */
function nearness(one: Rect, other: Rect): number {
  const gap = gaps(one, other);
  const sameLine = overlap(one, other, 'y') >= 0.5;
  const distance = sameLine ? gap.x / 3 : Math.hypot(gap.x, 2 * gap.y);
  return 1 / (1 + distance / 80);
}

function sideways(one: Rect, other: Rect): number {
  return overlap(one, other, 'y') < 0.3 ? 0 : 1 / (1 + gaps(one, other).x / 150);
}

function vertical(upper: Rect, lower: Rect): number {
  if (center(upper).y >= center(lower).y || overlap(upper, lower, 'y') >= 0.5) return 0;
  const gap = gaps(upper, lower);
  return 1 / (1 + (gap.y + 2 * gap.x) / 200);
}

/** The shared part of two boxes along one axis, of the smaller one. */
function overlap(one: Rect, other: Rect, axis: 'x' | 'y'): number {
  const size = axis === 'x' ? 'width' : 'height';
  const shared = Math.min(one[axis] + one[size], other[axis] + other[size]) - Math.max(one[axis], other[axis]);
  return Math.max(0, shared) / Math.max(1, Math.min(one[size], other[size]));
}
