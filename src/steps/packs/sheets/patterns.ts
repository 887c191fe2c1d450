import type { Operation } from '../../instruction.js';
import type { Masked } from '../../parser/mask.js';
import type { Pattern } from '../../parser/pattern.js';
import { readValue } from '../../parser/value.js';
import { cellPattern } from './cell-name.js';

const to = '(?:in|into|to|inside)';
const next = new RegExp(`(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)(?=[^,]+?\\s+${to}\\s+${cellPattern}(?:\\s|,|$))`, 'u');
const pair = new RegExp(`^(.+?)\\s+${to}\\s+(${cellPattern})$`, 'u');

/** "5 in cell A1, 6 in A2". Without the word "cell", the name has capitals. */
function toTypeIntoCells(list: string, masked: Masked): Operation[] | undefined {
  const cells = list.split(next).map((part) => pair.exec(part));
  if (!cells.every((cell) => cell !== null)) return undefined;
  return cells.map((cell) => ({ kind: 'type', value: readValue(cell?.[1] ?? '', masked), target: cell?.[2] ?? '' }));
}

/** Typing into the cells of a sheet. */
export const cellPatterns: readonly Pattern[] = [
  [
    /^(?:type|enter|put|write|insert|input|place|set)\s+(.+?\s+(?:in|into|to|inside)\s+(?:the\s+)?(?:cell\s+)?[a-z]{1,3}\d{1,7}(?:\s*,.+|\s+and\s.+)?)$/iu,
    ([list = ''], masked) => toTypeIntoCells(list, masked),
  ],
];
