import { contains, type Rect } from '../../core/geometry.js';
import type { NewEntry } from '../entry.js';

/** The bounds of the password fields on the screen, for models that act by coordinates. */
export type PasswordBounds = readonly { bounds: Rect; focused: boolean }[];

/** The password fields of an observation. Undefined for any other entry. */
export function findPasswordBounds({ type, observation }: NewEntry): PasswordBounds | undefined {
  if (type !== 'observed' || !isObject(observation) || !Array.isArray(observation.elements)) return undefined;
  return observation.elements.flatMap((element: unknown) => {
    if (
      !isObject(element) ||
      !Array.isArray(element.states) ||
      !element.states.some((state) => state === 'password' || state === 'secret')
    )
      return [];
    return isRect(element.bounds) ? [{ bounds: element.bounds, focused: element.states.includes('focused') }] : [];
  });
}

/** The texts that the calls of a reply type into a password field, by coordinates or by focus. */
export function findSecretsByPosition(calls: readonly unknown[], fields: PasswordBounds): string[] {
  if (fields.length === 0) return [];
  let isFocused = fields.some(({ focused }) => focused);
  const typed: string[] = [];
  for (const call of calls) {
    const action = isObject(call) ? call.action : undefined;
    if (!isObject(action)) continue;
    const { target, text } = action;
    const point = isObject(target) && typeof target.x === 'number' && typeof target.y === 'number' ? target : undefined;
    if (point) isFocused = fields.some(({ bounds }) => contains(bounds, { x: Number(point.x), y: Number(point.y) }));
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
