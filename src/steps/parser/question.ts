import { foldText, stem } from '../../perception/grounding/text-similarity.js';
import { readOrdinal } from './pattern.js';
import { withoutKind } from './phrasings.js';

/** What a question asks for, taken apart. */
export interface Question {
  text: string;
  /** The words that carry meaning, without endings. */
  words: string[];
  /** Folded whole, to look for names in. */
  folded: string;
  /** Which row, when the question counts rows: 1 is the first, -1 the last. */
  row?: number;
  /** Asks how many there are of something. */
  counts?: string;
  /** Asks so only of those that are something more: "how many tickets have high priority". */
  isNarrowed?: boolean;
  wantsPrice: boolean;
}

const small = new Set(
  'what whats is are was were the of in on for a an to tell me please current currently my your our their its his her this that page shown displayed am does do did how much many which who whose when where and with at by from it there be has have i you s value text number amount column table row cell field listed written says say show shows cost costs'.split(
    ' ',
  ),
);
const general = new Set(['number', 'value', 'text', 'amount', 'cost', 'costs', 'name']);

/** A question or a phrase like "the price of the Blue Mug". */
export function readQuestion(text: string): Question {
  const plain = text.replace(/["“”]/gu, ' ').trim();
  const count =
    /^(?:how\s+many|(?:the\s+)?(?:total\s+)?number\s+of|count(?:\s+of)?)\s+(.+?)(?:\s+(?:are|is|does|do|did|can|were|have|has)\b(.*))?$/iu.exec(
      plain,
    );
  const row = /\b(?:the\s+)?(\S+)\s+(?:row|entry|line|result|item)\b/iu.exec(plain);
  const ordinal = row && readOrdinal(row[1] ?? '');
  const rest = ordinal && row ? plain.replace(row[0], ' ') : plain;
  const named = ordinal ? rest : withoutKind(text).replace(/["“”]/gu, ' ');
  const wantsPrice = /\b(?:price|cost|costs|how much)\b/iu.test(plain);
  return {
    text,
    words: contentWords(named),
    folded: ` ${wordsIn(rest).map(stem).join(' ')} `,
    ...(ordinal ? { row: ordinal } : {}),
    ...(count?.[1] ? { counts: count[1].replace(/\s+there$/iu, ''), isNarrowed: narrows(count[2] ?? '') } : {}),
    wantsPrice,
  };
}

/** "are there", "are shown on the page", "do you see" leave nothing out. */
function narrows(rest: string): boolean {
  return (
    contentWords(
      rest.replace(/\b(?:in total|altogether|left|visible|available|see|find|count|screen|you)\b/giu, ' '),
    ).filter((word) => !small.has(word)).length > 0
  );
}

/** "#1057" and "1057" are the same number. */
function wordsIn(text: string): string[] {
  return [...foldText(text.replaceAll('#', ' ')).words];
}

const shortened: Readonly<Record<string, string>> = {
  maximum: 'max',
  minimum: 'min',
  quantity: 'qty',
  telephone: 'phone',
  average: 'avg',
  information: 'info',
  temperature: 'temp',
};

function plainWord(word: string): string {
  return stem(shortened[word] ?? word);
}

/** The words that carry meaning, in their plain form. General ones only when there is nothing else. */
export function contentWords(text: string): string[] {
  const all = wordsIn(text);
  const kept = all.filter((word) => !small.has(word));
  return (kept.length > 0 ? kept : all.filter((word) => general.has(word))).map(plainWord);
}

/** How much of the question a label answers: all of the label must be asked for. */
export function covers(question: Question, label: string): string[] {
  const words = wordsIn(label)
    .filter((word) => !small.has(word) || general.has(word))
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

/** Whether a name is said in the question as a whole. */
export function isNamed(question: Question, name: string): boolean {
  const words = wordsIn(name).map(stem);
  const text = words.join(' ');
  return text.length >= 2 && words.some((word) => !small.has(word)) && question.folded.includes(` ${text} `);
}
