import { intersectBoxes } from '../dom/box.js';
import { newRange, pageRoot } from '../dom/native-document.js';
import { attributeOf, hasAttribute, rectOf, scrollHeightOf, scrollWidthOf, tagOf } from '../dom/native-node.js';
import { isTransparent } from '../naming/unseen-text.js';
import type { Box } from '../protocol.js';

const emptyClipPath = /^(?:inset\((?:50|100)%|circle\(0(?:px|%)?[ )]|polygon\(0px 0px, 0px 0px, 0px 0px)/;

/** Whether `clip` or `clip-path` hides the element and its content, as for text that is meant for screen readers only. */
export function isClippedAway(style: CSSStyleDeclaration): boolean {
  if (style.clipPath !== 'none' && emptyClipPath.test(style.clipPath)) return true;
  if (style.clip === 'auto' || (style.position !== 'absolute' && style.position !== 'fixed')) return false;
  const [top = 0, right = 0, bottom = 0, left = 0] = (style.clip.match(/-?[\d.]+(?=px)/g) ?? []).map(Number);
  return style.clip.includes('px') && !style.clip.includes('auto') && (right - left <= 1 || bottom - top <= 1);
}

/** In pixels. Authors move what only assistive technology reads this far away, or further. */
const minAwayPixels = 999;

/** Whether an element is moved so far up, or so far beyond the side at which lines start, that no scrolling shows it. */
export function isMovedAway(style: CSSStyleDeclaration): boolean {
  // The browser computes a position only when it is read.
  const { position } = style;
  if (position !== 'absolute' && position !== 'fixed') return false;
  if (Number.parseFloat(style.top) <= -minAwayPixels) return true;
  const isAwayLeft = Number.parseFloat(style.left) <= -minAwayPixels;
  const isAwayRight = Number.parseFloat(style.right) <= -minAwayPixels;
  if (!isAwayLeft && !isAwayRight) return false;
  const root = pageRoot();
  return root && getComputedStyle(root).direction === 'rtl' ? isAwayRight : isAwayLeft;
}

/** Whether the text of an element is moved out of its box, where a picture replaces it. */
export function hasTextAway({ textIndent }: CSSStyleDeclaration): boolean {
  return Number.parseFloat(textIndent) <= -minAwayPixels;
}

/** Nobody reads a smaller font, in pixels. */
const minFontSize = 2;

export function isTooSmall({ fontSize }: CSSStyleDeclaration): boolean {
  return Number.parseFloat(fontSize) < minFontSize;
}

/** In pixels. A hidden slider this large lies on the handle that a user sees. */
const minHandleSize = 8;

/** Whether a slider is clipped away and lies on the handle that is drawn for it. */
export function isUnderHandle(element: Element, style: CSSStyleDeclaration): boolean {
  if (!(element instanceof HTMLInputElement) || element.type !== 'range' || !isClippedAway(style)) return false;
  const { width, height } = rectOf(element);
  return width >= minHandleSize && height >= minHandleSize;
}

/** Whether a field only stores the value of a widget for its form: transparent, and out of reach of the pointer and the Tab key. */
export function isValueStore(element: Element, style: CSSStyleDeclaration): boolean {
  if (!storeTags.has(tagOf(element)) || !isTransparent(style) || attributeOf(element, 'tabindex') !== '-1')
    return false;
  if (attributeOf(element, 'aria-hidden') === 'true') return true;
  const isBox = element instanceof HTMLInputElement && /^(?:checkbox|radio|file)$/.test(element.type);
  return !isBox && (style.pointerEvents === 'none' || hasAttribute(element, 'hidden'));
}

const storeTags = new Set(['INPUT', 'SELECT', 'TEXTAREA']);

/** Whether the box of the element is rendered but its content is not. */
export function hidesContent(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.contentVisibility === 'hidden' && style.display !== 'inline') return true;
  return element instanceof HTMLDetailsElement && !element.open;
}

/** Whether the content of a box outside the clip overflows into it. */
export function overflowsIntoClip(element: Element, rect: DOMRect, style: CSSStyleDeclaration, clip: Box): boolean {
  if (style.overflowX !== 'visible' || style.overflowY !== 'visible' || style.display === 'inline') return false;
  const width = scrollWidthOf(element);
  const height = scrollHeightOf(element);
  if (width <= rect.width + 1 && height <= rect.height + 1) return false;
  const overflow = {
    left: Math.min(rect.left, rect.right - width),
    top: rect.top,
    right: Math.max(rect.right, rect.left + width),
    bottom: Math.max(rect.bottom, rect.top + height),
  };
  return intersectBoxes(overflow, clip) !== undefined;
}

/** The box of the content of an empty element: an inline link around a floating image, a button with `display: contents`. */
export function contentBox(element: Element): DOMRect | undefined {
  const range = newRange();
  range.selectNodeContents(element);
  const rect = range.getBoundingClientRect();
  return rect.width >= 1 && rect.height >= 1 ? rect : undefined;
}

/** Whether a user can point at the element: it has a box, is visible, and is not clipped away or moved off the page. */
export function isPointable(element: Element): boolean {
  const rect = rectOf(element);
  if (rect.width < 2 || rect.height < 2) return false;
  if (rect.right + window.scrollX <= 0 || rect.bottom + window.scrollY <= 0) return false;
  const style = getComputedStyle(element);
  return style.visibility === 'visible' && !isClippedAway(style);
}
