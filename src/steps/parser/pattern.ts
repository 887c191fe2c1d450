import type { Step } from '../instruction.js';
import type { Masked } from './quotes.js';

/** A form of words and what it asks for; nothing when the words turn out to mean something else. */
export type Pattern = readonly [
  words: RegExp,
  build: (groups: readonly string[], masked: Masked) => Step | Step[] | undefined,
];

const small: Record<string, number> = {
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
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : small[plain];
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

/** Takes "3 times" or "twice" off the end. */
export function takeTimes(text: string): [rest: string, times: number | undefined] {
  const match = timesTail.exec(text);
  if (!match) return [text, undefined];
  return [text.slice(0, match.index), readNumber(match[1] ?? match[2] ?? '')];
}

const domain =
  /^(?:www\.)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:com|org|net|io|dev|edu|gov|app|co|de|uk|fr|eu|info|ai|us|test|local|me|tv|ch|at|nl|es|it|jp|cn|in|br|ca|au)(?::\d+)?(?:[/?#]\S*)?$/iu;

/** The address that a text is, or nothing. */
export function readAddress(text: string): string | undefined {
  const plain = text.trim().replace(/^(?:the\s+)?(?:url|address|website|site|page|web ?page)(?:\s+at)?\s+/iu, '');
  if (/^(?:https?|file|about|data):\S+$/iu.test(plain)) return plain;
  if (/^(?:localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?(?:[/?#]\S*)?$/iu.test(plain)) return `http://${plain}`;
  return domain.test(plain) ? `https://${plain}` : undefined;
}
