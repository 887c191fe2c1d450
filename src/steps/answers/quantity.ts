import { normalizeText, stem } from '../../perception/grounding/text-similarity.js';
import { contentWords } from '../parser/question.js';
import type { Answer } from './answer.js';

const asked = /\bhow\s+(?:many|much)\s+(?:more\s+)?(\p{L}+)/iu;

const fillerWords = new Set(
  ['need', 'needed', 'required', 'require', 'use', 'take', 'left', 'contain', 'recipe'].map(stem),
);

/** "How many days may items be returned?" — "You can return items within 30 days.": the number before the unit. */
export function quantityAnswer(text: string, page: string): Answer | undefined {
  const unit = asked.exec(text)?.[1];
  if (!unit || unit.length < 3) return undefined;
  const short = stem(normalizeText(unit).words[0] ?? '');
  const counted = new RegExp(
    `(\\d[\\d.,]*(?:\\s?(?:k?g|mg|m?l|cl|lb|oz|cups?|tsp|tbsp))?)[\\s-]+(?:\\p{L}+\\s+)?${short}\\p{L}{0,3}(?!\\p{L})`,
    'iu',
  );
  const words = new Set(contentWords(text).filter((word) => word !== short && !fillerWords.has(word)));
  const candidates = page
    .split(/\n|(?<=[.!?])\s+(?=\p{Lu})/u)
    .flatMap((sentence) => {
      const value = counted.exec(sentence)?.[1]?.replace(/[.,]$/u, '');
      const shared = new Set(contentWords(sentence).filter((word) => isAsked(word, words))).size;
      return value && shared >= words.size ? [{ value, shared, sentence }] : [];
    })
    .sort((one, other) => other.shared - one.shared);
  const [best, next] = candidates;
  if (!best || (next && next.shared === best.shared && next.value !== best.value)) return undefined;
  return { value: best.value, why: `in "${best.sentence.trim().slice(0, 80)}"` };
}

function isAsked(word: string, words: ReadonlySet<string>): boolean {
  return (
    words.has(word) ||
    (word.length >= 4 &&
      [...words].some((other) => other.length >= 4 && (other.startsWith(word) || word.startsWith(other))))
  );
}
