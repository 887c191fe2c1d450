import { normalizeText, stem } from '../../perception/grounding/text-similarity.js';
import { contentWords } from '../parser/question.js';
import type { Answer } from './answer.js';

const fillerWords = new Set(
  ['need', 'needed', 'required', 'require', 'use', 'take', 'left', 'contain', 'recipe'].map(stem),
);

/** "How many days may items be returned?" — "You can return items within 30 days.": the number before the unit. */
export function quantityAnswer(text: string, page: string): Answer | undefined {
  const unit = /\bhow\s+(?:many|much)\s+(?:more\s+)?(\p{L}+)/iu.exec(text)?.[1];
  if (!unit || unit.length < 3) return undefined;
  const root = stem(normalizeText(unit).words[0] ?? '');
  const counted = new RegExp(
    `(\\d[\\d.,]*(?:\\s?(?:k?g|mg|m?l|cl|lb|oz|cups?|tsp|tbsp))?)[\\s-]+(?:\\p{L}+\\s+)?${root}\\p{L}{0,3}(?!\\p{L})`,
    'iu',
  );
  const asked = new Set(contentWords(text).filter((word) => word !== root && !fillerWords.has(word)));
  return bestSentence(sentencesOf(page), (sentence) => {
    const value = counted.exec(sentence)?.[1]?.replace(/[.,]$/u, '');
    const shared = new Set(contentWords(sentence).filter((word) => isAsked(word, asked))).size;
    return value && shared >= asked.size ? { value, shared } : undefined;
  });
}

function isAsked(word: string, asked: ReadonlySet<string>): boolean {
  const isLong = (one: string): boolean => one.length >= 4;
  return (
    asked.has(word) ||
    (isLong(word) && [...asked].some((other) => isLong(other) && (other.startsWith(word) || word.startsWith(other))))
  );
}

function sentencesOf(page: string): string[] {
  return page.split(/\n|(?<=[.!?])\s+(?=\p{Lu})/u);
}

/** The value of the sentence that shares most words with the question. Undefined when two share as many and differ. */
function bestSentence(
  sentences: readonly string[],
  read: (sentence: string) => { value: string; shared: number } | undefined,
): Answer | undefined {
  const found = sentences
    .flatMap((sentence) => {
      const one = read(sentence);
      return one ? [{ ...one, sentence }] : [];
    })
    .sort((one, other) => other.shared - one.shared);
  const [best, next] = found;
  if (!best || (next && next.shared === best.shared && next.value !== best.value)) return undefined;
  return { value: best.value, why: `in "${best.sentence.trim().slice(0, 80)}"` };
}
