import { toSkeleton } from './normalize-text.js';
import { languages } from './words/languages.js';
import { fillers, type LanguageWords, type WordGroup } from './words/word-groups.js';

/** A phrase of the word lists. */
export interface Phrase {
  words: readonly string[];
  group: WordGroup;
  /** Other words may stand before it. */
  open: boolean;
  /** Other words may stand after it. */
  continued: boolean;
}

/** A phrase as it is in the lists. It is parsed when a name contains its first word. */
interface Source {
  text: string;
  group: WordGroup;
  isUnspaced: boolean;
}

/** Objects and nouns count wherever they are in a name. */
const anywhereGroups = new Set<string>(['harmless', 'noun']);
const minSkeletonLength = 5;
const star = '*'.charCodeAt(0);
/** Code points from here on are not Latin. */
const firstOtherScript = 0x250;

let sources: Map<string, Source[]> | undefined;
const parsed = new Map<string, readonly Phrase[]>();

/**
 * The phrases of all languages that begin with a word. Expressions of this size would be compiled again after every garbage collection, and
 * parsing all phrases takes 30 ms.
 */
export function phrasesFrom(word: string): readonly Phrase[] {
  sources ??= buildSources();
  const known = parsed.get(word);
  if (known) return known;
  const from = sources.get(word);
  if (!from) return [];
  const phrases = from.flatMap(parseSource).filter(({ words }) => words[0] === word);
  parsed.set(word, phrases);
  return phrases;
}

function buildSources(): Map<string, Source[]> {
  const byFirst = new Map<string, Source[]>();
  for (const [language, words] of Object.entries(languages)) {
    const isUnspaced = language === 'japanese' || language === 'chinese';
    for (const [group, list] of Object.entries(words)) {
      if (!isWordGroup(group, words)) continue;
      for (const part of list.split('|')) addSource(byFirst, { text: part.trim(), group, isUnspaced });
    }
  }
  return byFirst;
}

function isWordGroup(group: string, language: LanguageWords): group is WordGroup {
  return Object.hasOwn(language, group);
}

function addSource(byFirst: Map<string, Source[]>, source: Source): void {
  const { text } = source;
  let start = text.charCodeAt(0) === star ? 1 : 0;
  if (source.isUnspaced) {
    push(byFirst, String.fromCodePoint(text.codePointAt(start) ?? 0), source);
    return;
  }
  let end = text.indexOf(' ', start);
  while (end > 0 && fillers.has(text.slice(start, end))) {
    start = end + 1;
    end = text.indexOf(' ', start);
  }
  if (end < 0) end = text.charCodeAt(text.length - 1) === star ? text.length - 1 : text.length;
  const first = text.slice(start, end);
  for (const word of first.split('/')) addWord(byFirst, word, source);
}

function addWord(byFirst: Map<string, Source[]>, word: string, source: Source): void {
  push(byFirst, word, source);
  let isAscii = true;
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    if (code >= firstOtherScript) return;
    if (code > 0x7f) isAscii = false;
  }
  if (!isAscii) push(byFirst, toSkeleton(word), source);
}

function push(byFirst: Map<string, Source[]>, first: string, source: Source): void {
  const others = byFirst.get(first);
  if (others) others.push(source);
  else byFirst.set(first, [source]);
}

function parseSource({ text, group, isUnspaced }: Source): Phrase[] {
  const isAnywhere = anywhereGroups.has(group);
  const open = isAnywhere || text.startsWith('*');
  const continued = isAnywhere || text.endsWith('*');
  const body = text.replace(/^\*|\*$/g, '');
  const all = isUnspaced ? [[...body]] : expand(body);
  return all.flatMap(withLatinForm).map((words) => ({ words, group, open, continued }));
}

/** `a/b c` → `a c`, `b c`. */
function expand(body: string): string[][] {
  let all: string[][] = [[]];
  for (const part of body.split(' ')) {
    const choices = part.split('/').filter((word) => !fillers.has(word));
    if (choices.length > 0) all = all.flatMap((words) => choices.map((word) => [...words, word]));
  }
  return all.filter((words) => words.length > 0);
}

/** The phrase, and its form without marks: "loschen" means "löschen". Short words without marks mean something else. */
function withLatinForm(words: string[]): string[][] {
  if (words.every((word) => /^[a-z]+$/.test(word))) return [words];
  const skeleton = words.map(toSkeleton);
  const isLatin = skeleton.every((word) => /^[a-z]+$/.test(word));
  return isLatin && skeleton.join('').length >= minSkeletonLength ? [words, skeleton] : [words];
}
