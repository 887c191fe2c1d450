import { attributeOf, firstElementOf, parentOf, tagOf, textContentOf } from '../dom.js';
import { ariaRole } from '../naming/roles.js';
import { attributeInside, closestOf, queryAll, queryOne, textById } from '../query.js';
import { collapse } from '../tree.js';
import { type Budget, isSpent, spend } from './budget.js';
import { isUnseen } from './shown.js';
import { lineOf } from './text.js';

/** A table as rows of text: spans filled in, header rows put together. */
export interface ReadTable {
  caption?: string;
  headers: string[];
  rows: string[][];
  /** Sums and the like below the rows. */
  foot: string[][];
}

interface Cell {
  element: Element;
  text: string;
  isHeader: boolean;
  across: number;
  down: number;
}

interface Line {
  cells: Cell[];
  part: 'head' | 'body' | 'foot';
}

const longestCell = 1_000;
const mostColumns = 200;

/** True for a table that holds data, false for one that only puts things in places. */
export function isDataTable(element: Element): boolean {
  const role = attributeOf(element, 'role');
  if (role === 'presentation' || role === 'none') return false;
  if (role === 'grid' || role === 'table' || role === 'treegrid') return true;
  if (!(element instanceof HTMLTableElement)) return false;
  if (element.tHead || element.caption || queryOne(element, ':scope > * > tr > th')) return true;
  const rows = [...element.rows].slice(0, 50);
  if (rows.length < 2 || queryOne(element, 'table, h1, h2, nav, main')) return false;
  const widths = rows.map((row) => row.cells.length);
  return Math.min(...widths) > 1 && Math.min(...widths) === Math.max(...widths);
}

export function readTable(element: Element, budget: Budget): ReadTable | undefined {
  const lines =
    element instanceof HTMLTableElement && element.rows.length > 0
      ? nativeLines(element, budget)
      : ariaLines(element, budget);
  if (lines.length === 0) return undefined;
  const head = headerLines(lines);
  const grid = fillSpans(lines);
  const rows = grid.filter((_, index) => index >= head && lines[index]?.part !== 'foot');
  const foot = grid.filter((_, index) => index >= head && lines[index]?.part === 'foot');
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
  if (label) return collapse(label).slice(0, 200);
  const caption = element instanceof HTMLTableElement ? element.caption : null;
  if (caption) return collapse(textContentOf(caption) ?? '').slice(0, 200);
  const id = attributeOf(element, 'aria-labelledby');
  return collapse(id ? textById(document, id) : '').slice(0, 200);
}

function nativeLines(table: HTMLTableElement, budget: Budget): Line[] {
  const lines: Line[] = [];
  for (const row of table.rows) {
    if (isSpent(budget)) break;
    if (isHidden(row)) continue;
    const part = parentOf(row) === table.tHead ? 'head' : parentOf(row) === table.tFoot ? 'foot' : 'body';
    const cells = [...row.cells].filter((cell) => !isHidden(cell)).slice(0, mostColumns);
    lines.push({
      part,
      cells: cells.map((cell) => toCell(cell, tagOf(cell) === 'TH', cell.colSpan, cell.rowSpan, budget)),
    });
  }
  // The foot may be written before the body.
  return [...lines.filter(({ part }) => part !== 'foot'), ...lines.filter(({ part }) => part === 'foot')];
}

function ariaLines(grid: Element, budget: Budget): Line[] {
  const lines: Line[] = [];
  for (const row of queryAll(grid, '[role=row], tr')) {
    if (isSpent(budget)) break;
    if (isHidden(row) || closestOf(row, '[role=grid], [role=table], [role=treegrid], table') !== grid) continue;
    const cells = [...queryAll(row, '[role=columnheader], [role=rowheader], [role=gridcell], [role=cell], td, th')]
      .filter((cell) => closestOf(cell, '[role=row], tr') === row && !isHidden(cell))
      .slice(0, mostColumns);
    const span = (cell: Element, name: string) => Number(attributeOf(cell, name) ?? 1) || 1;
    lines.push({
      part: 'body',
      cells: cells.map((cell) => {
        const isHeader = /header$/.test(ariaRole(cell)) || tagOf(cell) === 'TH';
        return toCell(cell, isHeader, span(cell, 'aria-colspan'), span(cell, 'aria-rowspan'), budget);
      }),
    });
  }
  return lines.filter(({ cells }) => cells.length > 0);
}

function isHidden(element: Element): boolean {
  const style = getComputedStyle(element);
  return style.visibility === 'collapse' || isUnseen(element, style);
}

function toCell(element: Element, isHeader: boolean, across: number, down: number, budget: Budget): Cell {
  const text = spend(budget, cellText(element));
  return { element, text, isHeader, across: Math.min(across, mostColumns), down: Math.min(Math.max(1, down), 1_000) };
}

function cellText(cell: Element): string {
  const words = lineOf(cell, longestCell) || lineOf(cell, longestCell, { buttons: true });
  if (words) return words;
  const box = queryOne(cell, 'input[type=checkbox], input[type=radio]');
  if (box instanceof HTMLInputElement) return box.checked ? 'yes' : 'no';
  return collapse(
    attributeInside(cell, 'img[alt], [aria-label]', 'alt') ?? attributeInside(cell, '[aria-label]', 'aria-label') ?? '',
  );
}

/** How many lines at the top are headers. */
function headerLines(lines: Line[]): number {
  const inHead = lines.findIndex(({ part }) => part !== 'head');
  if (inHead !== 0) return inHead === -1 ? Math.min(1, lines.length) : inHead;
  const isHeader = ({ cells }: Line) =>
    cells.length > 1 && cells.every((cell) => cell.isHeader || (!cell.text && cells.indexOf(cell) === 0));
  const body = lines.findIndex((line) => !isHeader(line));
  const count = body === -1 ? lines.length - 1 : body;
  if (count > 0) return count;
  const [first, second] = lines;
  if (!first || !second || first.cells.length < 2) return 0;
  return first.cells.every(isBold) && !second.cells.every(isBold) ? 1 : 0;
}

function isBold({ element, text }: Cell): boolean {
  const only = firstElementOf(element);
  const words = only && /^(?:B|STRONG)$/.test(tagOf(only)) ? collapse(textContentOf(only) ?? '') : '';
  return text !== '' && (words === text || Number(getComputedStyle(element).fontWeight) >= 600);
}

/** Rows of the same width: what spans rows is repeated, what spans columns stands in the first, in headers in all. */
function fillSpans(lines: Line[]): string[][] {
  const grid: string[][] = lines.map(() => []);
  const head = headerLines(lines);
  lines.forEach(({ cells }, rowIndex) => {
    let column = 0;
    const row = grid[rowIndex] ?? [];
    for (const { text, across, down } of cells) {
      while (row[column] !== undefined) column += 1;
      for (let below = 0; below < down && rowIndex + below < lines.length; below += 1) {
        const into = grid[rowIndex + below];
        for (let beside = 0; into && beside < across; beside += 1)
          into[column + beside] = beside === 0 || rowIndex < head ? text : '';
      }
      column += across;
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
