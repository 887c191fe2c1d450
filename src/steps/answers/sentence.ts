import { normalizeText, stem } from '../../perception/grounding/text-similarity.js';
import { contentWords } from '../parser/question.js';
import type { Answer } from './answer.js';

const months = 'January|February|March|April|May|June|July|August|September|October|November|December';
const short = 'Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec';
const days = 'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday';
const name = "\\p{Lu}[\\p{L}'’-]+(?:\\s+\\p{Lu}[\\p{L}'’.-]*){0,3}";

/** Questions, and the format of the values they ask for. */
interface Kind {
  asks: RegExp;
  says: RegExp;
  /** Words that only state the kind of value. */
  ignored?: RegExp;
}

/** Kinds that are asked for by a question word. */
const wordKinds: readonly Kind[] = [
  {
    asks: /^(?:when|what\s+(?:day|date|year|time)|on\s+wh(?:at|ich)\s+(?:day|date)|in\s+wh(?:at|ich)\s+year)\b/iu,
    says: new RegExp(
      `\\d{4}-\\d{2}-\\d{2}|(?:${days}),?\\s+(?:\\d{1,2}(?:st|nd|rd|th)?\\s+)?(?:${months})(?:\\s+\\d{1,2})?(?:,?\\s+\\d{4})?|\\d{1,2}(?:st|nd|rd|th)?\\s+(?:${months}|${short})\\.?(?:\\s+\\d{4})?|(?:${months}|${short})\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s+\\d{4})?|(?:${months})(?:\\s+\\d{4})?|(?:${days})|\\d{1,2}[:.]\\d{2}(?:\\s?[ap]\\.?m\\.?)?|\\d{1,2}\\s?[ap]m|(?:1[5-9]|20)\\d{2}|tomorrow|today|tonight|noon|midnight`,
      'giu',
    ),
    ignored: /^(?:day|date|year|time)$/u,
  },
  { asks: /^(?:who|by\s+whom)\b/iu, says: new RegExp(`(?<=\\bby\\s)${name}`, 'gu') },
  { asks: /^where\b/iu, says: new RegExp(`(?<=\\b(?:in|at|near)\\s(?:the\\s)?)${name}`, 'gu') },
];

/** Kinds that are asked for by a noun. */
const nounKinds: readonly Kind[] = [
  { asks: /\btemperature\b|\bhow\s+(?:hot|cold|warm)\b/iu, says: /-?\d+(?:[.,]\d+)?\s?(?:°\s?[CF]?|degrees)/giu },
  { asks: /\be-?mail\b/iu, says: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/giu },
  { asks: /\b(?:phone|telephone)\b/iu, says: /\+?\d[\d\s().-]{6,}\d/giu },
  {
    asks: /^how\s+long\b|\bduration\b/iu,
    says: /\d+(?:[.,]\d+)?\s?(?:min(?:ute)?s?|h(?:ours?)?|hrs?|seconds?|days?|weeks?|months?|years?)\b(?:\s\d+\s?min(?:utes)?)?/giu,
  },
];
const nounWords = /^(?:temperature|temp|e-?mail|mail|phone|address|long|hot|cold|now|duration|take|last)$/u;

/** "When was the lake first mapped?" — "It was first mapped in 1842.": the value in the sentence with the most words of the question. */
export function sentenceAnswer(text: string, page: string, context: ReadonlySet<string>): Answer | undefined {
  const kind = wordKinds.find(({ asks }) => asks.test(text.trim()));
  return kind && valueInSentence(text, sentencesOf(page), kind, context, 1);
}

/** "How long does the cake bake?" — "Baking time: 45 min". */
export function patternAnswer(text: string, page: string, context: ReadonlySet<string>): Answer | undefined {
  const kind = nounKinds.find(({ asks }) => asks.test(text));
  const parts = sentencesOf(page).flatMap((sentence) => sentence.split(/\s[·|•]\s/u));
  return kind && valueInSentence(text, parts, { ...kind, ignored: nounWords }, context, 0);
}

function sentencesOf(page: string): string[] {
  return page.split(/\n|(?<=[.!?])\s+(?=\p{Lu})/u);
}

/** The only value of a kind in the sentence that has most words of the question. Words of the title may be missing in it. */
function valueInSentence(
  text: string,
  sentences: readonly string[],
  { says, ignored }: Kind,
  context: ReadonlySet<string>,
  minShared: number,
): Answer | undefined {
  const asked = [...new Set(contentWords(text))].filter((word) => !ignored?.test(word));
  const needed = asked.filter((word) => !context.has(word));
  return bestSentence(sentences, (sentence) => {
    const words = normalizeText(sentence).words.map(stem);
    const has = (word: string): boolean => words.some((other) => isInflection(word, other));
    const values = new Set([...sentence.matchAll(says)].map(([whole]) => whole.trim()));
    const shared = asked.filter(has).length;
    const [value] = values;
    return value !== undefined && values.size === 1 && shared >= minShared && needed.every(has)
      ? { value, shared }
      : undefined;
  });
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

/** Whether one word is an inflection of the other: "bake", "baking". */
function isInflection(word: string, other: string): boolean {
  if (word === other) return true;
  const [shorter, longer] = word.length < other.length ? [word, other] : [other, word];
  const root = shorter.replace(/e$/u, '');
  return (
    root.length >= 3 &&
    longer.startsWith(root) &&
    /^(?:e|es|ed|er|ing|s|ion|ation|ment|y)?$/u.test(longer.slice(root.length))
  );
}

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
