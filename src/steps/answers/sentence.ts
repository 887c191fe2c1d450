import { normalizeText, stem } from '../../perception/grounding/text-similarity.js';
import { contentWords } from '../parser/question.js';
import type { Answer } from './answer.js';
import { isInflection } from './value-pattern.js';

const months = 'January|February|March|April|May|June|July|August|September|October|November|December';
const short = 'Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec';
const days = 'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday';
const name = "\\p{Lu}[\\p{L}'’-]+(?:\\s+\\p{Lu}[\\p{L}'’.-]*){0,3}";

/** Question words, and the values they ask for. */
const kinds: readonly { asks: RegExp; says: RegExp }[] = [
  {
    asks: /^(?:when|what\s+(?:day|date|year|time)|on\s+wh(?:at|ich)\s+(?:day|date)|in\s+wh(?:at|ich)\s+year)\b/iu,
    says: new RegExp(
      `\\d{4}-\\d{2}-\\d{2}|(?:${days}),?\\s+(?:\\d{1,2}(?:st|nd|rd|th)?\\s+)?(?:${months})(?:\\s+\\d{1,2})?(?:,?\\s+\\d{4})?|\\d{1,2}(?:st|nd|rd|th)?\\s+(?:${months}|${short})\\.?(?:\\s+\\d{4})?|(?:${months}|${short})\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s+\\d{4})?|(?:${months})(?:\\s+\\d{4})?|(?:${days})|\\d{1,2}[:.]\\d{2}(?:\\s?[ap]\\.?m\\.?)?|\\d{1,2}\\s?[ap]m|(?:1[5-9]|20)\\d{2}|tomorrow|today|tonight|noon|midnight`,
      'giu',
    ),
  },
  { asks: /^(?:who|by\s+whom)\b/iu, says: new RegExp(`(?<=\\bby\\s)${name}`, 'gu') },
  { asks: /^where\b/iu, says: new RegExp(`(?<=\\b(?:in|at|near)\\s(?:the\\s)?)${name}`, 'gu') },
];

/** "When was the lake first mapped?" — "It was first mapped in 1842.": the value in the sentence with the most words of the question. */
export function sentenceAnswer(text: string, page: string, context: ReadonlySet<string>): Answer | undefined {
  const kind = kinds.find(({ asks }) => asks.test(text.trim()));
  if (!kind) return undefined;
  const asked = [...new Set(contentWords(text))].filter((word) => !/^(?:day|date|year|time)$/u.test(word));
  const needed = asked.filter((word) => !context.has(word));
  const candidates = page
    .split(/\n|(?<=[.!?])\s+(?=\p{Lu})/u)
    .flatMap((sentence) => {
      const words = new Set(normalizeText(sentence).words.map(stem));
      const has = (word: string): boolean => words.has(word) || [...words].some((other) => isInflection(word, other));
      const values = [...new Set([...sentence.matchAll(kind.says)].map(([whole]) => whole))];
      const shared = asked.filter(has).length;
      return values.length === 1 && shared > 0 && needed.every(has)
        ? [{ value: values[0] ?? '', shared, sentence }]
        : [];
    })
    .sort((one, other) => other.shared - one.shared);
  const [best, next] = candidates;
  if (!best || (next && next.shared === best.shared && next.value !== best.value)) return undefined;
  return { value: best.value, why: `in "${best.sentence.trim().slice(0, 80)}"` };
}
