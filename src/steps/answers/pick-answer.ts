import { readDate } from '../../core/dates/calendar-date.js';
import { HandrailError } from '../../core/errors.js';
import { contentWords, type Question } from '../parser/question.js';
import type { Answer } from './answer.js';

/** A possible answer on the page. */
export interface Candidate {
  value: string;
  /** The words of the question that it covers. */
  covered: readonly string[];
  weight: number;
  why: string;
}

const minScore = 0.6;

/** The candidate that covers most of a question. `context` has the words of the title and the headings. Throws `ambiguous` for several. */
export function pickAnswer(
  question: Question,
  candidates: readonly Candidate[],
  context: ReadonlySet<string>,
  text: string,
): Answer | undefined {
  const total = Math.max(1, question.words.length);
  const attribute = contentWords(attributeOf(text) ?? '').filter((word) => question.words.includes(word));
  const required = requiredWords(text).filter((word) => question.words.includes(word));
  const scored = candidates
    .filter(({ value, covered }) => value.trim() !== '' && covered.length > 0 && canAnswer(text, value))
    .filter(
      ({ value, covered }) =>
        attribute.length === 0 || hasFormat(text, value) || attribute.some((word) => covered.includes(word)),
    )
    .map((candidate) => {
      const known = question.words.filter((word) => candidate.covered.includes(word));
      const around = question.words.filter((word) => !candidate.covered.includes(word) && inContext(word, context));
      return {
        ...candidate,
        isComplete: required.every((word) => candidate.covered.includes(word) || inContext(word, context)),
        score: ((known.length + 0.8 * around.length) / total) * candidate.weight,
      };
    })
    .filter(({ isComplete }) => isComplete)
    .sort((one, other) => other.score - one.score);
  const [best] = scored;
  if (!best || best.score < minScore) return undefined;
  const rivals = scored.filter(({ score, value }) => score >= best.score - 0.02 && !same(value, best.value));
  if (rivals.length > 0) {
    const values = [...new Set([best, ...rivals].map(({ value, why }) => `"${value}" (${why})`))].slice(0, 5);
    throw new HandrailError(
      'ambiguous',
      `"${text}" has several answers: ${values.join(', ')}.`,
      'Name the row or the heading.',
    );
  }
  return { value: best.value, why: best.why };
}

/** The words without which a text is no answer: names, numbers, quoted words, and the noun of "which city". */
function requiredWords(text: string): string[] {
  const names = [...text.matchAll(/["“]([^"”]+)["”]|(?<=\s)[\p{Lu}\d#@][\p{L}\p{N}'’.-]*/gu)].map(
    ([whole, quoted]) => quoted ?? whole,
  );
  const noun = /^(?:which|what)\s+(?!is\b|are\b|was\b|were\b|does\b|do\b)(\p{L}+)\s/iu.exec(text.trim())?.[1] ?? '';
  return contentWords([...names, noun].join(' '));
}

function inContext(word: string, context: ReadonlySet<string>): boolean {
  return (
    context.has(word) ||
    (word.length >= 4 &&
      [...context].some((other) => other.length >= 4 && (other.startsWith(word) || word.startsWith(other))))
  );
}

function same(one: string, other: string): boolean {
  const fold = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  return fold(one) === fold(other) || one.includes(other) || other.includes(one);
}

const money = /\b(?:price|cost|costs|how\s+much|amount|balance|salary|fee|total)\b/iu;
const counted = /^how\s+(?:many|long|far|old)\b/iu;
const time = /^(?:when|what\s+(?:time|day|date|year))\b/iu;

/** Whether a value can be the answer: an amount needs a digit and is not a date. */
function canAnswer(question: string, value: string): boolean {
  const text = question.trim();
  if (counted.test(text)) return /\d/u.test(value);
  if (money.test(text) && !/\b(?:date|name|status|number|code)\b/iu.test(text))
    return /\d|\bfree\b|\bnone\b/iu.test(value) && !/^\d{4}-\d{2}-\d{2}$/u.test(value.trim()) && !isLongDate(value);
  if (time.test(text))
    return /\d|day\b|tomorrow|today|noon|midnight|never|soon|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/iu.test(
      value,
    );
  return true;
}

function isLongDate(value: string): boolean {
  return /\p{L}{3,}/u.test(value) && readDate(value) !== undefined;
}

const ofWhat = /^(?:(?:what|which|who)(?:['’]s|\s+(?:is|are|was))\s+)?(?:the\s+)?(.+?)\s+(?:of|for)\s+(?=\S)/iu;

/** "details" in "the details of the course": the attribute that is asked for. */
function attributeOf(question: string): string | undefined {
  return ofWhat.exec(question.trim())?.[1];
}

const known: readonly (readonly [asks: RegExp, says: RegExp])[] = [
  [/\b(?:phone|telephone|mobile)\b/iu, /^\+?[\d\s().-]{6,}$/u],
  [/\be-?mail\b/iu, /^\S+@\S+$/u],
  [/\b(?:price|cost|fee|salary|amount|total|balance|value)\b/iu, /^[^\p{L}]*\d[\d.,]*[^\p{L}]*(?:\p{Lu}{3})?$/u],
  [/\b(?:date|day|time)\b/iu, /\d/u],
  [/\b(?:name|text|title|address)\b/iu, /\p{L}/u],
];

/** Whether a value has the format of what is asked for, such as a phone number. */
function hasFormat(question: string, value: string): boolean {
  return known.some(([asks, says]) => asks.test(question) && says.test(value.trim()));
}
