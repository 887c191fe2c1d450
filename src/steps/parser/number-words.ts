import { readDate } from '../../core/dates/calendar-date.js';

const cardinals: Record<string, number> = {
  once: 1,
  one: 1,
  a: 1,
  an: 1,
  twice: 2,
  two: 2,
  thrice: 3,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
};

const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');

export const numberWords = '\\d+|one|two|three|four|five|six|seven|eight|nine|ten';

/** 3 for "3", "three" and "thrice". */
export function readNumber(word: string): number | undefined {
  const plain = word.trim().toLowerCase();
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : cardinals[plain];
}

/** 3 for "third", "3rd" and "#3"; -1 for "last". */
export function readOrdinal(word: string): number | undefined {
  const plain = word.trim().toLowerCase();
  if (plain === 'last' || plain === 'final' || plain === 'bottom' || plain === 'end') return -1;
  if (plain === 'top' || plain === 'beginning' || plain === 'start') return 1;
  const digits = /^#?(\d+)(?:st|nd|rd|th)?$/.exec(plain)?.[1];
  if (digits) return Number(digits);
  const place = ordinals.indexOf(plain);
  return place === -1 ? undefined : place + 1;
}

const timesTail = new RegExp(`\\s+(?:(${numberWords})\\s+times|(once|twice|thrice))$`, 'iu');

/** Splits "3 times" or "twice" off the end. */
export function takeTimes(text: string): [rest: string, times: number | undefined] {
  const match = timesTail.exec(text);
  if (!match) return [text, undefined];
  return [text.slice(0, match.index), readNumber(match[1] ?? match[2] ?? '')];
}

/** The number in a text: 1234.5 for "$1,234.50" and "1.234,50 €". Returns undefined when there is none. */
export function readAmount(text: string): number | undefined {
  const match = /-?\d[\d.,\u00a0\u202f']*/u.exec(text);
  if (!match) return undefined;
  const raw = match[0].replace(/[\u00a0\u202f']/gu, '').replace(/[.,]$/u, '');
  const comma = raw.lastIndexOf(',');
  const point = raw.lastIndexOf('.');
  const isDecimalComma = comma > point && (raw.length - comma - 1 !== 3 || point !== -1);
  const plain = isDecimalComma ? raw.replaceAll('.', '').replace(',', '.') : raw.replaceAll(',', '');
  const isGrouped = !isDecimalComma && /^\d{1,3}(?:\.\d{3}){2,}$/u.test(plain);
  const number = Number(isGrouped ? plain.replaceAll('.', '') : plain);
  return Number.isFinite(number) ? number : undefined;
}

const money = /(?:[$€£¥₹]|USD|EUR|GBP|CHF)\s?-?\d[\d.,]*|-?\d(?:[\d.,]*\d)?\s?(?:[$€£¥₹]|USD|EUR|GBP|CHF)/u;

export function readPrice(text: string): number | undefined {
  const match = money.exec(text);
  return match ? readAmount(match[0]) : undefined;
}

/** The minutes of "2h 15m" or "45 min". */
export function readDuration(text: string): number | undefined {
  const hours = /(\d+(?:\.\d+)?)\s*(?:h|hrs?|hours?)\b/iu.exec(text);
  const minutes = /(\d+)\s*(?:m|min|mins|minutes?)\b/iu.exec(text);
  if (hours || minutes) return Number(hours?.[1] ?? 0) * 60 + Number(minutes?.[1] ?? 0);
  const days = /(\d+(?:\.\d+)?)\s*(?:d|days?)\b/iu.exec(text);
  return days ? Number(days[1]) * 1440 : undefined;
}

/** A date anywhere in a text, as a timestamp in milliseconds. */
export function readTimestamp(text: string): number | undefined {
  for (const part of [
    text,
    ...(text.match(
      /\d{4}-\d{2}-\d{2}|\d{1,2}\/\d{1,2}\/\d{4}|\d{1,2}\.\d{1,2}\.\d{4}|\p{L}{3,9}\.? \d{1,2},? \d{4}|\d{1,2}\.? \p{L}{3,9}\.? \d{4}/gu,
    ) ?? []),
  ]) {
    const day = readDate(part.replace(/^(\d{1,2})\.\s/u, '$1 '));
    if (day) return Date.UTC(day.year, day.month - 1, day.day);
  }
  const year = /\b(?:19|20)\d{2}\b/u.exec(text);
  return year ? Date.UTC(Number(year[0]), 0, 1) : undefined;
}
