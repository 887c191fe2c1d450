import type { Box } from '../../page-protocol.js';
import { overlap } from '../box.js';
import { rectOf, scrollHeightOf, scrollWidthOf } from '../dom.js';
import { newRange } from '../own-document.js';

/** Ways to be in the layout and yet not on the screen. */

const nothingLeft = /^(?:inset\((?:50|100)%|circle\(0(?:px|%)?[ )]|polygon\(0px 0px, 0px 0px, 0px 0px)/;

/** Cut down to nothing by `clip` or `clip-path`, with all that is inside: words for screen readers only. */
export function isClippedAway(style: CSSStyleDeclaration): boolean {
  if (style.clipPath !== 'none' && nothingLeft.test(style.clipPath)) return true;
  if (style.clip === 'auto' || (style.position !== 'absolute' && style.position !== 'fixed')) return false;
  const [top = 0, right = 0, bottom = 0, left = 0] = (style.clip.match(/-?[\d.]+(?=px)/g) ?? []).map(Number);
  return style.clip.includes('px') && !style.clip.includes('auto') && (right - left <= 1 || bottom - top <= 1);
}

/** The content is not painted though the box is. */
export function hidesContent(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.contentVisibility === 'hidden' && style.display !== 'inline') return true;
  return element instanceof HTMLDetailsElement && !element.open;
}

/** True when a box outside the screen has content that sticks out of it onto the screen. */
export function overflowsInto(element: Element, rect: DOMRect, style: CSSStyleDeclaration, clip: Box): boolean {
  if (style.overflowX !== 'visible' || style.overflowY !== 'visible' || style.display === 'inline') return false;
  const width = scrollWidthOf(element);
  const height = scrollHeightOf(element);
  if (width <= rect.width + 1 && height <= rect.height + 1) return false;
  const reach = {
    left: Math.min(rect.left, rect.right - width),
    top: rect.top,
    right: Math.max(rect.right, rect.left + width),
    bottom: Math.max(rect.bottom, rect.top + height),
  };
  return overlap(reach, clip) !== undefined;
}

/** An empty box may still show its content: an inline link around a floating picture, a button that is no box itself. */
export function contentBox(element: Element): DOMRect | undefined {
  const range = newRange();
  range.selectNodeContents(element);
  const rect = range.getBoundingClientRect();
  return rect.width >= 1 && rect.height >= 1 ? rect : undefined;
}

/** Where a person could point at it: it has a box, is visible, not cut down to nothing, not pushed off the page. */
export function isReachable(element: Element): boolean {
  const rect = rectOf(element);
  if (rect.width < 2 || rect.height < 2) return false;
  if (rect.right + window.scrollX <= 0 || rect.bottom + window.scrollY <= 0) return false;
  const style = getComputedStyle(element);
  return style.visibility === 'visible' && !isClippedAway(style);
}
