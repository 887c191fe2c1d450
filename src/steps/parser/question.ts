import { normalizeText, stem } from '../../perception/grounding/text-similarity.js';
import { readOrdinal } from './number-words.js';
import { withoutNamedKind } from './phrasings.js';

/** A parsed question. */
export interface Question {
  text: string;
  /** The stems of the content words. */
  words: string[];
  /** The folded text, to find names in. */
  folded: string;
  /** The row that the question names: 1 is the first, -1 the last. */
  row?: number;
  /** The noun of "how many …". */
  countedNoun?: string;
  /** The count has a restriction: "how many tickets have high priority". */
  isRestricted?: boolean;
  wantsPrice: boolean;
}

const stopWords = new Set(
  'what whats is are was were the of in on for a an to tell me please current currently my your our their its his her this that page shown displayed am does do did how much many which who whose when where and with at by from it there be has have i you s value text number amount column table row cell field listed written says say show shows cost costs'.split(
    ' ',
  ),
);
const genericWords = new Set(['number', 'value', 'text', 'amount', 'cost', 'costs', 'name']);

/** Parses a question, or a phrase like "the price of the Blue Mug". */
export function readQuestion(text: string): Question {
  const plain = text.replace(/["“”]/gu, ' ').trim();
  const count =
    /^(?:how\s+many|(?:the\s+)?(?:total\s+)?number\s+of|count(?:\s+of)?)\s+(.+?)(?:\s+(?:are|is|does|do|did|can|were|have|has)\b(.*))?$/iu.exec(
      plain,
    );
  const row = /\b(?:the\s+)?(\S+)\s+(?:row|entry|line|result|item)\b/iu.exec(plain);
  const ordinal = row && readOrdinal(row[1] ?? '');
  const rest = ordinal && row ? plain.replace(row[0], ' ') : plain;
  const named = ordinal ? rest : withoutNamedKind(text).replace(/["“”]/gu, ' ');
  const wantsPrice = /\b(?:price|cost|costs|how much)\b/iu.test(plain);
  return {
    text,
    words: contentWords(named),
    folded: ` ${wordsIn(rest).map(stem).join(' ')} `,
    row: ordinal || undefined,
    countedNoun: count?.[1]?.replace(/\s+there$/iu, ''),
    isRestricted: count ? isRestricted(count[2] ?? '') : undefined,
    wantsPrice,
  };
}

/** Whether the rest of a count question restricts it. "are there" and "do you see" do not. */
function isRestricted(rest: string): boolean {
  return (
    contentWords(
      rest.replace(/\b(?:in total|altogether|left|visible|available|see|find|count|screen|you)\b/giu, ' '),
    ).filter((word) => !stopWords.has(word)).length > 0
  );
}

/** "#1057" and "1057" are the same number. */
function wordsIn(text: string): string[] {
  return [...normalizeText(text.replaceAll('#', ' ')).words];
}

const abbreviations: Readonly<Record<string, string>> = {
  maximum: 'max',
  minimum: 'min',
  quantity: 'qty',
  telephone: 'phone',
  average: 'avg',
  information: 'info',
  temperature: 'temp',
};

function plainWord(word: string): string {
  return stem(abbreviations[word] ?? word);
}

/** The stems of the content words. Generic words such as "value" count only when there are no others. */
export function contentWords(text: string): string[] {
  const all = wordsIn(text);
  const kept = all.filter((word) => !stopWords.has(word));
  return (kept.length > 0 ? kept : all.filter((word) => genericWords.has(word))).map(plainWord);
}

/** The words of the question that a label covers. Nearly all words of the label must be in the question. */
export function coveredWords(question: Question, label: string): string[] {
  const words = wordsIn(label)
    .filter((word) => !stopWords.has(word) || genericWords.has(word))
    .map(plainWord);
  if (words.length === 0) return [];
  const asked = new Set(question.words);
  const known = words.filter((word) => asked.has(word) || alike(word, question.words));
  const missing = words.length - known.length;
  if (
    missing > 0 &&
    !(words.length > 2 && missing === 1) &&
    !(
      question.words.length > 0 &&
      question.words.every((word) => words.includes(word)) &&
      words.length <= question.words.length + 2
    )
  )
    return [];
  return question.words.filter((word) => words.includes(word) || alike(word, words));
}

function alike(word: string, others: readonly string[]): boolean {
  return (
    word.length >= 4 && others.some((other) => other.length >= 4 && (other.startsWith(word) || word.startsWith(other)))
  );
}

/** Whether the question contains a name in full. */
export function namesInFull(question: Question, name: string): boolean {
  const words = wordsIn(name).map(stem);
  const text = words.join(' ');
  return text.length >= 2 && words.some((word) => !stopWords.has(word)) && question.folded.includes(` ${text} `);
}
