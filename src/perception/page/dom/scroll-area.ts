import { pageBody, pageRoot } from './native-document.js';
import {
  clientHeightOf,
  clientWidthOf,
  scrollHeightOf,
  scrollLeftOf,
  scrollTopOf,
  scrollWidthOf,
  tagOf,
} from './native-node.js';

/** In pixels. Less hidden content is padding. */
const minHiddenPixels = 8;
/** In pixels. Less hidden content across is a shadow or a long word. */
const minHiddenAcross = 24;
const minHeight = 40;
const minWidth = 80;
/** Fields that scroll their own value on one line, and lists whose options are listed. */
const fieldTags = new Set(['INPUT', 'SELECT']);

/** The pixels of content outside the visible part of an area that scrolls. `left` and `right` are there only if one of them is not 0. */
export type HiddenPixels = [above: number, below: number, left?: number, right?: number];

/** Undefined if the area shows all of its content. */
export function hiddenPixels(element: Element, style: CSSStyleDeclaration): HiddenPixels | undefined {
  const { overflowX, overflowY } = style;
  if (!scrolls(overflowX) && !scrolls(overflowY)) return undefined;
  if (fieldTags.has(tagOf(element)) || element === pageRoot() || element === pageBody()) return undefined;
  const [above, below] = scrolls(overflowY) ? hiddenDown(element) : [0, 0];
  const [left, right] = scrolls(overflowX) ? hiddenAcross(element, style) : [0, 0];
  if (left > 0 || right > 0) return [above, below, left, right];
  return above > 0 || below > 0 ? [above, below] : undefined;
}

function scrolls(overflow: string): boolean {
  return overflow === 'auto' || overflow === 'scroll';
}

function hiddenDown(element: Element): [above: number, below: number] {
  const height = clientHeightOf(element);
  if (height < minHeight) return [0, 0];
  const above = Math.round(scrollTopOf(element));
  const below = Math.round(scrollHeightOf(element) - height - above);
  return [above > minHiddenPixels ? above : 0, below > minHiddenPixels ? below : 0];
}

function hiddenAcross(element: Element, { direction }: CSSStyleDeclaration): [left: number, right: number] {
  const width = clientWidthOf(element);
  if (width < minWidth) return [0, 0];
  // From right to left, the position is 0 at the right end and negative elsewhere.
  const scrolled = Math.abs(Math.round(scrollLeftOf(element)));
  const rest = Math.round(scrollWidthOf(element) - width - scrolled);
  const [left, right] = direction === 'rtl' ? [rest, scrolled] : [scrolled, rest];
  return [left > minHiddenAcross ? left : 0, right > minHiddenAcross ? right : 0];
}
