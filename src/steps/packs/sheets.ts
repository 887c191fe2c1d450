import type { Rule } from '../grammar/form.js';
import type { Operation } from '../instruction.js';
import { readValue } from '../parser/value.js';

/** A cell in a pattern: "the cell b4", or "B4" in capitals. */
const cell = '(?:(?:the\\s+)?[Cc]ell\\s+[A-Za-z]{1,3}[1-9]\\d{0,6}|[A-Z]{1,3}[1-9]\\d{0,6})';
const to = '(?:in|into|to|inside)';
const next = new RegExp(`(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)(?=[^,]+?\\s+${to}\\s+${cell}(?:\\s|,|$))`, 'u');
const pair = new RegExp(`^(.+?)\\s+${to}\\s+(${cell})$`, 'u');

/** Typing into the cells of a sheet: "5 in cell A1, 6 in A2". Without the word "cell", the name has capitals. */
export const sheetRules: readonly Rule<Operation[]>[] = [
  [
    '(type|enter|put|write|insert|input|place|set) {list:.+? (in|into|to|inside) [the] [cell] \\p{L}+\\d+(?:\\s*,.+|\\s+and\\s.+)?}',
    ({ raw, masked }) => {
      const pairs = raw('list').split(next);
      const cells = pairs.flatMap((text) => [pair.exec(text) ?? []]);
      if (cells.some(({ length }) => length === 0)) return undefined;
      return cells.map(([, value = '', target = '']) => ({ kind: 'type', value: readValue(value, masked), target }));
    },
  ],
];
