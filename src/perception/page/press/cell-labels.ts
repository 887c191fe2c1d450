import { collapseSpaces } from '../dom/flat-tree.js';
import { textContentOf } from '../dom/native-node.js';

const minRows = 2;
const minColumns = 3;
/** The fraction of the cells beside labels that must be empty. */
const minEmpty = 0.8;

/** Removes the letters and numbers at the edges of a board, which have the size of its cells: the names of rows and columns. */
export function withoutLabels(rows: readonly Element[][]): readonly Element[][] {
  const withoutHeader = hasHeader(rows) ? rows.slice(1) : rows;
  const first = withoutHeader.map(([cell]) => cell);
  const others = withoutHeader.flatMap((row) => row.slice(1));
  const isLabelled = isEnough(withoutHeader) && areLabels(first) && areEmpty(others);
  return isLabelled ? withoutHeader.map((row) => row.slice(1)) : withoutHeader;
}

/** Whether the first row names the columns. Its corner may be empty, and the first column may name the rows. */
function hasHeader(rows: readonly Element[][]): boolean {
  const [header = [], ...others] = rows;
  return isEnough(others) && areLabels(header.slice(1)) && areEmpty(others.flatMap((row) => row.slice(1)));
}

function isEnough(rows: readonly Element[][]): boolean {
  return rows.length >= minRows && rows.every(({ length }) => length >= minColumns);
}

/** Whether all have different texts. */
function areLabels(cells: readonly (Element | undefined)[]): boolean {
  const texts = cells.map((cell) => (cell ? textOf(cell) : ''));
  return !texts.includes('') && new Set(texts).size === texts.length;
}

function areEmpty(cells: readonly Element[]): boolean {
  return cells.filter((cell) => textOf(cell) === '').length >= cells.length * minEmpty;
}

function textOf(cell: Element): string {
  return collapseSpaces(textContentOf(cell) ?? '');
}
