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
  if (element.tagName.includes('-')) return true;
  return hosts.has(element.tagName) && element.firstElementChild === null && !showsText(element);
}

/** Words that are there and not painted are a sign of a shadow root too. */
function showsText(element: Element): boolean {
  const text = element.firstChild;
  if (!(text instanceof Text) || !/\S/.test(text.data)) return false;
  const range = document.createRange();
  range.selectNodeContents(text);
  return range.getClientRects().length > 0;
}
