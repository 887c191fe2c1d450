import { isContentEditable } from '../dom/native-node.js';
import { nameOf } from '../naming/accessible-name.js';
import { descriptionOf } from '../naming/description.js';
import { editorPlaceholder } from '../naming/editor-placeholder.js';
import { toRole } from '../naming/roles.js';
import { readFieldValue, readStates } from '../naming/states.js';
import type { Entry } from '../protocol.js';

/** An entry before it has a number and a position. */
export type NewEntry = Omit<Entry, 'number' | 'box'>;

/** ARIA roles and input types that say more than the role they map to. */
const informativeKinds = new Set([
  'switch',
  'searchbox',
  'spinbutton',
  'treeitem',
  'option',
  'listbox',
  'date',
  'datetime-local',
  'month',
  'week',
  'time',
  'file',
  'summary',
  'gridcell',
  'columnheader',
  'progressbar',
  'meter',
]);

/** The entry of a control: name, value, description and states. */
export function toControlEntry(
  element: Element,
  ariaRole: string,
  focused: Element | null,
  interactive = true,
): NewEntry {
  const role = toRole(ariaRole);
  const value = readFieldValue(element, ariaRole);
  const name = nameOf(element) || editorPlaceholder(element, value);
  const hasNoRole = ariaRole === 'generic' || ariaRole === 'none';
  return {
    role: hasNoRole ? (isContentEditable(element) ? 'TextInput' : 'Button') : role,
    kind: informativeKinds.has(ariaRole) || role === 'Other' ? ariaRole : undefined,
    name,
    value,
    description: descriptionOf(element, name),
    states: readStates(element, ariaRole, focused),
    interactive,
  };
}
