/** Text with its quoted parts, addresses and dates put away, so that it can be taken apart at words and commas. */
export interface Masked {
  text: string;
  parts: readonly Part[];
}

interface Part {
  kind: 'quote' | 'word';
  text: string;
}

const first = 0xe100;
const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
/** Text without quotes, with or without other backslashes. */
const inner = '(?:[^"\\\\]|\\\\(?!"))*';
/** Quotes within quotes, as JSON and shells write them, each with a backslash before it. A folder that ends in a backslash has only the last one. */
const nested = `${inner}(?:\\\\"${inner}\\\\"${inner})+`;
const hiddenWhere = (quote: string) =>
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
const hidden = hiddenWhere(nested);
const hiddenWithOddQuotes = hiddenWhere('(?:[^"\\\\]|\\\\[\\s\\S])*');
const marks = /[\ue100-\uf0ff]/gu;

/** One mark, which stands for a quoted part, an address or a date. */
export const mark = '[\\ue100-\\uf0ff]';

/** Puts away what must not be taken apart. */
export function mask(text: string): Masked {
  const parts: Part[] = [];
  const masked = text.replace(quotesOf(text), (whole, ...all: unknown[]) => {
    const groups = all.map((group, index) => (index === 0 && typeof group === 'string' ? unescaped(group) : group));
    const at = groups.slice(0, 8).findIndex((group) => typeof group === 'string');
    if (parts.length >= 4_000) return whole;
    const trailing = at === 0 || at === 1 ? /[,.]$/.exec(String(groups[at])) : null;
    // American style puts the comma inside the quotes: the comma belongs to the sentence.
    const inside = trailing && text.length > whole.length ? String(groups[at]).slice(0, -1) : String(groups[at]);
    const moved = trailing && trailing[0] === ',' && inside !== '';
    parts.push({ kind: at < 5 ? 'quote' : 'word', text: moved ? inside : String(groups[at]) });
    return `${String.fromCharCode(first + parts.length - 1)}${moved ? ',' : ''}`;
  });
  return { text: masked, parts };
}

/** A quote that has no partner was meant to stand in a quoted part (a pipe of 5\"). */
function quotesOf(text: string): RegExp {
  const quotes = text.match(/"/g)?.length ?? 0;
  const escaped = text.match(/\\"/g)?.length ?? 0;
  return quotes % 2 === 1 && escaped % 2 === 1 ? hiddenWithOddQuotes : hidden;
}

function unescaped(quote: string): string {
  return quote.includes('\\"') ? quote.replace(/\\(["\\])/g, '$1') : quote;
}

/** The words as they were, with quotes around quoted parts. */
export function asPhrase({ parts }: Masked, text: string): string {
  return tidy(
    text.replace(marks, (character) => {
      const part = parts[character.charCodeAt(0) - first];
      if (!part) return '';
      if (part.kind === 'word') return part.text;
      return part.text.includes('"') ? `“${part.text}”` : `"${part.text}"`;
    }),
  );
}

/** The words without quotes: what is to be typed. A value that is one quoted part is kept to the letter. */
export function asValue({ parts }: Masked, text: string): string {
  const trimmed = text.trim();
  if (trimmed.length === 1 && isMark(trimmed)) return parts[trimmed.charCodeAt(0) - first]?.text ?? '';
  return tidy(text.replace(marks, (character) => parts[character.charCodeAt(0) - first]?.text ?? ''));
}

export function isMark(text: string): boolean {
  return /^[\ue100-\uf0ff]$/u.test(text.trim());
}

export function isQuoted({ parts }: Masked, text: string): boolean {
  return isMark(text) && parts[text.trim().charCodeAt(0) - first]?.kind === 'quote';
}

export function hasMark(text: string): boolean {
  return /[\ue100-\uf0ff]/u.test(text);
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** "Fill in the form:" with a "Label: value" on each line below, as one sentence with its values put away. */
export function joinFormLines({ text, parts }: Masked): Masked {
  const lines = text.split(/\r?\n/);
  const kept: Part[] = [...parts];
  const result: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const fields: string[] = [];
    if (/\b(?:fill|complete|enter|register|use|set)\b.*:\s*$/iu.test(line)) {
      for (let next = index + 1; next < lines.length; next += 1) {
        const field = /^\s*(?:[-*•]\s+)?([^:]{2,40}):\s+(\S.*?)\s*$/u.exec(lines[next] ?? '');
        if (!field) break;
        const value = field[2] ?? '';
        if (!isMark(value)) kept.push({ kind: 'quote', text: value });
        fields.push(`${field[1]}: ${isMark(value) ? value : String.fromCharCode(first + kept.length - 1)}`);
      }
    }
    result.push(fields.length > 0 ? `${line.trim().replace(/:$/u, '')} with ${fields.join(', ')}` : line);
    index += fields.length;
  }
  return { text: result.join('\n'), parts: kept };
}
