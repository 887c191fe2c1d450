import { editDistance } from '../../core/words/edit-distance.js';
import { stopWords, symbolNames, synonyms } from './vocabulary.js';

/** A text for comparison: without case, accents and punctuation. */
export interface NormalizedText {
  text: string;
  /** The same without spaces: "check out" equals "checkout". */
  compact: string;
  words: readonly string[];
  /** The words with each synonym replaced by its canonical form. */
  canonicalWords: readonly string[];
}

const maxTextLength = 240;
const maxCachedTexts = 4_096;
const cache = new Map<string, NormalizedText>();

/** Letters that Unicode decomposition keeps. */
const plainLetters: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ı: 'i' };

const canonicalWord = new Map<string, string>();
const canonicalPhrases: [phrase: string, canonical: string][] = [];
for (const group of synonyms) {
  const canonical = group[0] ?? '';
  for (const word of group) {
    if (word.includes(' ')) canonicalPhrases.push([` ${word} `, ` ${canonical} `]);
    else canonicalWord.set(word, canonical);
  }
}
canonicalPhrases.sort((one, other) => other[0].length - one[0].length);

/** Normalizes a text. Results are cached. */
export function normalizeText(raw: string): NormalizedText {
  const cached = cache.get(raw);
  if (cached) return cached;
  const normalized = normalize(raw.slice(0, maxTextLength));
  if (cache.size >= maxCachedTexts) cache.clear();
  cache.set(raw, normalized);
  return normalized;
}

/** A word without its plural ending. */
export function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:[sx]|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

export interface Similarity {
  /** 0 to 1. 1 for equal texts. */
  score: number;
  kind: 'exact' | 'contains' | 'words' | 'spelling' | 'synonym' | 'none';
}

const noSimilarity: Similarity = { score: 0, kind: 'none' };
const compactEqualScore = 0.98;
const synonymFactor = 0.93;
/** With a better word match than this, substrings are not compared. */
const goodWordScore = 0.6;

/** How well a text matches the words that a phrase uses for it. */
export function compareTexts(wanted: NormalizedText, text: NormalizedText): Similarity {
  if (wanted.compact === '' || text.compact === '') return noSimilarity;
  if (wanted.text === text.text) return { score: 1, kind: 'exact' };
  if (wanted.compact === text.compact) return { score: compactEqualScore, kind: 'exact' };
  let best = compareWords(wanted.words, text.words);
  if (wanted.canonicalWords !== wanted.words || text.canonicalWords !== text.words) {
    const { score } = compareWords(wanted.canonicalWords, text.canonicalWords);
    best = better(best, { score: score * synonymFactor, kind: 'synonym' });
  }
  return best.score >= goodWordScore ? best : better(best, compareSubstrings(wanted, text));
}

function better(one: Similarity, other: Similarity): Similarity {
  return other.score > one.score ? other : one;
}

function normalize(raw: string): NormalizedText {
  const text = strip(raw) || (symbolNames.get(raw.replace(/\s|\ufe0f/g, '')) ?? '');
  const words = text === '' ? [] : text.split(' ');
  let canonicalText = ` ${text} `;
  for (const [phrase, canonical] of canonicalPhrases)
    if (canonicalText.includes(phrase)) canonicalText = canonicalText.replaceAll(phrase, canonical);
  const canonicalWords = canonicalText
    .trim()
    .split(' ')
    .map((word) => canonicalWord.get(word) ?? canonicalWord.get(stem(word)) ?? word);
  const isSame = canonicalWords.length === words.length && canonicalWords.every((word, index) => word === words[index]);
  return { text, compact: text.replaceAll(' ', ''), words, canonicalWords: isSame ? words : canonicalWords };
}

/** The text in lower case, without accents, apostrophes and invisible marks. "&" is "and". */
export function foldLetters(raw: string): string {
  return raw
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}'’`]/gu, '')
    .replace(/[ßøæœłđı]/g, (letter) => plainLetters[letter] ?? letter)
    .replaceAll('&', ' and ');
}

