import { tagOf } from '../dom/native-node.js';
import { queryOne } from '../dom/native-query.js';
import { unpaintedTags } from '../dom/unpainted-tags.js';

const skippedTags = new Set<string>([
  ...unpaintedTags,
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

/** Whether elements with this tag are never listed. */
export function isSkipped(tag: string): boolean {
  return skippedTags.has(tag);
}

/** Whether no element inside is listed on its own. */
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
