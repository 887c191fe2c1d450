import { negations } from '../../core/words/match-words.js';
import { foldLetters } from './text-similarity.js';
import { symbolNames } from './vocabulary.js';

const word = String.raw`\p{L}[\p{L}\p{N}]*|\p{N}+(?:[.,:/]\p{N}+)*[\p{L}\p{N}]*`;
/** Signs that distinguish names with the same letters: "C" and "C++", "👍 12" and "12". */
const sign = String.raw`[+#%$€£<>=]|(?<![\p{L}\p{N}])[-−](?=\p{N})|\p{Extended_Pictographic}`;
const tokenPattern = new RegExp(`${word}|${sign}`, 'gu');
const onlySigns = new RegExp(`^(?:${sign}|-|\\ufe0f)+$`, 'u');

const maxTextLength = 300;
const maxCachedTexts = 4_096;
const cache = new Map<string, readonly string[]>();

/** The words, numbers and signs of a text, without case, accents and punctuation. A symbol alone has its name: "×" is "close". */
export function toTokens(text: string): readonly string[] {
  const cached = cache.get(text);
  if (cached) return cached;
  const tokens = tokenize(text.slice(0, maxTextLength));
  if (cache.size >= maxCachedTexts) cache.clear();
  cache.set(text, tokens);
  return tokens;
}

function tokenize(text: string): readonly string[] {
  const symbol = symbolNames.get(text.replace(/\s|\ufe0f/g, ''));
  if (symbol) return [symbol];
  return foldLetters(text).replaceAll('−', '-').match(tokenPattern) ?? [];
}

/** The name of the only symbol among the words of a text: "the third - button". */
export function symbolAmongWords(text: string): string | undefined {
  const symbols = text.split(/\s+/).flatMap((part) => symbolNames.get(part.replace(/\ufe0f/g, '')) ?? []);
  return symbols.length === 1 ? symbols[0] : undefined;
}

export function isSign(token: string): boolean {
  return onlySigns.test(token);
}

export function areEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length > 0 && one.length === other.length && begins(one, other);
}

/** Whether `text` starts with the tokens of `start`. */
export function begins(start: readonly string[], text: readonly string[]): boolean {
  return start.length > 0 && start.length <= text.length && start.every((token, index) => token === text[index]);
}

/** Whether `part` is in `text`, and no word before it turns its meaning around: "not done". */
export function contains(part: readonly string[], text: readonly string[]): boolean {
  return text.some((_, index) => begins(part, text.slice(index)) && !negations.has(text[index - 1] ?? ''));
}
