import { coverOf } from '../cover/hidden-text.js';
import { area, viewportBox } from '../dom/box.js';
import { newRange } from '../dom/native-document.js';
import { clientHeightOf, firstChildOf, firstElementOf, scrollHeightOf, tagOf } from '../dom/native-node.js';
import { matchesSelector } from '../dom/native-query.js';
import { numberOf, shadowRootOf } from '../dom/node-registry.js';
import type { Box } from '../protocol.js';
import type { Collection } from './collection.js';

const canvasTags = new Set(['CANVAS', 'VIDEO', 'EMBED', 'OBJECT']);
const overlayPositions = new Set(['fixed', 'absolute', 'sticky']);
const minScrollPixels = 8;
/** The main scroller covers more than this fraction of the viewport. */
const minScrollerFraction = 1 / 3;

/** Notes an element that matters for the whole view: a canvas, a modal dialog, a possible shadow host, an overlay, a scroller. */
export function noteSpecialElement(
  collection: Collection,
  element: Element,
  style: CSSStyleDeclaration,
  rect: DOMRect,
  box: Box,
): void {
  const tag = tagOf(element);
  if (canvasTags.has(tag)) collection.canvases.push({ ...box, number: numberOf(element) });
  if (tag === 'DIALOG' && matchesSelector(element, ':modal')) collection.modal = element;
  if (!shadowRootOf(element) && mayHostClosedRoot(element)) collection.hostCandidates.push(element);
  if (overlayPositions.has(style.position) || style.zIndex !== 'auto')
    collection.visible.push({ element, box, interactive: false, mayOverlap: true, ...coverOf(style) });
  if (
    /auto|scroll/.test(style.overflowY) &&
    scrollHeightOf(element) > clientHeightOf(element) + minScrollPixels &&
    area(rect) > area(viewportBox()) * minScrollerFraction
  ) {
    collection.scroller ??= element;
  }
}

/** The native elements that can have a shadow root. */
const hostTags = new Set([
  'ARTICLE',
  'ASIDE',
  'BLOCKQUOTE',
  'DIV',
  'FOOTER',
  'HEADER',
  'MAIN',
  'NAV',
  'P',
  'SECTION',
  'SPAN',
]);

/** Whether the content of an element may be in a closed shadow root. */
function mayHostClosedRoot(element: Element): boolean {
  if (tagOf(element).includes('-')) return true;
  return hostTags.has(tagOf(element)) && firstElementOf(element) === null && !showsOwnText(element);
}

/** Text that is not rendered is a sign of a shadow root. */
function showsOwnText(element: Element): boolean {
  const text = firstChildOf(element);
  if (!(text instanceof Text) || !/\S/.test(text.data)) return false;
  const range = newRange();
  range.selectNodeContents(text);
  return range.getClientRects().length > 0;
}
