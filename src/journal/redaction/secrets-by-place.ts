import { contains, type Rect } from '../../core/geometry.js';
import type { Note } from '../entry.js';

/** Where the fields that show dots are on the screen, and which of them has the focus: for models that act by place. */
export type PasswordPlaces = readonly { bounds: Rect; focused: boolean }[];

/** The places of an observation that still has its elements; nothing for any other entry. */
export function passwordPlacesIn({ type, observation }: Note): PasswordPlaces | undefined {
  if (type !== 'observed' || !isObject(observation) || !Array.isArray(observation.elements)) return undefined;
  return observation.elements.flatMap((element: unknown) => {
    if (!isObject(element) || !Array.isArray(element.states) || !element.states.includes('password')) return [];
    return isRect(element.bounds) ? [{ bounds: element.bounds, focused: element.states.includes('focused') }] : [];
  });
}

/** What the calls of one reply type into such a field: at its place, or where the focus is after the clicks before. */
export function byPlace(calls: readonly unknown[], places: PasswordPlaces): string[] {
  if (places.length === 0) return [];
  let isFocused = places.some(({ focused }) => focused);
  const typed: string[] = [];
  for (const call of calls) {
    const action = isObject(call) ? call.action : undefined;
    if (!isObject(action)) continue;
    const { target, text } = action;
    const point = isObject(target) && typeof target.x === 'number' && typeof target.y === 'number' ? target : undefined;
    if (point) isFocused = places.some(({ bounds }) => contains(bounds, { x: Number(point.x), y: Number(point.y) }));
    if (action.type === 'type' && typeof text === 'string' && text !== '' && isFocused) typed.push(text);
  }
  return typed;
}

function isRect(value: unknown): value is Rect {
  return isObject(value) && ['x', 'y', 'width', 'height'].every((side) => typeof value[side] === 'number');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
