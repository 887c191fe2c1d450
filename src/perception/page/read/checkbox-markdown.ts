import { collapseSpaces } from '../dom/flat-tree.js';
import { attributeOf, parentOf, textContentOf } from '../dom/native-node.js';
import { closestOf } from '../dom/native-query.js';
import { nameOf } from '../naming/accessible-name.js';
import { ariaRole } from '../naming/roles.js';
import { readLine } from './text.js';

const maxLength = 300;
/** How much text around a check box is searched for its label. */
const maxTextAround = 2_000;

/** A check box or radio button as Markdown, with its label if that is not next to it. Undefined for other elements. */
export function checkboxMarkdown(element: Element): string | undefined {
  if (element instanceof HTMLInputElement) {
    if (element.type !== 'checkbox' && element.type !== 'radio') return undefined;
    return `${formatMark(element.type, element.checked)} ${distantLabel(element)}`;
  }
  const role = attributeOf(element, 'role') ? ariaRole(element) : '';
  if (role !== 'checkbox' && role !== 'switch' && role !== 'radio') return undefined;
  const label = nameOf(element).slice(0, maxLength) || readLine(element, maxLength, { buttons: true });
  return ` ${formatMark(role, attributeOf(element, 'aria-checked') === 'true')} ${label} `;
}

function formatMark(kind: string, isChecked: boolean): string {
  const [open, close] = kind === 'radio' ? '()' : '[]';
  return `${open}${isChecked ? 'x' : ' '}${close}`;
}

/** The label, unless the text around the box contains it. */
function distantLabel(input: HTMLInputElement): string {
  if (closestOf(input, 'label')) return '';
  const name = collapseSpaces(nameOf(input)).slice(0, maxLength);
  let block = parentOf(input);
  while (block && getComputedStyle(block).display === 'inline') block = parentOf(block);
  const around = collapseSpaces((block && textContentOf(block)?.slice(0, maxTextAround)) ?? '');
  return name === '' || around.includes(name) ? '' : `${name} `;
}
