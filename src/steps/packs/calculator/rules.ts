import type { Found, Rule } from '../../grammar/form.js';
import type { Operation } from '../../instruction.js';
import { isCalculation, readCalculation } from './arithmetic.js';

const onCalculator = /\s+(?:in|on|with|by|using|by\s+using)\s+(?:the\s+|a\s+)?\p{L}*calc\p{L}*$/iu;

function toCalculate({ raw }: Found): Operation | undefined {
  const keys = readCalculation(
    raw('sum')
      .replace(onCalculator, '')
      .replace(/\s+is$/iu, ''),
  );
  return keys && { kind: 'calculate', keys };
}

/** "What is 3 + 4?": a page may show the answer itself. */
function toQuestion({ raw }: Found): Operation | undefined {
  const sum = raw('sum').replace(onCalculator, '');
  const keys = isCalculation(sum) ? readCalculation(sum) : undefined;
  return keys && { kind: 'calculate', keys, question: raw('question') };
}

/** Calculations. */
export const calculationRules: readonly Rule<Operation>[] = [
  [
    [
      '(calculate|compute|evaluate|determine|find|work out|figure out) [what] {sum}',
      '{sum:(add|subtract|multiply|divide) .+}',
    ],
    toCalculate,
  ],
  [
    "{question:(what['’]s|what is|what are|how much (is|are)|(find out|tell me) [what|how much]) {sum} [is|are|makes|equals]}",
    toQuestion,
  ],
];
