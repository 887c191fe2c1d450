/** Far more than any limit in use; keeps the work on a megabyte name small. */
const readAtMost = 2_000;

const plain = /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/;
// Icon-font glyphs, text-direction overrides, tag characters and lone surrogates: nothing a person reads, some of it made to deceive.
const unreadable = /[\p{Cc}\p{Co}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu;

/** Text of a page as one clean line of at most `limit` characters, cut with "…". */
export function cleanText(text: string, limit: number): string {
  const start = text.length > readAtMost ? text.slice(0, readAtMost) : text;
  const line = plain.test(start) && !start.includes('  ') ? start.trim() : collapse(start);
  return line.length > limit || start.length < text.length ? cut(line, limit) : line;
}

/** The same in double quotes, so that nothing in it can pass for a line or a field of ours. */
export function quoteText(text: string, limit: number): string {
  const line = cleanText(text, limit);
  return plain.test(line) ? `"${line}"` : `"${line.replace(/["\\]/g, '\\$&')}"`;
}

/** 12345 as "12,345". */
export function formatNumber(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

function collapse(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(unreadable, '').replace(/ {2,}/g, ' ').trim();
}

function cut(line: string, limit: number): string {
  if (limit <= 0) return '';
  const last = line.charCodeAt(limit - 2);
  const end = last >= 0xd800 && last <= 0xdbff ? limit - 2 : limit - 1;
  return `${line.slice(0, end).trimEnd()}…`;
}
