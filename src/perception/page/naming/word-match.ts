import { withoutMarks } from '../dom/flat-tree.js';

/** Scripts that write words without spaces between them. */
const spaceless =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** A test for texts that contain these words. The first word must be whole or the beginning of a word: "save" is in "Saved", not in "unsave". */
export function wordMatcher(wanted: string): (text: string) => boolean {
  const words = wanted.toLowerCase();
  const fold = withoutAccents(words) === words ? withoutAccents : (text: string): string => text;
  const plain = (text: string): string => fold(withoutMarks(text).toLowerCase());
  if (!/^[\p{L}\p{N}]/u.test(words) || spaceless.test(words)) return (text) => plain(text).includes(words);
  const boundary = /[\p{L}\p{N}]/u;
  return (text) => {
    const content = plain(text);
    for (let at = content.indexOf(words); at >= 0; at = content.indexOf(words, at + 1))
      if (at === 0 || !boundary.test(content[at - 1] ?? '')) return true;
    return false;
  };
}

const accents = /[\u0300-\u036f]/g;

/** A text without accents, for words that were typed without them: "café" is "cafe". */
function withoutAccents(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  return /^[\u0000-\u007f]*$/.test(text) ? text : text.normalize('NFD').replace(accents, '').normalize('NFC');
}
