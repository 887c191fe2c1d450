import { type AtspiCall, type ObjectRef, parseKey } from '../atspi/atspi.js';
import { cellAt } from '../tree/table-calls.js';

/** The position of a cell in its sheet. */
export interface CellPosition {
  row: number;
  column: number;
}

const cellMark = '#';

/** The key of a cell. It names the position, because the objects of cells come and go. */
export function cellKey(sheetKey: string, { row, column }: CellPosition): string {
  return `${sheetKey}${cellMark}${row},${column}`;
}

export function isSheetCell(key: string): boolean {
  return key.includes(cellMark);
}

/** The sheet of a cell. */
export function sheetOf(key: string): ObjectRef {
  return parseKey(key.split(cellMark)[0] ?? key);
}

/** The position of a cell in its sheet. Undefined for the key of another node. */
export function parseCellPosition(key: string): CellPosition | undefined {
  const [, position] = key.split(cellMark);
  if (!position) return undefined;
  const [row = 0, column = 0] = position.split(',').map(Number);
  return { row, column };
}

/** The object of a node's key. */
export async function resolveObject(call: AtspiCall, key: string): Promise<ObjectRef | undefined> {
  const position = parseCellPosition(key);
  return position ? cellAt(call, sheetOf(key), position.row, position.column) : parseKey(key);
}

/** 'C7' is row 6, column 2. */
export function parseAddress(name: string): CellPosition | undefined {
  const match = /^([A-Z]{1,3})(\d{1,7})$/.exec(name.trim());
  if (!match?.[1] || !match[2]) return undefined;
  let column = 0;
  for (const letter of match[1]) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(match[2]) - 1, column: column - 1 };
}

export function formatAddress({ row, column }: CellPosition): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `${letters}${row + 1}`;
}
