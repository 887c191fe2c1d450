import { flatParent } from '../dom/flat-tree.js';
import { attributeOf, firstElementOf, previousElementOf, rectOf } from '../dom/native-node.js';
import { queryAll, queryOne } from '../dom/native-query.js';
import { nameFromContent } from './accessible-name.js';

/**
 * A dropdown that filters its options has an input, which is empty or transparent, and shows the chosen option as a text over it. To a user
 * both are one field.
 */

const maxLevels = 3;
const maxTextLength = 120;
const controlCss = 'input:not([type=hidden]), button, select, textarea, a[href], [role=button], [role=combobox]';
/** The widget is at most this much larger than its input, in each direction. In pixels. */
const maxBorderPixels = 60;

/** The box of a dropdown around its input, if it contains no other control. */
function dropdownAround(input: Element): Element | undefined {
  if (!(input instanceof HTMLInputElement) || attributeOf(input, 'role') !== 'combobox') return undefined;
  const own = rectOf(input);
  let found: Element | undefined;
  let current = flatParent(input);
  for (let level = 0; current && level < maxLevels; level += 1, current = flatParent(current)) {
    const { width, height } = rectOf(current);
    if (width > own.width + maxBorderPixels || height > own.height + maxBorderPixels) break;
    if (queryAll(current, controlCss).length !== 1) break;
    found = current;
  }
  return found;
}

/** The chosen option that a dropdown shows beside its empty input. Not the placeholder. */
export function shownChoice(input: HTMLInputElement): string {
  const box = input.value === '' ? dropdownAround(input) : undefined;
  if (!box || queryOne(box, '[class*=placeholder i]')) return '';
  return nameFromContent(box, maxTextLength);
}

/** Whether an element is the text of the chosen option, which follows the input. It is the value of the dropdown. */
export function isShownChoice(element: Element): boolean {
  const previous = previousElementOf(element);
  const input = previous instanceof HTMLInputElement ? previous : previous && firstElementOf(previous);
  if (!(input instanceof HTMLInputElement) || attributeOf(input, 'role') !== 'combobox') return false;
  const choice = shownChoice(input);
  return choice !== '' && choice === nameFromContent(element, maxTextLength);
}
