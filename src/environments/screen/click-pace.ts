import type { Point } from '../../core/geometry.js';
import { pause } from './rest.js';

/** What toolkits take for one double click: two presses this close in time and place. */
const doubleMs = 500;
const near = 6;

/** Keeps clicks that were asked for one by one from arriving as a double click. */
export function createClickPace(): (place: Point, signal?: AbortSignal) => Promise<void> {
  let last: (Point & { at: number }) | undefined;
  return async (place, signal) => {
    const left =
      last && Math.hypot(place.x - last.x, place.y - last.y) <= near ? last.at + doubleMs - performance.now() : 0;
    if (left > 0) await pause(left, signal);
    last = { x: place.x, y: place.y, at: performance.now() };
  };
}
