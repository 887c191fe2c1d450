import type { Step } from '../../instruction.js';
import { cellForm } from '../../parser/cell-words.js';
import type { Pattern } from '../../parser/pattern.js';
import type { Masked } from '../../parser/quotes.js';
import { readValue } from '../../parser/value.js';

const to = '(?:in|into|to|inside)';
const next = new RegExp(`(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)(?=[^,]+?\\s+${to}\\s+${cellForm}(?:\\s|,|$))`, 'u');
const pair = new RegExp(`^(.+?)\\s+${to}\\s+(${cellForm})$`, 'u');

/** "5 in cell A1, 6 in A2". Without the word, a cell is written in capitals. */
function inCells(list: string, masked: Masked): Step[] | undefined {
  const cells = list.split(next).map((part) => pair.exec(part));
  if (!cells.every((cell) => cell !== null)) return undefined;
  return cells.map((cell) => ({ do: 'type', value: readValue(cell?.[1] ?? '', masked), target: cell?.[2] ?? '' }));
}

/** What is put into the cells of a sheet. */
export const cellPatterns: readonly Pattern[] = [
  [
    /^(?:type|enter|put|write|insert|input|place|set)\s+(.+?\s+(?:in|into|to|inside)\s+(?:the\s+)?(?:cell\s+)?[a-z]{1,3}\d{1,7}(?:\s*,.+|\s+and\s.+)?)$/iu,
    ([list = ''], masked) => inCells(list, masked),
  ],
];
