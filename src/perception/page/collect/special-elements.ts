import { area, viewportBox } from '../dom/box.js';
import { clientHeightOf, scrollHeightOf, tagOf } from '../dom/native-node.js';
import { matchesSelector } from '../dom/native-query.js';
import { shadowRootOf } from '../dom/node-registry.js';
import type { Box } from '../protocol.js';
import { mayHostClosedRoot } from './closed-shadow-hosts.js';
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
  if (canvasTags.has(tag)) collection.canvases.push(box);
  if (tag === 'DIALOG' && matchesSelector(element, ':modal')) collection.modal = element;
  if (!shadowRootOf(element) && mayHostClosedRoot(element)) collection.hostCandidates.push(element);
  if (overlayPositions.has(style.position) || style.zIndex !== 'auto')
    collection.visible.push({ element, box, interactive: false, mayOverlap: true });
  if (
    /auto|scroll/.test(style.overflowY) &&
    scrollHeightOf(element) > clientHeightOf(element) + minScrollPixels &&
    area(rect) > area(viewportBox()) * minScrollerFraction
  ) {
    collection.scroller ??= element;
  }
}
