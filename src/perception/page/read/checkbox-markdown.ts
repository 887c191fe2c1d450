import { attributeOf, parentOf, textContentOf } from '../dom.js';
import { nameOf } from '../naming/names.js';
import { ariaRole } from '../naming/roles.js';
import { closestOf } from '../query.js';
import { collapse } from '../tree.js';
import { lineOf } from './text.js';

const longest = 300;

/** What is ticked or not, with its label where that does not stand beside it. Undefined where nothing can be ticked. */
export function tickMarkdown(element: Element): string | undefined {
  if (element instanceof HTMLInputElement) {
    if (element.type !== 'checkbox' && element.type !== 'radio') return undefined;
    return `${markOf(element.type, element.checked)} ${farLabel(element)}`;
  }
  const role = attributeOf(element, 'role') ? ariaRole(element) : '';
  if (role !== 'checkbox' && role !== 'switch' && role !== 'radio') return undefined;
  const words = nameOf(element).slice(0, longest) || lineOf(element, longest, { buttons: true });
  return ` ${markOf(role, attributeOf(element, 'aria-checked') === 'true')} ${words} `;
}

function markOf(kind: string, isTicked: boolean): string {
  const [open, close] = kind === 'radio' ? '()' : '[]';
  return `${open}${isTicked ? 'x' : ' '}${close}`;
}

/** The label, unless it is read in the same lines anyway. */
function farLabel(input: HTMLInputElement): string {
  if (closestOf(input, 'label')) return '';
  const name = collapse(nameOf(input)).slice(0, longest);
  let block = parentOf(input);
  while (block && getComputedStyle(block).display === 'inline') block = parentOf(block);
  const around = collapse((block && textContentOf(block)?.slice(0, 2_000)) ?? '');
  return name === '' || around.includes(name) ? '' : `${name} `;
}
