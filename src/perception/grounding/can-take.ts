import type { Element, Role } from '../../core/element.js';

/**
 * What an action needs. `press`: an element that can be clicked. `fill`: a field. `check`: a checkbox, switch or radio button. `point`: any
 * element, to move to, scroll, read or drop on.
 */
export type Purpose = 'press' | 'fill' | 'check' | 'point';

export const fillableRoles = new Set<Role>(['TextInput', 'Dropdown', 'Checkbox', 'Radio']);
const fillableKinds = new Set(['slider', 'spinbutton', 'listbox', 'combobox', 'switch', 'radiogroup']);

const checkableKinds = new Set(['switch', 'menuitemcheckbox', 'menuitemradio']);

/** Whether an element can take an action. */
export function canTake({ role, kind, interactive }: Element, purpose: Purpose): boolean {
  if (purpose === 'point') return true;
  if (purpose === 'press') return interactive;
  if (purpose === 'check') return role === 'Checkbox' || role === 'Radio' || checkableKinds.has(kind ?? '');
  return fillableRoles.has(role) || (kind !== undefined && fillableKinds.has(kind));
}
