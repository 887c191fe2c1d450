import { collapseSpaces } from '../dom/flat-tree.js';
import { hasAttribute, isContentEditable, textContentOf } from '../dom/native-node.js';
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

const maxTextLength = 60;

/** The text that a user sees on a control which has another name for assistive technology. */
function visibleTextOf(element: Element, name: string): string | undefined {
  if (!hasAttribute(element, 'aria-label') && !hasAttribute(element, 'aria-labelledby')) return undefined;
  const text = collapseSpaces(textContentOf(element) ?? '');
  return text === '' || text === name || text.length > maxTextLength ? undefined : text;
}

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
    text: visibleTextOf(element, name),
    states: readStates(element, ariaRole, focused),
    interactive,
  };
}
