import { deepElementAt, flatParent, isInside } from '../dom/flat-tree.js';
import { elementsAtPoint, pageRoot, prefersDark } from '../dom/native-document.js';
import { rectOf } from '../dom/native-node.js';
import { parseColor, type Rgb } from './color-word.js';

/** Text that is in the document and that nobody can see: transparent, in the colour of its background, or on the back of a card. */

/** Fraction below which nothing can be read. */
export const minOpacity = 0.05;
/** Largest difference of a colour channel that nobody sees, from 0 to 1. */
const maxSameDifference = 0.02;
const maxAncestors = 1;

export interface Backdrop {
  /** The element that paints it. */
  owner: Element;
  /** Undefined for an image or a gradient. */
  color?: string;
}

/** The background that an element paints, if any. */
export function backdropOf(owner: Element, style: CSSStyleDeclaration): Backdrop | undefined {
  if (style.backgroundImage !== 'none') return { owner };
  const color = style.backgroundColor;
  return color === 'rgba(0, 0, 0, 0)' ? undefined : { owner, color };
}

/** The white sheet below a whole page. A frame shows the page around it instead. */
export function pageBackdrop(root: Element): Backdrop | undefined {
  if (root !== pageRoot() || window.parent !== window || prefersDark()) return undefined;
  return { owner: root, color: 'rgb(255, 255, 255)' };
}

/** Whether the opacity of an element hides it and its content. */
export function isTransparent(style: CSSStyleDeclaration): boolean {
  return opacityOf(style) < minOpacity;
}

/** The opacity of an element: its own, by a filter, and 0 for a mask that shows nothing. */
export function opacityOf({ opacity, filter, maskImage }: CSSStyleDeclaration): number {
  if (maskImage && maskImage !== 'none' && isEmptyMask(maskImage)) return 0;
  if (opacity === '1' && filter === 'none') return 1;
  const byFilter = /opacity\(([\d.]+)(%?)\)/.exec(filter);
  return Number(opacity) * (byFilter ? Number(byFilter[1]) / (byFilter[2] ? 100 : 1) : 1);
}

/** Whether a mask is a gradient of transparent colours only. */
function isEmptyMask(mask: string): boolean {
  if (!/^[a-z-]*gradient\(/.test(mask) || mask.includes('url(')) return false;
  const colors = mask.match(/rgba?\([^)]*\)/g) ?? [];
  return colors.length > 0 && colors.every((color) => (parseColor(color)?.alpha ?? 1) < minOpacity);
}

/** Whether the text directly inside an element is invisible by its colour. */
export function isUnseen(element: Element, style: CSSStyleDeclaration, known?: Backdrop): boolean {
  // The text of a drawing has its own paint.
  if (element instanceof SVGElement) return false;
  const color = parseColor(style.webkitTextFillColor);
  if (!color) return false;
  if (color.alpha < minOpacity) return !isPaintedOtherwise(style);
  const backdrop = known ?? findBackdrop(element, style);
  const behind = backdrop?.color ? parseColor(backdrop.color) : undefined;
  if (!backdrop || !behind || behind.alpha < 1 || !isSameColor(color, behind)) return false;
  return !isPaintedOtherwise(style) && liesOn(element, backdrop.owner);
}

function isSameColor(one: Rgb, other: Rgb): boolean {
  return (
    Math.abs(one.red - other.red) <= maxSameDifference &&
    Math.abs(one.green - other.green) <= maxSameDifference &&
    Math.abs(one.blue - other.blue) <= maxSameDifference
  );
}

/** Whether a shadow, an outline or the background shows the letters. */
function isPaintedOtherwise({ textShadow, backgroundClip, webkitTextStrokeWidth }: CSSStyleDeclaration): boolean {
  return textShadow !== 'none' || backgroundClip.includes('text') || Number.parseFloat(webkitTextStrokeWidth) > 0;
}

/** Looks only one level up: it is called for every name. */
function findBackdrop(element: Element, style: CSSStyleDeclaration): Backdrop | undefined {
  let own = backdropOf(element, style);
  let current = flatParent(element);
  for (let level = 0; !own && current && level < maxAncestors; current = flatParent(current), level += 1)
    own = backdropOf(current, getComputedStyle(current));
  return own;
}

/** Whether nothing is painted between the element and the one that paints its background: a picture, a pseudo-element. */
function liesOn(element: Element, owner: Element): boolean {
  for (let current: Element | null = element; current; current = current === owner ? null : flatParent(current))
    if (paintsPseudoElement(current)) return false;
  const { left, top, width, height } = rectOf(element);
  const stack = elementsAtPoint(left + width / 2, top + height / 2);
  const end = stack.indexOf(owner);
  if (end < 0) return false;
  return stack.slice(0, end).every((one) => isInside(one, element) || isInside(element, one));
}

function paintsPseudoElement(element: Element): boolean {
  return ['::before', '::after'].some((which) => {
    const style = getComputedStyle(element, which);
    return style.content !== 'none' && backdropOf(element, style) !== undefined;
  });
}

/** Whether an element with a hidden back face shows its back: the other side of a card is in front. */
export function showsBackFace(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.backfaceVisibility !== 'hidden') return false;
  const { left, top, width, height } = rectOf(element);
  const hit = deepElementAt(left + width / 2, top + height / 2);
  return hit !== null && !isInside(hit, element) && style.pointerEvents !== 'none';
}
