import { newRange } from '../dom/native-document.js';
import { firstChildOf, firstElementOf, tagOf } from '../dom/native-node.js';

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
export function mayHostClosedRoot(element: Element): boolean {
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
