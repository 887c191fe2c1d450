import { normalizeText, stem } from '../../perception/grounding/text-similarity.js';
import { contentWords } from '../parser/question.js';
import type { Answer } from './answer.js';

/** Values with a known format, and the words that ask for them. */
const shapes: readonly { asks: RegExp; says: RegExp }[] = [
  { asks: /\btemperature\b|\bhow\s+(?:hot|cold|warm)\b/iu, says: /-?\d+(?:[.,]\d+)?\s?(?:°\s?[CF]?|degrees)/giu },
  { asks: /\be-?mail\b/iu, says: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/giu },
  { asks: /\b(?:phone|telephone)\b/iu, says: /\+?\d[\d\s().-]{6,}\d/giu },
  {
    asks: /^how\s+long\b|\bduration\b/iu,
    says: /\d+(?:[.,]\d+)?\s?(?:min(?:ute)?s?|h(?:ours?)?|hrs?|seconds?|days?|weeks?|months?|years?)\b(?:\s\d+\s?min(?:utes)?)?/giu,
  },
];

/** "How long does the cake bake?" — "Baking time: 45 min": the value of that format in the line with the most words of the question. */
export function patternAnswer(text: string, page: string, context: ReadonlySet<string>): Answer | undefined {
  const shape = shapes.find(({ asks }) => asks.test(text));
  if (!shape) return undefined;
  const asked = contentWords(text).filter(
    (word) => !/^(?:temperature|temp|e-?mail|mail|phone|address|long|hot|cold|now|duration|take|last)$/u.test(word),
  );
  const needed = asked.filter((word) => !context.has(word));
  const candidates = page
    .split(/\n|\s[·|•]\s|(?<=[.!?])\s+(?=\p{Lu})/u)
    .flatMap((sentence) => {
      const words = normalizeText(sentence).words.map(stem);
      const has = (word: string): boolean => words.some((other) => isInflection(word, other));
      const values = [...new Set([...sentence.matchAll(shape.says)].map(([whole]) => whole.trim()))];
      return values.length === 1 && needed.every(has)
        ? [{ value: values[0] ?? '', shared: asked.filter(has).length, sentence }]
        : [];
    })
    .sort((one, other) => other.shared - one.shared);
  const [best, next] = candidates;
  if (!best || (next && next.shared === best.shared && next.value !== best.value)) return undefined;
  return { value: best.value, why: `in "${best.sentence.trim().slice(0, 80)}"` };
}

/** Whether one word is an inflection of the other: "bake", "baking". */
export function isInflection(word: string, other: string): boolean {
  if (word === other) return true;
  const [short, long] = word.length < other.length ? [word, other] : [other, word];
  const root = short.replace(/e$/u, '');
  return (
    root.length >= 3 &&
    long.startsWith(root) &&
    /^(?:e|es|ed|er|ing|s|ion|ation|ment|y)?$/u.test(long.slice(root.length))
  );
}
