/** More than any maxLength in use. Keeps the work on a huge name small. */
const maxRead = 2_000;

const plain = /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/;
// Icon-font glyphs, direction overrides, tag characters and lone surrogates: not readable, and some can deceive a reader.
const unreadable = /[\p{Cc}\p{Co}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu;

/** Page text as one clean line of at most `maxLength` characters, cut with "…". */
export function cleanText(text: string, maxLength: number): string {
  const start = text.length > maxRead ? text.slice(0, maxRead) : text;
  const line = plain.test(start) && !start.includes('  ') ? start.trim() : collapse(start);
  return line.length > maxLength || start.length < text.length ? cut(line, maxLength) : line;
}

/** The same in double quotes, so that it cannot imitate a line or field of the output. */
export function quoteText(text: string, maxLength: number): string {
  const line = cleanText(text, maxLength);
  return plain.test(line) ? `"${line}"` : `"${line.replace(/["\\]/g, '\\$&')}"`;
}

/** A value in double quotes. Line breaks are shown, because they are a part of it. */
export function quoteValue(value: string, maxLength: number): string {
  return quoteText(value.replace(/\s*\r?\n\s*/g, ' ⏎ '), maxLength);
}

/** 12345 as "12,345". */
export function formatNumber(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

function collapse(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(unreadable, '').replace(/ {2,}/g, ' ').trim();
}

function cut(line: string, maxLength: number): string {
  if (maxLength <= 0) return '';
  const last = line.charCodeAt(maxLength - 2);
  const end = last >= 0xd800 && last <= 0xdbff ? maxLength - 2 : maxLength - 1;
  return `${line.slice(0, end).trimEnd()}…`;
}
