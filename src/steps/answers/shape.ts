import { foldText, stem } from '../../perception/grounding/text-similarity.js';
import { contentWords } from '../parser/question.js';
import type { Answer } from './answer.js';

/** Things that are known by their form: asked for by one of these words, written in one of these ways. */
const shapes: readonly { asks: RegExp; says: RegExp }[] = [
  { asks: /\btemperature\b|\bhow\s+(?:hot|cold|warm)\b/iu, says: /-?\d+(?:[.,]\d+)?\s?(?:°\s?[CF]?|degrees)/giu },
  { asks: /\be-?mail\b/iu, says: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/giu },
  { asks: /\b(?:phone|telephone)\b/iu, says: /\+?\d[\d\s().-]{6,}\d/giu },
  {
    asks: /^how\s+long\b|\bduration\b/iu,
    says: /\d+(?:[.,]\d+)?\s?(?:min(?:ute)?s?|h(?:ours?)?|hrs?|seconds?|days?|weeks?|months?|years?)\b(?:\s\d+\s?min(?:utes)?)?/giu,
  },
];

/** "How long does the cake bake?" — "Baking time: 45 min": what has the form that is asked for, where the words are nearest. */
export function shapeAnswer(text: string, page: string, context: ReadonlySet<string>): Answer | undefined {
  const shape = shapes.find(({ asks }) => asks.test(text));
  if (!shape) return undefined;
  const asked = contentWords(text).filter(
    (word) => !/^(?:temperature|temp|e-?mail|mail|phone|address|long|hot|cold|now|duration|take|last)$/u.test(word),
  );
  const needed = asked.filter((word) => !context.has(word));
  const said = page
    .split(/\n|\s[·|•]\s|(?<=[.!?])\s+(?=\p{Lu})/u)
    .flatMap((sentence) => {
      const words = foldText(sentence).words.map(stem);
      const has = (word: string): boolean => words.some((other) => isForm(word, other));
      const values = [...new Set([...sentence.matchAll(shape.says)].map(([whole]) => whole.trim()))];
      return values.length === 1 && needed.every(has)
        ? [{ value: values[0] ?? '', shared: asked.filter(has).length, sentence }]
        : [];
    })
    .sort((one, other) => other.shared - one.shared);
  const [best, next] = said;
  if (!best || (next && next.shared === best.shared && next.value !== best.value)) return undefined;
  return { value: best.value, why: `in "${best.sentence.trim().slice(0, 80)}"` };
}

/** "bake" and "baking" are one word. */
export function isForm(word: string, other: string): boolean {
  if (word === other) return true;
  const [short, long] = word.length < other.length ? [word, other] : [other, word];
  const root = short.replace(/e$/u, '');
  return (
    root.length >= 3 &&
    long.startsWith(root) &&
    /^(?:e|es|ed|er|ing|s|ion|ation|ment|y)?$/u.test(long.slice(root.length))
  );
}
