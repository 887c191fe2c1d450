import { collapseSpaces } from '../dom/flat-tree.js';
import { attributeOf, hasAttribute, isContentEditable, parentOf, textContentOf } from '../dom/native-node.js';
import { editorName, shownLines } from '../editor/editor-text.js';
import { nameOf, visibleLabelOf } from '../naming/accessible-name.js';
import { descriptionOf } from '../naming/description.js';
import { editorPlaceholder } from '../naming/editor-placeholder.js';
import { optionsOf } from '../naming/options.js';
import { readRange } from '../naming/range.js';
import { replacedFieldName } from '../naming/replaced-field.js';
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
const maxEditorLength = 500;

/** The text that a user sees on a control, or on its label, if the control has another name for assistive technology. */
function visibleTextOf(element: Element, name: string, value: string | undefined): string | undefined {
  if (!hasAttribute(element, 'aria-label') && !hasAttribute(element, 'aria-labelledby')) return undefined;
  const text = visibleLabelOf(element) || (value === undefined ? collapseSpaces(textContentOf(element) ?? '') : '');
  return text === '' || text === name || text.length > maxTextLength ? undefined : text;
}

/** The entry of a code editor: one text field with the lines that its view shows. */
export function toEditorEntry(view: Element, field: Element, focused: Element | null): NewEntry {
  const entry = toControlEntry(field, 'textbox', focused);
  const states = entry.states.includes('multiline') ? entry.states : [...entry.states, 'multiline' as const];
  return { ...entry, name: editorName(view, field), value: shownLines(view, maxEditorLength) || undefined, states };
}

/** The roles of widgets that take the place of a native field. */
const replacingRoles = new Set(['combobox', 'listbox', 'textbox', 'searchbox', 'slider', 'spinbutton']);

/** The accessible name. A widget that only shows its value, and hides a native field with a label, has that label as name. */
function fieldName(element: Element, ariaRole: string, value: string | undefined): string {
  const own = nameOf(element) || editorPlaceholder(element, value);
  if (own === '' && (ariaRole === 'checkbox' || ariaRole === 'radio')) return wrapperName(element);
  if ((own !== '' && own !== value) || !replacingRoles.has(ariaRole)) return own;
  return replacedFieldName(element) || own;
}

const maxWrapperLevels = 2;

/** The label of an element that only wraps a box: a drawn check box has the label instead of the native one inside. */
function wrapperName(box: Element): string {
  let current = parentOf(box);
  for (let level = 0; current && level < maxWrapperLevels; current = parentOf(current), level += 1) {
    if (/\S/.test(textContentOf(current) ?? '')) return '';
    const label = collapseSpaces(attributeOf(current, 'aria-label') ?? '');
    if (label) return label;
  }
  return '';
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
  const name = fieldName(element, ariaRole, value);
  const hasNoRole = ariaRole === 'generic' || ariaRole === 'none';
  return {
    role: hasNoRole ? (isContentEditable(element) ? 'TextInput' : 'Button') : role,
    kind: informativeKinds.has(ariaRole) || role === 'Other' ? ariaRole : undefined,
    name,
    value,
    description: descriptionOf(element, name) ?? readRange(element, ariaRole),
    text: visibleTextOf(element, name, value),
    states: readStates(element, ariaRole, focused),
    options: role === 'Dropdown' ? optionsOf(element)?.length : undefined,
    interactive,
  };
}
