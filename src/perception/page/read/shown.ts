import { hidesContent, isClippedAway } from '../collect/hidden.js';
import { attributeOf, clientHeightOf, clientWidthOf, rectOf, tagOf } from '../dom.js';
import { unpainted } from '../unpainted.js';

/** What a person can read, of what is in the document. */

/** Never words, whatever a style says. */
export const wordless = new Set<string>([
  ...unpainted,
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

/** Neither the element nor anything in it can be seen. */
export function isUnseen(element: Element, style: CSSStyleDeclaration): boolean {
  if (wordless.has(tagOf(element)) || style.display === 'none' || isClippedAway(style)) return true;
  if (tagOf(element) === 'svg' && attributeOf(element, 'aria-hidden') === 'true') return true;
  if (style.opacity === '0' && !awaitsScrolling(element, style)) return true;
  return isOffPage(element, style) || isShut(element, style);
}

/** The content is folded away: it shows once a person opens it. */
export function isFolded(element: Element, style: CSSStyleDeclaration): boolean {
  return hidesContent(element, style);
}

/** Words directly in an element of this style can be seen. */
export function showsWords(style: CSSStyleDeclaration): boolean {
  return style.visibility === 'visible' && style.fontSize !== '0px' && !(Number.parseFloat(style.textIndent) < -500);
}

/** Parts that fade in as one scrolls to them are there to be read. */
function awaitsScrolling(element: Element, style: CSSStyleDeclaration): boolean {
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

/** Drawn together to nothing, as folded parts often are. */
function isShut(element: Element, { display, overflowX, overflowY }: CSSStyleDeclaration): boolean {
  if (display === 'inline' || display === 'contents' || !(element instanceof HTMLElement)) return false;
  const cutsDown = overflowY === 'hidden' || overflowY === 'clip';
  const cutsAcross = overflowX === 'hidden' || overflowX === 'clip';
  return (cutsDown && clientHeightOf(element) === 0) || (cutsAcross && clientWidthOf(element) === 0);
}

const invisible = /[\u00ad\u200b\ufeff\u{e0000}-\u{e007f}]/gu;

/** Letters without those that leave no trace on the screen. */
export function visibleLetters(text: string): string {
  return text.replace(invisible, '');
}
