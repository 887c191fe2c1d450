import { tagOf } from '../dom.js';
import { queryOne } from '../query.js';
import { unpainted } from '../unpainted.js';

/** Where a walk has nothing to find, or nothing further. */

const skipped = new Set<string>([
  ...unpainted,
  'TITLE',
  'BASE',
  'BR',
  'WBR',
  'SOURCE',
  'TRACK',
  'PARAM',
  'COL',
  'COLGROUP',
  'DATALIST',
]);

export function isSkipped(tag: string): boolean {
  return skipped.has(tag);
}

/** Nothing inside it is seen on its own. */
export function isLeaf(element: Element): boolean {
  switch (tagOf(element)) {
    case 'IMG':
    case 'TEXTAREA':
      return true;
    case 'SELECT':
      return !(element instanceof HTMLSelectElement && (element.multiple || element.size > 1));
    case 'svg':
      return queryOne(element, 'a, [tabindex], [role=button], [role=link]') === null;
    default:
      return false;
  }
}
