import type { Element } from '../../core/element.js';
import { center, contains, type Point } from '../../core/geometry.js';
import type { Step } from '../step.js';

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

/** The selector that hits the element itself: its id, or a point when another control covers its middle. */
export function clickSelector({ screen: { turn } }: Step, element: Element): string {
  const { elements, screen } = turn.observation;
  const middle = center(element.bounds);
  const isOnScreen = middle.x >= 0 && middle.y >= 0 && middle.x < screen.width && middle.y < screen.height;
  if (!isOnScreen || element.frame !== undefined || element.states.includes('covered')) return element.id;
  // Text is clicked where it is painted, not in the middle of its block.
  if (!element.interactive) return element.role === 'Text' ? formatPoint(middle) : element.id;
  const inside = elements.filter((other) => other.id !== element.id && other.interactive && isWithin(other, element));
  if (!inside.some(({ bounds }) => contains(bounds, middle))) return element.id;
  const { x, y, width, height } = element.bounds;
  const points = [0.25, 0.75, 0.1, 0.9, 0.4, 0.6, 0.02, 0.98].map((share) => ({
    x: x + width * share,
    y: y + height / 2,
  }));
  const free = points.find((point) => !inside.some(({ bounds }) => contains(bounds, point)));
  return free ? formatPoint(free) : element.id;
}

function formatPoint({ x, y }: Point): string {
  return `${Math.round(x)},${Math.round(y)}`;
}
