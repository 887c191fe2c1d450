import { HandrailError } from '../../core/errors.js';
import { contentWords, type Question } from '../parser/question.js';
import type { Answer } from './answer.js';
import { attributeOf, canAnswer, hasFormat } from './kind.js';

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
