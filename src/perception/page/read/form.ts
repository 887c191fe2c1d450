import type { FormField } from '../../page-protocol.js';
import { attributeOf, checkVisibility, idOf, textContentOf } from '../dom.js';
import { nameOf, selectedText } from '../naming/names.js';
import { ariaRole } from '../naming/roles.js';
import { fieldValue } from '../naming/states.js';
import { closestOf, queryAll, queryOne } from '../query.js';
import { collapse } from '../tree.js';
import { isUnseen } from './shown.js';
import { valueIn } from './text.js';

const mostFields = 200;
const fieldSelector =
  'input, select, textarea, [contenteditable=""], [contenteditable=true], [role=textbox], [role=combobox], [role=checkbox], [role=switch], [role=spinbutton], [role=slider], [role=radiogroup]';

/** The fields of a form with their labels and what they hold. */
export function readFields(root: Element, belongs: (field: Element) => boolean): FormField[] {
  const fields: FormField[] = [];
  const groups = new Set<string>();
  for (const field of queryAll(root, fieldSelector)) {
    if (fields.length >= mostFields) break;
    if (!belongs(field) || isLost(field)) continue;
    const read =
      field instanceof HTMLInputElement && field.type === 'radio' ? readRadio(field, root, groups) : readField(field);
    if (read) fields.push(read);
  }
  return fields;
}

function isLost(field: Element): boolean {
  if (field instanceof HTMLInputElement && /^(?:hidden|submit|button|reset|image)$/.test(field.type)) return true;
  if (ariaRole(field) === 'radiogroup' && queryOne(field, 'input[type=radio]')) return true;
  const isBox = field instanceof HTMLInputElement && /^(?:checkbox|radio|file)$/.test(field.type);
  // A box drawn by its label may itself be cut away.
  return !checkVisibility(field, { visibilityProperty: true }) || (!isBox && isUnseen(field, getComputedStyle(field)));
}

function readField(field: Element): FormField {
  const name = attributeOf(field, 'name');
  const label = collapse(nameOf(field) || name || idOf(field))
    .replace(/[\s:*]+$/, '')
    .slice(0, 200);
  return { label, ...(name ? { name } : {}), value: heldIn(field) };
}

function heldIn(field: Element): string | boolean {
  if (field instanceof HTMLInputElement && field.type === 'checkbox') return field.checked;
  if (field instanceof HTMLInputElement && /^(?:range|color)$/.test(field.type)) return field.value;
  if (field instanceof HTMLSelectElement) return selectedText(field);
  const role = ariaRole(field);
  if (role === 'checkbox' || role === 'switch') return attributeOf(field, 'aria-checked') === 'true';
  if (role === 'radiogroup') {
    const chosen = queryOne(field, '[role=radio][aria-checked=true]');
    return collapse((chosen && textContentOf(chosen)) ?? '');
  }
  return (valueIn(field) ?? fieldValue(field, role) ?? '').slice(0, 5_000);
}

/** One field for all the buttons of a group: what is chosen, by its label. */
function readRadio(radio: HTMLInputElement, root: Element, groups: Set<string>): FormField | undefined {
  if (groups.has(radio.name)) return undefined;
  groups.add(radio.name);
  const group = closestOf(radio, 'fieldset, [role=radiogroup]');
  const all = queryAll<HTMLInputElement>(root, `input[type=radio][name="${CSS.escape(radio.name)}"]`);
  const chosen = [...all].find((one) => one.checked);
  const label = (group && collapse(nameOf(group))) || radio.name;
  return {
    label: label.replace(/[\s:*]+$/, '').slice(0, 200),
    name: radio.name,
    value: chosen ? collapse(nameOf(chosen) || chosen.value) : '',
  };
}
