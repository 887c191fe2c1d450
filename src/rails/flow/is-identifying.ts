import { commonWords } from './common-words.js';

const minPhraseWords = 4;
const minPhraseLength = 24;
const minPhraseUncommon = 3;
const minNameLength = 10;
const minNameUncommon = 2;
const minDigits = 6;
const minCodeLength = 8;
const minCodeDigits = 4;
const minCodeSwitches = 2;
const minLongWord = 22;
const minIdeographs = 12;

const date =
  /\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b|\b\d{1,2}[-/.]\s?\d{1,2}[-/.]\s?\d{2,4}\b|\b\d{1,2}\.?\s\p{L}{3,9}\.?,?\s\d{2,4}\b|\b\p{L}{3,9}\.?\s\d{1,2},?\s\d{4}\b/gu;
const time = /\b\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?\b/g;
const money = /[€$£¥]\s?[\d.,]+|[\d.,]+\s?(?:[€$£¥]|EUR|USD|GBP|CHF)\b/g;

/**
 * Whether a part of a text identifies something: a number, a code, an address, a name, a phrase. Words that everybody uses, dates, times and
 * short numbers do not. `source`: the text that was read, if it is all that was typed: a name is recognized by its capitals.
 */
export function isIdentifying(part: string, source?: string): boolean {
  const text = part.replace(date, ' ').replace(time, ' ').replace(money, ' ');
  if (countDigits(text) >= minDigits && hasLongNumber(text)) return true;
  if (/[\p{L}\p{N}._%+-]{2,}@[\p{L}\p{N}-]+\.[\p{L}]{2,}/u.test(text)) return true;
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.some(isCode)) return true;
  if (
    (text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/gu) ?? []).length >= minIdeographs
  )
    return true;
  const letters = words.join('').length;
  const uncommon = words.filter(isUncommon).length;
  if (words.length >= minPhraseWords && letters >= minPhraseLength && uncommon >= minPhraseUncommon) return true;
  return uncommon >= minNameUncommon && letters >= minNameLength && source !== undefined && isName(source);
}

/** Whether every word that identifies something begins with a capital. */
function isName(text: string): boolean {
  return (text.match(/\p{L}+/gu) ?? []).filter(isUncommon).every((word) => /^\p{Lu}/u.test(word));
}

/** Six digits that belong together: `48213377`, `DE89 3704 0044`, `ORD-4821-3377`. Not `3 rooms, 120 m², 5 floors`. */
function hasLongNumber(text: string): boolean {
  const groups = text.match(/\p{L}{0,4}\d[\d\p{L}]*(?:[ ./_-]{0,2}[\p{L}]{0,2}\d[\d\p{L}]*)*/gu) ?? [];
  return groups.some((group) => countDigits(group) >= minDigits);
}

function countDigits(text: string): number {
  return (text.match(/\d/g) ?? []).length;
}

/** A password, a token, a key: letters and digits alternate, or a word that no language has. */
function isCode(word: string): boolean {
  if (word.length >= minLongWord) return true;
  const digits = countDigits(word);
  if (word.length < minCodeLength || digits === 0 || digits === word.length) return false;
  const switches = (word.match(/\p{L}(?=\d)|\d(?=\p{L})/gu) ?? []).length;
  return digits >= minCodeDigits || switches >= minCodeSwitches;
}

function isUncommon(word: string): boolean {
  return /^\p{L}{3,}$/u.test(word) && !commonWords.has(word.toLowerCase());
}
