import type { Rule } from '../../grammar/form.js';
import type { Operation } from '../../instruction.js';
import { readValue } from '../../parser/value.js';
import { cellPattern } from './cell-name.js';

const to = '(?:in|into|to|inside)';
const next = new RegExp(`(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)(?=[^,]+?\\s+${to}\\s+${cellPattern}(?:\\s|,|$))`, 'u');
const pair = new RegExp(`^(.+?)\\s+${to}\\s+(${cellPattern})$`, 'u');

/** Typing into the cells of a sheet: "5 in cell A1, 6 in A2". Without the word "cell", the name has capitals. */
export const cellRules: readonly Rule<Operation[]>[] = [
  [
    '(type|enter|put|write|insert|input|place|set) {list:.+? (in|into|to|inside) [the] [cell] \\p{L}+\\d+(?:\\s*,.+|\\s+and\\s.+)?}',
    ({ raw, masked }) => {
      const cells = raw('list')
        .split(next)
        .map((part) => pair.exec(part));
      if (!cells.every((cell) => cell !== null)) return undefined;
      return cells.map(([, value = '', target = '']) => ({ kind: 'type', value: readValue(value, masked), target }));
    },
  ],
];
