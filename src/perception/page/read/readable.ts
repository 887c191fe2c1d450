import { hidesContent, isClippedAway, isTooSmall } from '../collect/visibility.js';
import { flatParent } from '../dom/flat-tree.js';
import { attributeOf, clientHeightOf, clientWidthOf, rectOf, tagOf } from '../dom/native-node.js';
import { unpaintedTags } from '../dom/unpainted-tags.js';
import { type Backdrop, backdropOf, isTransparent, isUnseen, pageBackdrop } from '../naming/unseen-text.js';

/** Elements without readable text, whatever their style. */
const textlessTags = new Set<string>([
  ...unpaintedTags,
  'TITLE',
  'BASE',
  'DATALIST',
  'OPTION',
  'OPTGROUP',
  'CANVAS',
  'VIDEO',
  'AUDIO',
  'OBJECT',
  'EMBED',
  'RP',
  'title',
  'desc',
  'defs',
  'metadata',
]);

/** Whether neither the element nor its content can be read. */
export function isUnreadable(element: Element, style: CSSStyleDeclaration): boolean {
  if (textlessTags.has(tagOf(element)) || style.display === 'none' || isClippedAway(style)) return true;
  if (tagOf(element) === 'svg' && attributeOf(element, 'aria-hidden') === 'true') return true;
  if (isTransparent(style) && !fadesInOnScroll(element, style)) return true;
  return isOffPage(element, style) || isClippedToNothing(element, style) || isShrunk(style);
}

/** Whether the content is collapsed and appears when the user opens it. */
export function isCollapsed(element: Element, style: CSSStyleDeclaration): boolean {
  return hidesContent(element, style);
}

/** Pages move text out of view with a text indent below this, in pixels. */
const hiddenTextIndent = -500;

/** Whether text directly in an element is visible: its size, its place, and its colour before its background. */
export function showsOwnText(style: CSSStyleDeclaration, element: Element | null): boolean {
  return (
    style.visibility === 'visible' &&
    !isTooSmall(style) &&
    !(Number.parseFloat(style.textIndent) < hiddenTextIndent) &&
    !(element && isUnseen(element, style, findBackdrop(element)))
  );
}

const maxBackdropAncestors = 12;

function findBackdrop(element: Element): Backdrop | undefined {
  let last = element;
  for (let current: Element | null = element, level = 0; current; current = flatParent(current), level += 1) {
    const own = backdropOf(current, getComputedStyle(current));
    if (own || level >= maxBackdropAncestors) return own;
    last = current;
  }
  return pageBackdrop(last);
}

/** Whether the element fades in when the user scrolls to it. */
function fadesInOnScroll(element: Element, style: CSSStyleDeclaration): boolean {
  const fades = /opacity|all/.test(style.transitionProperty) && /[1-9]/.test(style.transitionDuration);
  return (fades || style.willChange.includes('opacity')) && rectOf(element).top >= window.innerHeight;
}

function isOffPage(element: Element, { position }: CSSStyleDeclaration): boolean {
  if (position !== 'absolute' && position !== 'fixed') return false;
  const { left, top, right, bottom, width, height } = rectOf(element);
  if (width === 0 && height === 0) return false;
  if (position === 'fixed') return right <= 0 || bottom <= 0 || left >= window.innerWidth || top >= window.innerHeight;
  return right + window.scrollX <= 0 || bottom + window.scrollY <= 0;
}

const minScale = 0.05;

/** Whether the element is scaled down to a point. */
function isShrunk({ transform, scale }: CSSStyleDeclaration): boolean {
  const [across = 1, , , down = 1] = /^matrix\(([^)]*)\)/.exec(transform)?.[1]?.split(',').map(Number) ?? [];
  const own = scale === 'none' ? 1 : Number.parseFloat(scale);
  // A rotation by 90° has zeros there, too.
  const isTurned = transform !== 'none' && !/^matrix\([^,]*, 0, 0,/.test(transform);
  return !isTurned && (Math.abs(across) < minScale || Math.abs(down) < minScale || own < minScale);
}

/** Whether the element clips its content and has no size, as collapsed sections often do. */
function isClippedToNothing(element: Element, { display, overflowX, overflowY }: CSSStyleDeclaration): boolean {
  if (display === 'inline' || display === 'contents' || !(element instanceof HTMLElement)) return false;
  const clipsDown = overflowY === 'hidden' || overflowY === 'clip';
  const clipsAcross = overflowX === 'hidden' || overflowX === 'clip';
  return (clipsDown && clientHeightOf(element) <= 1) || (clipsAcross && clientWidthOf(element) <= 1);
}

const invisible = /[\u00ad\u200b\ufeff\u{e0000}-\u{e007f}]/gu;

/** The text without characters that are not rendered. */
export function stripInvisible(text: string): string {
  return text.replace(invisible, '');
}
