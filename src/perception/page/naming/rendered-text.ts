import { closestAround } from '../dom/native-query.js';

/** The first letter of each word. */
const firstLetters = /(?<![\p{L}\p{N}\p{M}'’_])\p{L}/gu;

/** The text as `text-transform` renders it. */
export function applyTextTransform(text: string, transform: string): string {
  switch (transform) {
    case 'uppercase':
      return text.toUpperCase();
    case 'lowercase':
      return text.toLowerCase();
    case 'capitalize':
      return text.replace(firstLetters, (letter) => letter.toUpperCase());
    default:
      return text;
  }
}

/** The characters of icon fonts. They are pictures, and no text names them. */
const privateUse = /\p{Co}/gu;

/** A text without the characters of icon fonts. */
export function withoutIcons(text: string): string {
  return text.replace(privateUse, '');
}

/** The text of `::before` or `::after`, with spaces around it unless it is inline. */
export function pseudoElementText(element: Element, which: '::before' | '::after'): string {
  const style = getComputedStyle(element, which);
  const { content } = style;
  if (!content || content === 'none' || content === 'normal') return '';
  if (style.display === 'none' || style.visibility !== 'visible') return '';
  const { text, isImage } = readContent(content, element, style.quotes);
  const letters = withoutIcons(text);
  if (!letters) return '';
  const shown = applyTextTransform(letters, style.textTransform);
  return style.display === 'inline' && !isImage ? shown : ` ${shown} `;
}

const contentParts =
  /"((?:[^"\\]|\\.)*)"|url\((?:"(?:[^"\\]|\\.)*"|[^)]*)\)|counters?\([^)]*\)|open-quote|close-quote|\//g;

function readContent(content: string, element: Element, quotes: string): { text: string; isImage: boolean } {
  let text = '';
  let isImage = false;
  for (const [part, escaped] of content.matchAll(contentParts)) {
    if (part === '/')
      text = ''; // the text after it replaces the rendered content
    else if (part.startsWith('url')) isImage = true;
    else if (part === 'open-quote') text += quote(element, quotes, 0);
    else if (part === 'close-quote') text += quote(element, quotes, 1);
    else if (escaped !== undefined) text += unescapeCss(escaped);
  }
  return { text, isImage };
}

function unescapeCss(escaped: string): string {
  return escaped.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_, code?: string, letter?: string) =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : (letter ?? ''),
  );
}

const defaultQuotes = ['“', '”', '‘', '’'];

function quote(element: Element, quotes: string, side: 0 | 1): string {
  const own = [...quotes.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1] ?? '');
  const marks = own.length >= 2 ? own : defaultQuotes;
  let depth = 0;
  for (let outer = closestAround(element, 'q'); outer; outer = closestAround(outer, 'q')) depth += 1;
  return marks[Math.min(depth * 2, marks.length - 2) + side] ?? '';
}
