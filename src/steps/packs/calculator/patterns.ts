import type { Pattern } from '../../parser/pattern.js';
import { isCalculation, readCalculation } from './arithmetic.js';

const onCalculator = /\s+(?:in|on|with|by|using|by\s+using)\s+(?:the\s+|a\s+)?\p{L}*calc\p{L}*$/iu;

/** Calculations. */
export const calculationPatterns: readonly Pattern[] = [
  [
    /^(?:(?:calculate|compute|evaluate|determine|find|work\s+out|figure\s+out)\s+|(?=add|subtract|multiply|divide))(?:what\s+)?(.+)$/iu,
    ([sum = '']) => {
      const keys = readCalculation(sum.replace(onCalculator, '').replace(/\s+is$/iu, ''));
      return keys && { kind: 'calculate', keys };
    },
  ],
  [
    /^((?:what(?:['’]s|\s+is|\s+are)|how\s+much\s+(?:is|are)|(?:find\s+out|tell\s+me)(?:\s+what|\s+how\s+much)?)\s+(.+?)(?:\s+(?:is|are|makes|equals))?)$/iu,
    ([question = '', said = '']) => {
      const sum = said.replace(onCalculator, '');
      const keys = isCalculation(sum) ? readCalculation(sum) : undefined;
      return keys && { kind: 'calculate', keys, question };
    },
  ],
];
