import { attributeOf, firstElementOf, isContentEditable } from './dom.js';
import { pseudoText } from './naming/name-text.js';
import { collapse } from './tree.js';

const longest = 200;
/** A hint that is painted goes once something is written: the field is called by it all the same. */
const painted = new WeakMap<Element, string>();

/** What an editable part without a name says of itself while it is empty: editors paint it, or keep it in an attribute. */
export function hintIn(element: Element, value: string | undefined): string {
  if (!isContentEditable(element)) return '';
  const first = firstElementOf(element);
  const places = first ? [element, first] : [element];
  for (const place of places) {
    const given = collapse(attributeOf(place, 'data-placeholder') ?? '');
    if (given) return given.slice(0, longest);
  }
  if (value) return painted.get(element) ?? '';
  for (const place of places) {
    const shown = collapse(pseudoText(place, '::before')).slice(0, longest);
    if (!shown) continue;
    painted.set(element, shown);
    return shown;
  }
  return '';
}
