import { smallWords, symbolNames, synonyms } from './vocabulary.js';

/** A text as it is compared: without case, accents and punctuation. */
export interface FoldedText {
  text: string;
  /** The same without spaces: "check out" is "checkout". */
  squashed: string;
  words: readonly string[];
  /** The words with each synonym replaced by the one that stands for all. */
  heads: readonly string[];
}

const longestText = 240;
const rememberedTexts = 4_096;
const remembered = new Map<string, FoldedText>();

// Letters that stay whole when accents are taken off.
const plainLetters: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ı: 'i' };

const headOf = new Map<string, string>();
const phraseHeads: [string, string][] = [];
for (const group of synonyms) {
  const head = group[0] ?? '';
  for (const word of group) {
    if (word.includes(' ')) phraseHeads.push([` ${word} `, ` ${head} `]);
    else headOf.set(word, head);
  }
}
phraseHeads.sort((one, other) => other[0].length - one[0].length);

/** Folds a text for comparing; texts seen before cost nothing. */
export function foldText(raw: string): FoldedText {
  const known = remembered.get(raw);
  if (known) return known;
  const folded = fold(raw.slice(0, longestText));
  if (remembered.size >= rememberedTexts) remembered.clear();
  remembered.set(raw, folded);
  return folded;
}

/** A word without its plural ending. */
export function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:[sx]|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

export interface Likeness {
  /** 0 to 1; 1 when they are the same. */
  score: number;
  how: 'exact' | 'contains' | 'words' | 'spelling' | 'synonym' | 'none';
}

const unlike: Likeness = { score: 0, how: 'none' };

/** How well a text answers the words someone used for it. */
export function likeness(asked: FoldedText, text: FoldedText): Likeness {
  if (asked.squashed === '' || text.squashed === '') return unlike;
  if (asked.text === text.text) return { score: 1, how: 'exact' };
  if (asked.squashed === text.squashed) return { score: 0.98, how: 'exact' };
  const plain = compareWords(asked.words, text.words);
  const best = asked.heads === asked.words && text.heads === text.words ? plain : synonymous(plain, asked, text);
  if (best.score >= 0.6) return best;
  return stronger(best, partOf(asked, text));
}

function fold(raw: string): FoldedText {
  let text = strip(raw);
  if (text === '') text = symbolNames.get(raw.replace(/\s|\ufe0f/g, '')) ?? '';
  const words = text === '' ? [] : text.split(' ');
  let canonical = ` ${text} `;
  for (const [phrase, head] of phraseHeads)
    if (canonical.includes(phrase)) canonical = canonical.replaceAll(phrase, head);
  const heads = canonical
    .trim()
    .split(' ')
    .map((word) => headOf.get(word) ?? headOf.get(stem(word)) ?? word);
  const same = heads.length === words.length && heads.every((head, index) => head === words[index]);
  return { text, squashed: text.replaceAll(' ', ''), words, heads: same ? words : heads };
}

function strip(raw: string): string {
  return raw
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’`]/gu, '')
    .replace(/[ßøæœłđı]/g, (letter) => plainLetters[letter] ?? letter)
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function synonymous(plain: Likeness, asked: FoldedText, text: FoldedText): Likeness {
  const { score } = compareWords(asked.heads, text.heads);
  return stronger(plain, { score: score * 0.93, how: 'synonym' });
}

function stronger(one: Likeness, other: Likeness): Likeness {
  return other.score > one.score ? other : one;
}

function compareWords(asked: readonly string[], text: readonly string[]): Likeness {
  if (asked.every((word) => smallWords.has(word))) return unlike;
  let found = 0;
  let wanted = 0;
  let how: Likeness['how'] = 'words';
  const used = new Set<number>();
  for (const word of asked) {
    const weight = weightOf(word);
    wanted += weight;
    let best = 0;
    let where = -1;
    for (let index = 0; index < text.length; index++) {
      if (used.has(index)) continue;
      const alike = wordLikeness(word, text[index] ?? '');
      if (alike > best) {
        best = alike;
        where = index;
      }
      if (best === 1) break;
    }
    if (where >= 0) used.add(where);
    if (best > 0 && best < 0.95) how = 'spelling';
    found += weight * best;
  }
  const recall = found / wanted;
  if (recall < 0.5) return unlike;
  let covered = 0;
  let all = 0;
  text.forEach((word, index) => {
    all += weightOf(word);
    if (used.has(index)) covered += weightOf(word);
  });
  const together = ` ${text.join(' ')} `.includes(` ${asked.join(' ')} `);
  const precision = covered / all;
  const score = recall ** 1.5 * (0.62 + 0.3 * precision) + (together || precision === 1 ? 0.05 : 0);
  return { score: Math.min(0.97, score), how: together ? 'contains' : how };
}

function weightOf(word: string): number {
  return smallWords.has(word) ? 0.2 : 1;
}

function wordLikeness(asked: string, word: string): number {
  if (asked === word) return 1;
  if (asked.length < 3 || word.length < 3) return 0;
  if (word.startsWith(asked)) return stem(asked) === stem(word) ? 0.97 : 0.8;
  if (asked.startsWith(word.slice(0, 3)) && stem(asked) === stem(word)) return 0.97;
  const allowed = asked.length >= 8 ? 2 : asked.length >= 5 ? 1 : 0;
  if (allowed === 0 || Math.abs(asked.length - word.length) > allowed || /\d/.test(asked)) return 0;
  const distance = editDistance(asked, word, allowed);
  return distance > allowed ? 0 : 1 - 0.08 * distance;
}

/** Insertions, deletions, replacements and swaps of neighbours; more than `most` is reported as `most + 1`. */
export function editDistance(one: string, other: string, most: number): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      }
      next.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
}

/** Part of a word, or of a text in a script that writes no spaces. */
function partOf(asked: FoldedText, text: FoldedText): Likeness {
  const spaceless = /[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(asked.squashed);
  const shortest = spaceless ? 2 : 4;
  if (asked.squashed.length >= shortest && text.squashed.includes(asked.squashed)) {
    return { score: 0.55 + (0.3 * asked.squashed.length) / text.squashed.length, how: 'contains' };
  }
  if (spaceless && text.squashed.length >= shortest && asked.squashed.includes(text.squashed)) {
    return { score: 0.8 * Math.sqrt(text.squashed.length / asked.squashed.length), how: 'contains' };
  }
  return unlike;
}
