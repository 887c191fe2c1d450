import type { ElementId } from '../../../core/element.js';
import type { View } from '../../../core/view.js';

function focusedIds({ elements }: View): ElementId[] {
  return elements.filter(({ states }) => states.includes('focused')).map(({ id }) => id);
}

/** True when the element has the focus now and did not have it before. */
export function gainsFocus(before: View, after: View, id: ElementId): boolean {
  return focusedIds(after).includes(id) && !focusedIds(before).includes(id);
}

/**
 * True when the focus moved between elements that match `isRelevant`. Without a known focus before, this is false: GTK reports the focus only
 * for a window that has a keyboard.
 */
export function movesFocus(before: View, after: View, isRelevant: (id: ElementId) => boolean): boolean {
  const former = focusedIds(before).filter(isRelevant);
  return former.length > 0 && focusedIds(after).some((id) => isRelevant(id) && !former.includes(id));
}
