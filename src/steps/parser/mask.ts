/** A text whose quoted parts, URLs and dates are replaced by marks, so that it can be split at words and commas. */
export interface Masked {
  text: string;
  parts: readonly MaskedPart[];
}

interface MaskedPart {
  kind: 'quote' | 'word';
  text: string;
}

const firstMark = 0xe100;
const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
/** Text without quotes; other backslashes are allowed. */
const unquoted = '(?:[^"\\\\]|\\\\(?!"))*';
/** Escaped quotes within quotes, as in JSON and shells. They come in pairs: a path that ends in a backslash has only one. */
const nested = `${unquoted}(?:\\\\"${unquoted}\\\\"${unquoted})+`;
const maskPatternWith = (quote: string) =>
  new RegExp(
    [
      `"(${quote}|[^"]*)"`,
      '“([^”]*)”',
      '«([^»]*)»',
      '`([^`]+)`',
      "(?<![\\p{L}\\p{N}])['‘]([^'‘’\\n]*(?:['’][\\p{L}][^'‘’\\n]*)*)['’](?![\\p{L}\\p{N}])",
      '((?:https?|file|about|data):[^\\s,;"\'<>]*[^\\s,;"\'<>.!?)])',
      '([\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+)',
      `((?:${months})\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?,\\s+\\d{4})`,
    ].join('|'),
    'giu',
  );
const maskPattern = maskPatternWith(nested);
const maskPatternForOddQuotes = maskPatternWith('(?:[^"\\\\]|\\\\[\\s\\S])*');
const marks = /[\ue100-\uf0ff]/gu;

/** A mark: one character that stands for a quoted part, a URL or a date. */
export const mark = '[\\ue100-\\uf0ff]';

/** Replaces quoted parts, URLs and dates by marks. */
export function mask(text: string): Masked {
  const parts: MaskedPart[] = [];
  const masked = text.replace(choosePattern(text), (whole, ...all: unknown[]) => {
    const groups = all.map((group, index) =>
      index === 0 && typeof group === 'string' ? unescapeQuotes(group) : group,
    );
    const at = groups.slice(0, 8).findIndex((group) => typeof group === 'string');
    if (parts.length >= 4_000) return whole;
    const trailing = at === 0 || at === 1 ? /[,.]$/.exec(String(groups[at])) : null;
    // In American style the comma is inside the quotes, although it belongs to the sentence.
    const withoutComma = trailing && text.length > whole.length ? String(groups[at]).slice(0, -1) : String(groups[at]);
    const isCommaMoved = trailing && trailing[0] === ',' && withoutComma !== '';
    parts.push({ kind: at < 5 ? 'quote' : 'word', text: isCommaMoved ? withoutComma : String(groups[at]) });
    return `${String.fromCharCode(firstMark + parts.length - 1)}${isCommaMoved ? ',' : ''}`;
  });
  return { text: masked, parts };
}

/** An odd number of quotes means that an escaped one belongs to the text (a pipe of 5\"). */
function choosePattern(text: string): RegExp {
  const quotes = text.match(/"/g)?.length ?? 0;
  const escaped = text.match(/\\"/g)?.length ?? 0;
  return quotes % 2 === 1 && escaped % 2 === 1 ? maskPatternForOddQuotes : maskPattern;
}

function unescapeQuotes(quote: string): string {
  return quote.includes('\\"') ? quote.replace(/\\(["\\])/g, '$1') : quote;
}

/** The original text, with quotes around quoted parts. */
export function asPhrase({ parts }: Masked, text: string): string {
  return collapseSpaces(
    text.replace(marks, (character) => {
      const part = parts[character.charCodeAt(0) - firstMark];
      if (!part) return '';
      if (part.kind === 'word') return part.text;
      return part.text.includes('"') ? `“${part.text}”` : `"${part.text}"`;
    }),
  );
}

/** The original text without quotes, for typing. A single quoted part is returned verbatim. */
export function asValue({ parts }: Masked, text: string): string {
  const trimmed = text.trim();
  if (trimmed.length === 1 && isMark(trimmed)) return parts[trimmed.charCodeAt(0) - firstMark]?.text ?? '';
  return collapseSpaces(text.replace(marks, (character) => parts[character.charCodeAt(0) - firstMark]?.text ?? ''));
}

export function isMark(text: string): boolean {
  return /^[\ue100-\uf0ff]$/u.test(text.trim());
}

export function isQuoted({ parts }: Masked, text: string): boolean {
  return isMark(text) && parts[text.trim().charCodeAt(0) - firstMark]?.kind === 'quote';
}

export function hasMark(text: string): boolean {
  return /[\ue100-\uf0ff]/u.test(text);
}

function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Joins "Fill in the form:" and the "Label: value" lines below it into one sentence with masked values. */
export function joinFormLines({ text, parts }: Masked): Masked {
  const lines = text.split(/\r?\n/);
  const allParts: MaskedPart[] = [...parts];
  const result: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const fields: string[] = [];
    if (/\b(?:fill|complete|enter|register|use|set)\b.*:\s*$/iu.test(line)) {
      for (let next = index + 1; next < lines.length; next += 1) {
        const field = /^\s*(?:[-*•]\s+)?([^:]{2,40}):\s+(\S.*?)\s*$/u.exec(lines[next] ?? '');
        if (!field) break;
        const value = field[2] ?? '';
        if (!isMark(value)) allParts.push({ kind: 'quote', text: value });
        fields.push(`${field[1]}: ${isMark(value) ? value : String.fromCharCode(firstMark + allParts.length - 1)}`);
      }
    }
    result.push(fields.length > 0 ? `${line.trim().replace(/:$/u, '')} with ${fields.join(', ')}` : line);
    index += fields.length;
  }
  return { text: result.join('\n'), parts: allParts };
}
