import type { Action, Target } from '../core/action.js';
import type { Element, ElementId } from '../core/element.js';
import { contains, type Point } from '../core/geometry.js';
import type { View } from '../core/view.js';

const pointerActions = new Set<Action['type']>(['click', 'press', 'release', 'drag', 'type', 'set_value', 'upload']);

/** The id of the element that an action names. */
export function targetElementId(action: Action): ElementId | undefined {
  const target = firstTarget(action);
  return target && 'element' in target ? target.element : undefined;
}

/** The ids of all elements that an action names. */
export function elementIdsOf(action: Action): ElementId[] {
  const targets = action.type === 'drag' ? action.path : [firstTarget(action)];
  const ids = targets.flatMap((target) => (target && 'element' in target ? [target.element] : []));
  const condition = action.type === 'wait' && typeof action.for === 'object' ? action.for : undefined;
  if (condition && 'gone' in condition && 'id' in condition.gone) ids.push(condition.gone.id);
  return ids;
}

/** The element that an action names, or the one that it affects without naming one. */
export function affectedElement(
  action: Action,
  known: ReadonlyMap<ElementId, Element>,
  view: View | undefined,
): Element | undefined {
  const id = targetElementId(action);
  return id ? known.get(id) : implicitTarget(action, view);
}

/** The element that an action without an element id affects: the focused one for keys and text, else the one at its coordinates. */
function implicitTarget(action: Action, view: View | undefined): Element | undefined {
  const goesToFocus = (action.type === 'type' && !action.target) || action.type === 'key';
  if (goesToFocus) return view?.elements.find(({ states }) => states.includes('focused'));
  return elementAtPoint(action, view);
}

/** The smallest interactive element at the point, or else the smallest one. */
function elementAtPoint(action: Action, view: View | undefined): Element | undefined {
  const point = pointerActions.has(action.type) ? targetPoint(action) : undefined;
  if (!point || !view) return undefined;
  let found: Element | undefined;
  for (const element of view.elements) {
    if (!contains(element.bounds, point) || element.states.includes('covered')) continue;
    if (!found || isBetterMatch(element, found)) found = element;
  }
  return found;
}

function targetPoint(action: Action): Point | undefined {
  const target = firstTarget(action);
  return target && 'x' in target ? target : undefined;
}

function firstTarget(action: Action): Target | undefined {
  return action.type === 'drag' ? action.path[0] : 'target' in action ? action.target : undefined;
}

function isBetterMatch(one: Element, other: Element): boolean {
  if (one.interactive !== other.interactive) return one.interactive;
  return one.bounds.width * one.bounds.height <= other.bounds.width * other.bounds.height;
}
