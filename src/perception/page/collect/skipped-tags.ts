import { area } from '../dom/box.js';
import { tagOf } from '../dom/native-node.js';
import { byTag, queryOne } from '../dom/native-query.js';
import { unpaintedTags } from '../dom/unpainted-tags.js';
import type { Box } from '../protocol.js';
import type { VisitContext } from './visit-context.js';

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
  // Parts of a drawing that are not painted themselves.
  'title',
  'desc',
  'defs',
  'style',
  'script',
  'metadata',
  'symbol',
  'clipPath',
  'mask',
  'marker',
  'pattern',
  'filter',
  'linearGradient',
  'radialGradient',
]);

/** Whether elements with this tag are never listed. */
export function isSkipped(tag: string): boolean {
  return skippedTags.has(tag);
}

/** In square pixels. A smaller drawing is an icon. */
export const minDrawingArea = 900;
const maxDrawingElements = 4_000;

/** Whether no element inside is listed on its own. */
export function isLeaf(element: Element, box: Box | undefined, { insideControl }: VisitContext): boolean {
  switch (tagOf(element)) {
    case 'IMG':
    case 'TEXTAREA':
      return true;
    case 'SELECT':
      return !(element instanceof HTMLSelectElement && (element.multiple || element.size > 1));
    case 'svg':
      return (
        isIcon(element, box, insideControl) && queryOne(element, 'a, [tabindex], [role=button], [role=link]') === null
      );
    default:
      return false;
  }
}

function isIcon(svg: Element, box: Box | undefined, insideControl: boolean): boolean {
  if (insideControl || !box || area(box) < minDrawingArea) return true;
  return byTag(svg, '*').length > maxDrawingElements;
}