function strip(raw: string): string {
  return foldLetters(raw)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const minRecall = 0.5;
/** The score of a text that contains all wanted words: a base, a share for precision, and a bonus for adjacent words. */
const recallBase = 0.62;
const precisionShare = 0.3;
const adjacencyBonus = 0.05;
const recallExponent = 1.5;
const maxWordScore = 0.97;
const stopWordWeight = 0.2;
/** A worse word match is a misspelling. */
const minSameWord = 0.95;

function compareWords(wanted: readonly string[], text: readonly string[]): Similarity {
  if (wanted.every((word) => stopWords.has(word))) return noSimilarity;
  const used = new Set<number>();
  let matchedWeight = 0;
  let kind: Similarity['kind'] = 'words';
  for (const word of wanted) {
    const { score, index } = findWord(word, text, used);
    if (index >= 0) used.add(index);
    if (score > 0 && score < minSameWord) kind = 'spelling';
    matchedWeight += weightOf(word) * score;
  }
  const recall = matchedWeight / totalWeight(wanted);
  if (recall < minRecall) return noSimilarity;
  const precision = totalWeight(text.filter((_, index) => used.has(index))) / totalWeight(text);
  const isAdjacent = ` ${text.join(' ')} `.includes(` ${wanted.join(' ')} `);
  const bonus = isAdjacent || precision === 1 ? adjacencyBonus : 0;
  const score = recall ** recallExponent * (recallBase + precisionShare * precision) + bonus;
  return { score: Math.min(maxWordScore, score), kind: isAdjacent ? 'contains' : kind };
}

/** The unused word of a text that matches best. */
function findWord(
  wanted: string,
  text: readonly string[],
  used: ReadonlySet<number>,
): { score: number; index: number } {
  let best = { score: 0, index: -1 };
  for (let index = 0; index < text.length && best.score < 1; index++) {
    if (used.has(index)) continue;
    const score = compareWord(wanted, text[index] ?? '');
    if (score > best.score) best = { score, index };
  }
  return best;
}

function weightOf(word: string): number {
  return stopWords.has(word) ? stopWordWeight : 1;
}

function totalWeight(words: readonly string[]): number {
  return words.reduce((total, word) => total + weightOf(word), 0);
}

const minComparedLength = 3;
const sameStemScore = 0.97;
const prefixScore = 0.8;
const editCost = 0.08;

function compareWord(wanted: string, word: string): number {
  if (wanted === word) return 1;
  if (wanted.length < minComparedLength || word.length < minComparedLength) return 0;
  if (word.startsWith(wanted)) return stem(wanted) === stem(word) ? sameStemScore : prefixScore;
  if (wanted.startsWith(word.slice(0, minComparedLength)) && stem(wanted) === stem(word)) return sameStemScore;
  const maxEdits = wanted.length >= 8 ? 2 : wanted.length >= 5 ? 1 : 0;
  if (maxEdits === 0 || Math.abs(wanted.length - word.length) > maxEdits || /\d/.test(wanted)) return 0;
  const distance = editDistance(wanted, word, maxEdits);
  return distance > maxEdits ? 0 : 1 - editCost * distance;
}

/** Compares substrings: a part of a word, or of a text in a script without spaces. */
function compareSubstrings(wanted: NormalizedText, text: NormalizedText): Similarity {
  const isSpaceless = /[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(wanted.compact);
  const minLength = isSpaceless ? 2 : 4;
  const [wantedLength, textLength] = [wanted.compact.length, text.compact.length];
  if (wantedLength >= minLength && text.compact.includes(wanted.compact))
    return { score: 0.55 + (0.3 * wantedLength) / textLength, kind: 'contains' };
  if (isSpaceless && textLength >= minLength && wanted.compact.includes(text.compact))
    return { score: 0.8 * Math.sqrt(textLength / wantedLength), kind: 'contains' };
  return noSimilarity;
}
