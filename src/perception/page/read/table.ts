import { collapseSpaces } from '../dom/flat-tree.js';
import { attributeOf, firstElementOf, parentOf, tagOf, textContentOf } from '../dom/native-node.js';
import { attributeInside, closestOf, queryAll, queryOne, textById } from '../dom/native-query.js';
import { ariaRole } from '../naming/roles.js';
import { type Budget, consumeNode, takeText } from './budget.js';
import { isUnreadable } from './readable.js';
import { readLine } from './text.js';

/** A table as rows of text, with spans filled in and header rows joined. */
export interface ReadTable {
  caption?: string;
  headers: string[];
  rows: string[][];
  /** The rows of the table footer. */
  foot: string[][];
}

interface Cell {
  element: Element;
  text: string;
  isHeader: boolean;
  columnSpan: number;
  rowSpan: number;
}

interface TableRow {
  cells: Cell[];
  section: 'head' | 'body' | 'foot';
}

const maxCellLength = 1_000;
const maxColumns = 200;
const maxRowSpan = 1_000;
const maxCaptionLength = 200;
/** The first rows decide whether a table has data. */
const maxComparedRows = 50;
const minRows = 2;
const minColumns = 2;
const boldFontWeight = 600;

/** Whether a table contains data, and is not used for layout. */
export function isDataTable(element: Element): boolean {
  const role = attributeOf(element, 'role');
  if (role === 'presentation' || role === 'none') return false;
  if (role === 'grid' || role === 'table' || role === 'treegrid') return true;
  if (!(element instanceof HTMLTableElement)) return false;
  if (element.tHead || element.caption || queryOne(element, ':scope > * > tr > th')) return true;
  const rows = [...element.rows].slice(0, maxComparedRows);
  if (rows.length < minRows || queryOne(element, 'table, h1, h2, nav, main')) return false;
  const widths = rows.map((row) => row.cells.length);
  return Math.min(...widths) > 1 && Math.min(...widths) === Math.max(...widths);
}

/** Reads a table. Undefined if it has no rows. */
export function readTable(element: Element, budget: Budget): ReadTable | undefined {
  const tableRows =
    element instanceof HTMLTableElement && element.rows.length > 0
      ? nativeRows(element, budget)
      : ariaRows(element, budget);
  if (tableRows.length === 0) return undefined;
  const head = countHeaderRows(tableRows);
  const grid = fillSpans(tableRows);
  const rows = grid.filter((_, index) => index >= head && tableRows[index]?.section !== 'foot');
  const foot = grid.filter((_, index) => index >= head && tableRows[index]?.section === 'foot');
  const headers = joinHeaders(grid.slice(0, head));
  const caption = captionOf(element);
  const table: ReadTable = { headers, rows: rows.filter(hasText), foot: foot.filter(hasText) };
  return caption ? { caption, ...table } : table;
}

function hasText(row: string[]): boolean {
  return row.some(Boolean);
}

function captionOf(element: Element): string {
  const label = attributeOf(element, 'aria-label');
  if (label) return collapseSpaces(label).slice(0, maxCaptionLength);
  const caption = element instanceof HTMLTableElement ? element.caption : null;
  if (caption) return collapseSpaces(textContentOf(caption) ?? '').slice(0, maxCaptionLength);
  const id = attributeOf(element, 'aria-labelledby');
  return collapseSpaces(id ? textById(document, id) : '').slice(0, maxCaptionLength);
}

function nativeRows(table: HTMLTableElement, budget: Budget): TableRow[] {
  const tableRows: TableRow[] = [];
  for (const row of table.rows) {
    if (!consumeNode(budget)) break;
    if (isHidden(row)) continue;
    const section = parentOf(row) === table.tHead ? 'head' : parentOf(row) === table.tFoot ? 'foot' : 'body';
    const cells = [...row.cells].filter((cell) => !isHidden(cell)).slice(0, maxColumns);
    tableRows.push({
      section,
      cells: cells.map((cell) => toCell(cell, tagOf(cell) === 'TH', cell.colSpan, cell.rowSpan, budget)),
    });
  }
  // The footer may precede the body in the markup.
  return [
    ...tableRows.filter(({ section }) => section !== 'foot'),
    ...tableRows.filter(({ section }) => section === 'foot'),
  ];
}

