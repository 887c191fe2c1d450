import { closestAround } from '../query.js';

/** Words as they are painted: letters changed by a style, words put there by a style. */

/** A letter that begins a word. */
const firstLetters = /(?<![\p{L}\p{N}\p{M}'’_])\p{L}/gu;

export function shownText(text: string, transform: string): string {
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

/** The words of `::before` or `::after`, with spaces around them where they do not stand in the line. */
export function pseudoText(element: Element, which: '::before' | '::after'): string {
  const style = getComputedStyle(element, which);
  const { content } = style;
  if (!content || content === 'none' || content === 'normal') return '';
  if (style.display === 'none' || style.visibility !== 'visible') return '';
  const { text, isPicture } = readContent(content, element, style.quotes);
  if (!text) return '';
  const shown = shownText(text, style.textTransform);
  return style.display === 'inline' && !isPicture ? shown : ` ${shown} `;
}

const parts = /"((?:[^"\\]|\\.)*)"|url\((?:"(?:[^"\\]|\\.)*"|[^)]*)\)|counters?\([^)]*\)|open-quote|close-quote|\//g;

function readContent(content: string, element: Element, quotes: string): { text: string; isPicture: boolean } {
  let text = '';
  let isPicture = false;
  for (const [part, words] of content.matchAll(parts)) {
    if (part === '/')
      text = ''; // what follows is said in place of what is painted
    else if (part.startsWith('url')) isPicture = true;
    else if (part === 'open-quote') text += quote(element, quotes, 0);
    else if (part === 'close-quote') text += quote(element, quotes, 1);
    else if (words !== undefined) text += readEscapes(words);
  }
  return { text, isPicture };
}

function readEscapes(words: string): string {
  return words.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_, code?: string, letter?: string) =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : (letter ?? ''),
  );
}

const usual = ['“', '”', '‘', '’'];

function quote(element: Element, quotes: string, side: 0 | 1): string {
  const own = [...quotes.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1] ?? '');
  const marks = own.length >= 2 ? own : usual;
  let depth = 0;
  for (let around = closestAround(element, 'q'); around; around = closestAround(around, 'q')) depth += 1;
  return marks[Math.min(depth * 2, marks.length - 2) + side] ?? '';
}
