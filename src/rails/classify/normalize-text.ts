/** Characters that are not shown: zero-width, soft hyphens, marks of direction, variation selectors, tags. */
const unseen =
  /\u034f|\u17b4|\u17b5|[\u180b-\u180d]|\u180f|[\ufe00-\ufe0f]|[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e0fff}]/gu;
const asciiOnly = /^[ -~]*$/;

/** For each Latin letter, the letters of other alphabets that look like it. */
const lookalikes: Readonly<Record<string, string>> = {
  a: 'аɑα',
  b: 'Ььƅ',
  c: 'сϲᴄ',
  d: 'ԁɗ',
  e: 'еҽɛ',
  g: 'ɡց',
  h: 'һհ',
  i: 'іıɩι',
  j: 'јϳ',
  k: 'кκ',
  l: 'ӏ',
  m: 'м',
  n: 'ոռ',
  o: 'оοօσ',
  p: 'рρ',
  q: 'ԛ',
  r: 'гᴦ',
  s: 'ѕꜱ',
  t: 'тτ',
  u: 'υսʋ',
  v: 'νѵᴠ',
  w: 'ԝѡᴡ',
  x: 'хχ',
  y: 'уγү',
  z: 'ᴢ',
};
const latinOf = new Map(
  Object.entries(lookalikes).flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)),
);
/** Digits inside a word that stand for letters. */
const letterOfDigit: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't' };
const foldedLetters: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe' };

/** Lower case, one form of each letter, nothing invisible. */
export function normalizeText(text: string): string {
  if (asciiOnly.test(text)) return text.toLowerCase();
  // The capital I with a dot becomes an i with a combining dot.
  return text.normalize('NFKC').replace(unseen, '').toLowerCase().replaceAll('i\u0307', 'i');
}

/** Ranges of code points that are letters, marks or digits, in order. Expressions with classes of Unicode take 5 ms to compile, and V8 drops them again. */
const letterRanges: readonly (readonly [from: number, to: number])[] = [
  [0x30, 0x39],
  [0x61, 0x7a],
  [0xaa, 0xaa],
  [0xb5, 0xb5],
  [0xba, 0xba],
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x37d],
  [0x37f, 0x386],
  [0x388, 0x559],
  [0x560, 0x588],
  [0x591, 0x5bd],
  [0x5bf, 0x5bf],
  [0x5c1, 0x5c2],
  [0x5c4, 0x5c5],
  [0x5c7, 0x5f2],
  [0x610, 0x61a],
  [0x620, 0x669],
  [0x66e, 0x6d3],
  [0x6d5, 0x6fc],
  [0x700, 0x963],
  [0x966, 0x96f],
  [0x971, 0x1fff],
  [0x2c00, 0x2dff],
  [0x3005, 0x3007],
  [0x3041, 0x309f],
  [0x30a1, 0x30fa],
  [0x30fc, 0x31ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xd7ff],
  [0xf900, 0xfdff],
  [0xfe70, 0xfefe],
  [0x10000, 0x1efff],
  [0x20000, 0x3ffff],
];

function isLetter(code: number): boolean {
  for (const [from, to] of letterRanges) {
    if (code < from) return false;
    if (code <= to) return true;
  }
  return false;
}

/** Thai, kana and Chinese characters, which are written without spaces between words. */
function isUnspaced(code: number): boolean {
  return (
    (code >= 0xe00 && code <= 0xe7f) ||
    (code >= 0x3005 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    code >= 0x20000
  );
}

/** Splits normalized text into words. Characters of languages without spaces are words of their own. */
export function toWords(normalized: string): string[] {
  const words: string[] = [];
  let word = '';
  for (const character of normalized) {
    const code = character.codePointAt(0) ?? 0;
    const isPart = isLetter(code);
    const isOwnWord = isPart && isUnspaced(code);
    if (isPart && !isOwnWord) {
      word += character;
      continue;
    }
    if (word !== '') words.push(word);
    word = '';
    if (isOwnWord) words.push(character);
  }
  if (word !== '') words.push(word);
  return joinSpaced(words);
}

const minSpacedLetters = 4;

/** "d e l e t e" is one word. */
function joinSpaced(words: string[]): string[] {
  if (words.length < minSpacedLetters || !words.every((word) => /^[a-z]$/.test(word))) return words;
  return [words.join('')];
}

/** The word in Latin letters without marks: look-alikes of other alphabets and digits inside words are replaced. */
export function toSkeleton(word: string): string {
  let isPlain = true;
  let hasLetter = false;
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    if (code > 0x39) hasLetter = true;
    if (code < 0x61 || code > 0x7a) isPlain = false;
  }
  if (isPlain || !hasLetter) return word;
  let result = '';
  for (const character of word.normalize('NFD')) {
    const code = character.charCodeAt(0);
    if (code >= 0x61 && code <= 0x7a) result += character;
    else if (code < 0x300 || code > 0x36f)
      result += latinOf.get(character) ?? foldedLetters[character] ?? letterOfDigit[character] ?? character;
  }
  return result.normalize('NFC');
}
