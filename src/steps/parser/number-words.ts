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
