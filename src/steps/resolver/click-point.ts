import type { Element } from '../../core/element.js';
import { center, contains, type Point } from '../../core/geometry.js';
import type { ExecutionState } from '../execution-state.js';

/** Where to click so that the element itself is hit: its id, or a point where its middle belongs to something else. */
export function aim({ turn }: ExecutionState, element: Element): string {
  const { elements, screen } = turn.observation;
  const middle = center(element.bounds);
  const isOnScreen = middle.x >= 0 && middle.y >= 0 && middle.x < screen.width && middle.y < screen.height;
  if (!isOnScreen || element.frame !== undefined || element.states.includes('covered')) return element.id;
  // The words of a block are clicked where they stand, not in the middle of the block.
  if (!element.interactive) return element.role === 'Text' ? asText(middle) : element.id;
  const inside = elements.filter((other) => other.id !== element.id && other.interactive && isWithin(other, element));
  if (!inside.some(({ bounds }) => contains(bounds, middle))) return element.id;
  const { x, y, width, height } = element.bounds;
  const points = [0.25, 0.75, 0.1, 0.9, 0.4, 0.6, 0.02, 0.98].map((share) => ({
    x: x + width * share,
    y: y + height / 2,
  }));
  const free = points.find((point) => !inside.some(({ bounds }) => contains(bounds, point)));
  return free ? asText(free) : element.id;
}

function asText({ x, y }: Point): string {
  return `${Math.round(x)},${Math.round(y)}`;
}

function isWithin({ bounds: a }: Element, { bounds: b }: Element): boolean {
  return a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height;
}
