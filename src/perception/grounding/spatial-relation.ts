import type { Element } from '../../core/element.js';
import { center, contains, type Rect } from '../../core/geometry.js';
import { isSameRow } from './structural-relation.js';
import { containerRoles, type RelationKind } from './vocabulary.js';

/** Boxes that overlap vertically by this fraction are on one line. */
const sameLineOverlap = 0.5;

/** How well the relation between `element` and `anchor` holds, 0 to 1. `elements` is in reading order. */
export function scoreRelation(
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
      return Math.max(nearness(one, other), isSameRow(element, anchor) ? 0.6 * nearness(one, other) + 0.3 : 0);
    case 'right':
      return center(one).x > center(other).x ? sideways(one, other) : 0;
    case 'left':
      return center(one).x < center(other).x ? sideways(one, other) : 0;
    case 'below':
      return Math.max(vertical(other, one), inSection(element, anchor, elements) * 0.95);
    case 'above':
      return vertical(one, other);
    case 'row':
      if (isSameRow(element, anchor)) return 1;
      return element.list && anchor.list ? 0 : overlap(one, other, 'y') * 0.85 * (0.5 + 0.5 * nearness(one, other));
    case 'inside':
      return inside(element, anchor, elements);
    case 'belongs':
      if (isSameRow(element, anchor)) return 1;
      // What belongs to a name is beside or below it rather than above.
      return Math.max(
        inside(element, anchor, elements) * 0.95,
        nearness(one, other) * (one.y + one.height <= other.y ? 0.6 : 0.9),
      );
  }
}

function inside(element: Element, anchor: Element, elements: readonly Element[]): number {
  const isRow = anchor.role === 'TableRow' || anchor.role === 'ListItem';
  if (isRow && isSameRow(element, anchor)) return 1;
  if ((isRow || containerRoles.has(anchor.role)) && contains(anchor.bounds, center(element.bounds))) return 1;
  return inSection(element, anchor, elements);
}

/** Score of an element in the section of a heading. The rest depends on the distance. */
const sectionScore = 0.85;

/** Whether the element is in the section of the heading `anchor`. Closer elements score higher. */
function inSection(element: Element, anchor: Element, elements: readonly Element[]): number {
  const { level } = anchor;
  if (level === undefined) return 0;
  const start = elements.indexOf(anchor);
  const index = elements.indexOf(element);
  if (index <= start) return 0;
  const end = elements.findIndex((one, at) => at > start && one.level !== undefined && one.level <= level);
  if (end !== -1 && index >= end) return 0;
  return sectionScore + (1 - sectionScore) * nearness(element.bounds, anchor.bounds);
}

function gaps(one: Rect, other: Rect): { x: number; y: number } {
  return {
    x: Math.max(0, one.x - (other.x + other.width), other.x - (one.x + one.width)),
    y: Math.max(0, one.y - (other.y + other.height), other.y - (one.y + one.height)),
  };
}

/** 1 at distance 0, a half at `halfDistance`. Both are in pixels. */
function decay(distance: number, halfDistance: number): number {
  return 1 / (1 + distance / halfDistance);
}

const nearHalfDistance = 80;
/** On one line, a distance counts only a third. Across lines, the vertical one counts double. */
const lineDivisor = 3;
const crossLineFactor = 2;

/** 1 for touching boxes, less with the distance. Users read along lines, so the direction matters. */
function nearness(one: Rect, other: Rect): number {
  const gap = gaps(one, other);
  const isSameLine = overlap(one, other, 'y') >= sameLineOverlap;
  return decay(isSameLine ? gap.x / lineDivisor : Math.hypot(gap.x, crossLineFactor * gap.y), nearHalfDistance);
}

const sidewaysHalfDistance = 150;
const minSidewaysOverlap = 0.3;

function sideways(one: Rect, other: Rect): number {
  return overlap(one, other, 'y') < minSidewaysOverlap ? 0 : decay(gaps(one, other).x, sidewaysHalfDistance);
}

const verticalHalfDistance = 200;

function vertical(upper: Rect, lower: Rect): number {
  if (center(upper).y >= center(lower).y || overlap(upper, lower, 'y') >= sameLineOverlap) return 0;
  const gap = gaps(upper, lower);
  return decay(gap.y + 2 * gap.x, verticalHalfDistance);
}

/** The shared length of two boxes along one axis, as a fraction of the smaller one. */
function overlap(one: Rect, other: Rect, axis: 'x' | 'y'): number {
  const size = axis === 'x' ? 'width' : 'height';
  const shared = Math.min(one[axis] + one[size], other[axis] + other[size]) - Math.max(one[axis], other[axis]);
  return Math.max(0, shared) / Math.max(1, Math.min(one[size], other[size]));
}
