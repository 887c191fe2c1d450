/** A text whose quoted parts, URLs and dates are replaced by marks, so that it can be split at words and commas. */
export interface Masked {
  text: string;
  parts: readonly MaskedPart[];
}

interface MaskedPart {
  isQuoted: boolean;
  text: string;
}

const firstMark = 0xe100;
const maxParts = 4_000;
/** A mark: one character that stands for a quoted part, a URL or a date. */
export const mark = '[\\ue100-\\uf0ff]';
const marks = new RegExp(mark, 'gu');

const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
/** Text without quotes; other backslashes are allowed. */
const unquoted = '(?:[^"\\\\]|\\\\(?!"))*';
/** Escaped quotes within quotes, as in JSON and shells. They come in pairs: a path that ends in a backslash has only one. */
const nested = `${unquoted}(?:\\\\"${unquoted}\\\\"${unquoted})+`;
const quotes = ['“([^”]*)”', '«([^»]*)»', '`([^`]+)`'];
const singleQuotes = "(?<![\\p{L}\\p{N}])['‘]([^'‘’\\n]*(?:['’][\\p{L}][^'‘’\\n]*)*)['’](?![\\p{L}\\p{N}])";
const words = [
  '((?:https?|file|about|data):[^\\s,;"\'<>]*[^\\s,;"\'<>.!?)])',
  '([\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+)',
  `((?:${months})\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?,\\s+\\d{4})`,
];
const maskPattern = (quote: string): RegExp =>
  new RegExp([`"(${quote}|[^"]*)"`, ...quotes, singleQuotes, ...words].join('|'), 'giu');
const pairedQuotes = maskPattern(nested);
/** An odd number of quotes means that an escaped one belongs to the text (a pipe of 5\"). */
const oddQuotes = maskPattern('(?:[^"\\\\]|\\\\[\\s\\S])*');

/** Replaces quoted parts, URLs and dates by marks. */
export function mask(text: string): Masked {
  const parts: MaskedPart[] = [];
  const isOdd = ['"', '\\"'].every((quote) => text.split(quote).length % 2 === 0);
  const masked = text.replace(isOdd ? oddQuotes : pairedQuotes, (whole, ...groups: unknown[]) => {
    const at = groups.slice(0, 8).findIndex((group) => typeof group === 'string');
    const found = String(groups[at]);
    if (parts.length >= maxParts) return whole;
    const part = at === 0 && found.includes('\\"') ? found.replace(/\\(["\\])/gu, '$1') : found;
    // In American style the comma is inside the quotes, although it belongs to the sentence.
    const hasComma = at < 2 && part.length > 1 && part.endsWith(',') && text.length > whole.length;
    parts.push({ isQuoted: at < 5, text: hasComma ? part.slice(0, -1) : part });
    return `${toMark(parts.length - 1)}${hasComma ? ',' : ''}`;
  });
  return { text: masked, parts };
}

function toMark(index: number): string {
  return String.fromCharCode(firstMark + index);
}

function partOf({ parts }: Masked, character: string): MaskedPart | undefined {
  return parts[character.charCodeAt(0) - firstMark];
}

/** The original text, with quotes around quoted parts. */
export function asPhrase(masked: Masked, text: string): string {
  const original = text.replace(marks, (character) => {
    const { isQuoted: isQuote, text: part } = partOf(masked, character) ?? { isQuoted: false, text: '' };
    if (!isQuote) return part;
    return part.includes('"') ? `“${part}”` : `"${part}"`;
  });
  return collapseSpaces(original);
}

/** The original text without quotes, for typing. A single quoted part is returned verbatim. */
export function asValue(masked: Masked, text: string): string {
  const read = (character: string): string => partOf(masked, character)?.text ?? '';
  return isMark(text) ? read(text.trim()) : collapseSpaces(text.replace(marks, read));
}

export function isMark(text: string): boolean {
  return /^[\ue100-\uf0ff]$/u.test(text.trim());
}

export function isQuoted(masked: Masked, text: string): boolean {
  return isMark(text) && partOf(masked, text.trim())?.isQuoted === true;
}

function collapseSpaces(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** Joins "Fill in the form:" and the "Label: value" lines below it into one sentence with masked values. */
export function joinFormLines({ text, parts }: Masked): Masked {
  const allParts = [...parts];
  const result: string[] = [];
  let isForm = false;
  for (const line of text.split(/\r?\n/u)) {
    const [, label, value = ''] = (isForm && /^\s*(?:[-*•]\s+)?([^:]{2,40}):\s+(\S.*?)\s*$/u.exec(line)) || [];
    const last = result.at(-1) ?? '';
    if (label !== undefined) {
      if (!isMark(value)) allParts.push({ isQuoted: true, text: value });
      const field = `${label}: ${isMark(value) ? value : toMark(allParts.length - 1)}`;
      result[result.length - 1] = /:\s*$/u.test(last) ? last.replace(/:\s*$/u, ` with ${field}`) : `${last}, ${field}`;
    } else {
      result.push(line);
      isForm = /\b(?:fill|complete|enter|register|use|set)\b.*:\s*$/iu.test(line);
    }
  }
  return { text: result.join('\n'), parts: allParts };
}
