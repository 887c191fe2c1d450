import type { ElementId } from '../../../core/element.js';
import type { View } from '../../../core/view.js';

function focused({ elements }: View): ElementId[] {
  return elements.filter(({ states }) => states.includes('focused')).map(({ id }) => id);
}

/** This element has the keys now, and had not before. */
export function gainsFocus(before: View, after: View, id: ElementId): boolean {
  return focused(after).includes(id) && !focused(before).includes(id);
}

/**
 * The keys went from one element to another, among those that count. Where nobody was known to have them, they may have been there before: GTK
 * tells it only of a window that has a keyboard.
 */
export function movesFocus(before: View, after: View, counts: (id: ElementId) => boolean): boolean {
  const former = focused(before).filter(counts);
  return former.length > 0 && focused(after).some((id) => counts(id) && !former.includes(id));
}
