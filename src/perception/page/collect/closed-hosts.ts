import { firstChildOf, firstElementOf, tagOf } from '../dom.js';
import { newRange } from '../own-document.js';

const hosts = new Set([
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

/** Whether a closed shadow root may be what it shows. */
export function mayHostClosedRoot(element: Element): boolean {
  if (tagOf(element).includes('-')) return true;
  return hosts.has(tagOf(element)) && firstElementOf(element) === null && !showsText(element);
}

/** Words that are there and not painted are a sign of a shadow root too. */
function showsText(element: Element): boolean {
  const text = firstChildOf(element);
  if (!(text instanceof Text) || !/\S/.test(text.data)) return false;
  const range = newRange();
  range.selectNodeContents(text);
  return range.getClientRects().length > 0;
}
