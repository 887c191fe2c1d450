import { type Found, matchRules, type Rule } from '../grammar/form.js';
import { toClick } from '../grammar/pointer.js';
import type { Operation } from '../instruction.js';

/** Words for symbols, and the labels of their keys, most likely first. */
const wordLabels: readonly (readonly [words: RegExp, labels: readonly string[]])[] = [
  [/^(?:plus|add|addition)$/iu, ['+']],
  [/^(?:minus|subtract|subtraction)$/iu, ['-', '−', '–']],
  [/^(?:times|multiply|multiplied\s+by|multiplication)$/iu, ['*', '×', 'x', '✕']],
  [/^(?:divide|divided\s+by|over|division)$/iu, ['/', '÷', ':']],
  [/^(?:equals?|equal\s+to)$/iu, ['=']],
  [/^(?:(?:decimal\s+)?point|dot|period)$/iu, ['.', ',']],
  [/^per\s?cent(?:age)?$/iu, ['%']],
  [/^(?:open(?:ing)?|left)\s+(?:parenthesis|paren|bracket)$/iu, ['(']],
  [/^(?:clos(?:e|ing)|right)\s+(?:parenthesis|paren|bracket)$/iu, [')']],
];

const equivalentLabels: readonly (readonly string[])[] = [
  ['*', '×', 'x', '✕', 'multiply', 'times', 'multiplication'],
  ['/', '÷', ':', 'divide', 'division'],
  ['-', '−', '–', 'subtract', 'minus', 'subtraction'],
  ['+', 'add', 'plus', 'addition'],
  ['=', 'result', 'equals', 'equal', 'calculate', 'calculate result', 'solve'],
  ['.', ',', 'numeric_point', 'decimal point', 'point', 'decimal separator'],
  ['(', 'left parenthesis', 'open parenthesis', 'start group'],
  [')', 'right parenthesis', 'close parenthesis', 'end group'],
];

/** The possible labels of the key for a word such as "plus" or "the equals sign". Returns undefined for other words. */
export function labelsForWord(phrase: string): readonly string[] | undefined {
  const word = phrase.trim().replace(/^the\s+|\s+(?:button|key|sign|symbol|operator)$/giu, '');
  return wordLabels.find(([words]) => words.test(word.trim()))?.[1];
}

/** The possible labels of a calculator key, the symbol itself first. */
export function labelsForSymbol(key: string): readonly string[] {
  return [key, ...(equivalentLabels.find((names) => names.includes(key)) ?? [])];
}

const number = '\\d+(?:\\.\\d+)?|\\.\\d+';
const [one, other] = [`{one:${number}}`, `{other:${number}}`];
const join =
  (sign: string) =>
  ({ raw }: Found): string =>
    `${raw('one')}${sign}${raw('other')}`;

const sumRules: readonly Rule<string>[] = [
  [[`add ${one} (and|to|plus) ${other} [together]`, `[the] sum of ${one} and ${other}`], join('+')],
  [[`subtract ${other} from ${one}`, `[the] difference (of|between) ${one} and ${other}`], join('-')],
  [[`multiply ${one} (by|and|with|times) ${other}`, `[the] product of ${one} and ${other}`], join('*')],
  [`divide ${one} by ${other}`, join('/')],
];
const signs: readonly (readonly [words: RegExp, sign: string])[] = [
  [/\s+plus\s+/giu, ' + '],
  [/\s+minus\s+/giu, ' - '],
  [/\s+(?:times|multiplied\s+by)\s+/giu, ' * '],
  [/\s+(?:divided\s+by|over)\s+/giu, ' / '],
];
const expression = new RegExp(
  `^\\(*\\s*(?:${number})\\s*\\)*(?:\\s*[-+*/×÷x−]\\s*\\(*\\s*(?:${number})\\s*\\)*)+$`,
  'iu',
);

/** The keys of "(3 + 4) * 5", "12 times 11" or "multiply 12 by 11". Returns undefined for other texts. */
function keysOf({ raw, masked }: Found): string[] | undefined {
  const text = raw('sum')
    .replace(/\s+(?:in|on|with|by|using|by\s+using)\s+(?:the\s+|a\s+)?\p{L}*calc\p{L}*$/iu, '')
    .replace(/\s+is$|\s*=\s*\??$/iu, '')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/gu, '');
  const sum =
    matchRules(sumRules, text, masked) ?? signs.reduce((rest, [words, sign]) => rest.replace(words, sign), text);
  const isClosed = sum.split('(').length === sum.split(')').length && !/^[^(]*\)/u.test(sum);
  return expression.test(sum) && isClosed ? [...sum.replace(/\s+/gu, '')] : undefined;
}

/** Presses the keys and reads the result. */
function press(keys: readonly string[]): Operation[] {
  return [...[...keys, '='].map((key) => toClick(`"${key}"`)), { kind: 'answer', question: 'the result' }];
}

/** "What is 3 + 4?": a page may show the answer itself. Dates, phone numbers and fractions have no spaces. */
function toQuestion(found: Found): Operation | undefined {
  const isSum = /[+*×÷]|\s[-−/x]\s|\p{L}{4}/iu.test(found.raw('sum'));
  const keys = isSum ? keysOf(found) : undefined;
  const page: Operation[] = [{ kind: 'answer', question: found.raw('question') }];
  return keys && { kind: 'by_environment', desktop: press(keys), page };
}

/** Calculations on a calculator. */
export const calculatorRules: readonly Rule<Operation | Operation[]>[] = [
  [
    [
      '(calculate|compute|evaluate|determine|find|work out|figure out) [what] {sum}',
      '{sum:(add|subtract|multiply|divide) .+}',
    ],
    (found) => {
      const keys = keysOf(found);
      return keys && press(keys);
    },
  ],
  [
    "{question:(what['’]s|what is|what are|how much (is|are)|(find out|tell me) [what|how much]) {sum} [is|are|makes|equals]}",
    toQuestion,
  ],
];
