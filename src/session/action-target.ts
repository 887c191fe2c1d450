import type { Action, Target } from '../core/action.js';
import type { Element, ElementId } from '../core/element.js';
import { contains, type Point } from '../core/geometry.js';
import type { View } from '../core/view.js';

const pointed = new Set<Action['type']>(['click', 'press', 'release', 'drag', 'type', 'set_value', 'upload']);

/** The element that an action names. */
export function targetOf(action: Action): ElementId | undefined {
  const target = firstTarget(action);
  return target && 'element' in target ? target.element : undefined;
}

/** What an action without an element's name will meet: typing goes where the focus is, a place to what lies there. */
export function unnamedTarget(action: Action, view: View | undefined): Element | undefined {
  return isTyping(action) ? focusedIn(view) : elementUnder(action, view);
}

/** What has no target goes where the focus is. */
function isTyping(action: Action): boolean {
  return (action.type === 'type' && !action.target) || action.type === 'key';
}

function focusedIn(view: View | undefined): Element | undefined {
  return view?.elements.find(({ states }) => states.includes('focused'));
}

/** What lies where an action goes that names a place: the smallest thing there that can be used, or else the smallest that is there. */
function elementUnder(action: Action, view: View | undefined): Element | undefined {
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
  const target = firstTarget(action);
  return target && 'x' in target ? target : undefined;
}

function firstTarget(action: Action): Target | undefined {
  return action.type === 'drag' ? action.path[0] : 'target' in action ? action.target : undefined;
}

function isNearer(one: Element, other: Element): boolean {
  if (one.interactive !== other.interactive) return one.interactive;
  return one.bounds.width * one.bounds.height <= other.bounds.width * other.bounds.height;
}
