import type { Action } from '../core/action.js';
import type { Element } from '../core/element.js';
import { contains, type Point } from '../core/geometry.js';
import type { View } from '../core/view.js';

const pointed = new Set<Action['type']>(['click', 'press', 'release', 'drag', 'type', 'set_value', 'upload']);

/** What lies where an action goes that names a place: the smallest thing there that can be used, or else the smallest that is there. */
export function elementUnder(action: Action, view: View | undefined): Element | undefined {
  const place = pointed.has(action.type) ? placeOf(action) : undefined;
  if (!place || !view) return undefined;
  let found: Element | undefined;
  for (const element of view.elements) {
    if (!contains(element.bounds, place) || element.states.includes('covered')) continue;
    if (!found || isNearer(element, found)) found = element;
  }
  return found;
}

function placeOf(action: Action): Point | undefined {
  const target = action.type === 'drag' ? action.path[0] : 'target' in action ? action.target : undefined;
  return target && 'x' in target ? target : undefined;
}

function isNearer(one: Element, other: Element): boolean {
  if (one.interactive !== other.interactive) return one.interactive;
  return one.bounds.width * one.bounds.height <= other.bounds.width * other.bounds.height;
}