function ariaRows(grid: Element, budget: Budget): TableRow[] {
  const tableRows: TableRow[] = [];
  for (const row of queryAll(grid, '[role=row], tr')) {
    if (!consumeNode(budget)) break;
    if (isHidden(row) || closestOf(row, '[role=grid], [role=table], [role=treegrid], table') !== grid) continue;
    const cells = [...queryAll(row, '[role=columnheader], [role=rowheader], [role=gridcell], [role=cell], td, th')]
      .filter((cell) => closestOf(cell, '[role=row], tr') === row && !isHidden(cell))
      .slice(0, maxColumns);
    const span = (cell: Element, name: string) => Number(attributeOf(cell, name) ?? 1) || 1;
    tableRows.push({
      section: 'body',
      cells: cells.map((cell) => {
        const isHeader = /header$/.test(ariaRole(cell)) || tagOf(cell) === 'TH';
        return toCell(cell, isHeader, span(cell, 'aria-colspan'), span(cell, 'aria-rowspan'), budget);
      }),
    });
  }
  return tableRows.filter(({ cells }) => cells.length > 0);
}

function isHidden(element: Element): boolean {
  const style = getComputedStyle(element);
  return style.visibility === 'collapse' || isUnreadable(element, style);
}

function toCell(element: Element, isHeader: boolean, columnSpan: number, rowSpan: number, budget: Budget): Cell {
  const text = takeText(budget, cellText(element, isHeader));
  return {
    element,
    text,
    isHeader,
    columnSpan: Math.min(columnSpan, maxColumns),
    rowSpan: Math.min(Math.max(1, rowSpan), maxRowSpan),
  };
}

function cellText(cell: Element, isHeader: boolean): string {
  const text = readLine(cell, maxCellLength) || readLine(cell, maxCellLength, { buttons: true });
  if (text) return text;
  const box = queryOne(cell, 'input[type=checkbox], input[type=radio]');
  // The box of a header selects all rows. It says nothing about the column.
  if (box instanceof HTMLInputElement) return isHeader ? '' : box.checked ? 'yes' : 'no';
  return collapseSpaces(
    attributeInside(cell, 'img[alt], [aria-label]', 'alt') ?? attributeInside(cell, '[aria-label]', 'aria-label') ?? '',
  );
}

/** How many tableRows at the top are headers. */
function countHeaderRows(tableRows: TableRow[]): number {
  const inHead = tableRows.findIndex(({ section }) => section !== 'head');
  if (inHead !== 0) return inHead === -1 ? Math.min(1, tableRows.length) : inHead;
  const isHeader = ({ cells }: TableRow) =>
    cells.length > 1 && cells.every((cell) => cell.isHeader || (!cell.text && cells.indexOf(cell) === 0));
  const body = tableRows.findIndex((row) => !isHeader(row));
  const count = body === -1 ? tableRows.length - 1 : body;
  if (count > 0) return count;
  const [first, second] = tableRows;
  if (!first || !second || first.cells.length < minColumns) return 0;
  return first.cells.every(isBold) && !second.cells.every(isBold) ? 1 : 0;
}

function isBold({ element, text }: Cell): boolean {
  const onlyChild = firstElementOf(element);
  const bold =
    onlyChild && /^(?:B|STRONG)$/.test(tagOf(onlyChild)) ? collapseSpaces(textContentOf(onlyChild) ?? '') : '';
  return text !== '' && (bold === text || Number(getComputedStyle(element).fontWeight) >= boldFontWeight);
}

/** Rows of equal width. A cell that spans rows is repeated. One that spans columns is in the first, in a header in all of them. */
function fillSpans(tableRows: TableRow[]): string[][] {
  const grid: string[][] = tableRows.map(() => []);
  const head = countHeaderRows(tableRows);
  tableRows.forEach(({ cells }, rowIndex) => {
    let column = 0;
    const row = grid[rowIndex] ?? [];
    for (const { text, columnSpan, rowSpan } of cells) {
      while (row[column] !== undefined) column += 1;
      for (let below = 0; below < rowSpan && rowIndex + below < tableRows.length; below += 1) {
        const into = grid[rowIndex + below];
        for (let beside = 0; into && beside < columnSpan; beside += 1)
          into[column + beside] = beside === 0 || rowIndex < head ? text : '';
      }
      column += columnSpan;
    }
  });
  return grid.map((row) => Array.from(row, (text) => text ?? ''));
}

function joinHeaders(rows: string[][]): string[] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: width }, (_, column) =>
    [...new Set(rows.map((row) => row[column] ?? ''))].filter(Boolean).join(' '),
  );
}
