import { collapseSpaces } from '../dom/flat-tree.js';
import { attributeOf, checkVisibility, idOf, textContentOf } from '../dom/native-node.js';
import { closestOf, queryAll, queryOne } from '../dom/native-query.js';
import { nameOf, selectedText } from '../naming/accessible-name.js';
import { ariaRole } from '../naming/roles.js';
import { readFieldValue } from '../naming/states.js';
import type { FormField } from '../protocol.js';
import { isUnreadable } from './readable.js';
import { displayedValue } from './text.js';

const maxFields = 200;
const maxLabelLength = 200;
const maxValueLength = 5_000;
const fieldSelector =
  'input, select, textarea, [contenteditable=""], [contenteditable=true], [role=textbox], [role=combobox], [role=checkbox], [role=switch], [role=spinbutton], [role=slider], [role=radiogroup]';

/** The fields of a form with their labels and values. */
export function readFields(root: Element, belongs: (field: Element) => boolean): FormField[] {
  const fields: FormField[] = [];
  const groups = new Set<string>();
  for (const field of queryAll(root, fieldSelector)) {
    if (fields.length >= maxFields) break;
    if (!belongs(field) || isIgnored(field)) continue;
    const read =
      field instanceof HTMLInputElement && field.type === 'radio' ? readRadio(field, root, groups) : readField(field);
    if (read) fields.push(read);
  }
  return fields;
}

function isIgnored(field: Element): boolean {
  if (field instanceof HTMLInputElement && /^(?:hidden|submit|button|reset|image)$/.test(field.type)) return true;
  if (ariaRole(field) === 'radiogroup' && queryOne(field, 'input[type=radio]')) return true;
  const isBox = field instanceof HTMLInputElement && /^(?:checkbox|radio|file)$/.test(field.type);
  // A box that its label replaces may itself be hidden.
  return (
    !checkVisibility(field, { visibilityProperty: true }) || (!isBox && isUnreadable(field, getComputedStyle(field)))
  );
}

function readField(field: Element): FormField {
  const name = attributeOf(field, 'name');
  const label = collapseSpaces(nameOf(field) || name || idOf(field))
    .replace(/[\s:*]+$/, '')
    .slice(0, maxLabelLength);
  return { label, name: name || undefined, value: fieldValue(field) };
}

function fieldValue(field: Element): string | boolean {
  if (field instanceof HTMLInputElement && field.type === 'checkbox') return field.checked;
  if (field instanceof HTMLInputElement && /^(?:range|color)$/.test(field.type)) return field.value;
  if (field instanceof HTMLSelectElement) return selectedText(field);
  const role = ariaRole(field);
  if (role === 'checkbox' || role === 'switch') return attributeOf(field, 'aria-checked') === 'true';
  if (role === 'radiogroup') {
    const chosen = queryOne(field, '[role=radio][aria-checked=true]');
    return collapseSpaces((chosen && textContentOf(chosen)) ?? '');
  }
  return (displayedValue(field) ?? readFieldValue(field, role) ?? '').slice(0, maxValueLength);
}

/** One field for all radio buttons of a group, with the label of the checked one as value. */
function readRadio(radio: HTMLInputElement, root: Element, groups: Set<string>): FormField | undefined {
  if (groups.has(radio.name)) return undefined;
  groups.add(radio.name);
  const group = closestOf(radio, 'fieldset, [role=radiogroup]');
  const all = queryAll<HTMLInputElement>(root, `input[type=radio][name="${CSS.escape(radio.name)}"]`);
  const chosen = [...all].find((one) => one.checked);
  const label = (group && collapseSpaces(nameOf(group))) || radio.name;
  return {
    label: label.replace(/[\s:*]+$/, '').slice(0, maxLabelLength),
    name: radio.name,
    value: chosen ? collapseSpaces(nameOf(chosen) || chosen.value) : '',
  };
}
