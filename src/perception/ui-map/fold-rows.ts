import type { Element, ElementId, Role } from '../../core/element.js';
import type { Rect } from '../../core/geometry.js';
import { blankBlock, blankRuns, isBlankCell } from './blank-cells.js';
import { type Detail, elementLine, isText, rowPart, tersePart } from './ui-line.js';

/** A row of a list, table or grid: the elements of it that were seen. */
export interface Row {
  row: number;
  elements: Element[];
  /** Cells of a sheet in which nothing stands. */
  blank: Element[];
  /** Rows of one shape hold the same kinds of elements in the same order and state. */
  shape: string;
}

/** Rows of one list that follow each other in reading order. */
export interface RowBlock {
  of: ElementId;
  /** How many rows the list has, seen or not. */
  total: number;
  rows: Row[];
}

/** A line of the map, and how many elements it shows whole and how many it stands for. */
export interface MapLine {
  text: string;
  shown: number;
  folded: number;
  /** 0 must stay; the higher, the sooner it is left out. */
  rank: 0 | 1 | 2 | 3;
  /** The row that is complete with this line. */
  row?: { of: ElementId; row: number };
  /** Set on a short line that may be joined with its neighbours of the same role. */
  joins?: Role;
}

export interface Folding extends Detail {
  /** Elements of alike rows to show of each list before the others fold. */
  rows: number;
  /** Rows like one already shown are told in the shortest form. */
  terse: boolean;
  /** Whether running texts must all stay, or fill what room is left. */
  texts: 'all' | 'fill';
}

const partsPerLine = 10;
// What sets a row apart from its likes, so that it is not lost among them.
const notable = new Set<string>(['focused', 'checked', 'mixed', 'selected', 'pressed', 'expanded', 'invalid']);

/** Finds the lists in a reading order: each entry is an element on its own or a block of rows. */
export function arrangeRows(elements: readonly Element[]): (Element | RowBlock)[] {
  const arranged: (Element | RowBlock)[] = [];
  let block: RowBlock | undefined;
  for (const element of elements) {
    const place = element.list;
    if (!place) {
      block = undefined;
      arranged.push(element);
      continue;
    }
    if (block?.of !== place.of) {
      block = { of: place.of, total: place.rows, rows: [] };
      arranged.push(block);
    }
    let last = block.rows.at(-1);
    if (last?.row !== place.row) {
      last = { row: place.row, elements: [], blank: [], shape: '' };
      block.rows.push(last);
    }
    (isBlankCell(element) ? last.blank : last.elements).push(element);
  }
  for (const entry of arranged) {
    if ('rows' in entry) for (const row of entry.rows) row.shape = row.elements.map(shapeOf).join(' ');
  }
  return arranged;
}

/** The lines of one block: the first rows of each shape, and one line for each run of rows like them. */
export function rowLines(block: RowBlock, folding: Folding): MapLine[] {
  const lines: MapLine[] = [];
  const seen = new Map<string, number>();
  let alike: Row[] = [];
  let blank: Row[] = [];
  let shape = '';
  const show = (row: Row): void => {
    // Without role words a row can only be read against the row just before it.
    lines.push(...wholeRow(block, row, folding, row.shape === shape && folding.terse));
    shape = row.shape;
  };
  const fold = (): void => {
    if (alike.length > 1) lines.push(foldLine(block, alike, folding));
    else for (const row of alike) show(row);
    alike = [];
    if (blank.length > 0) lines.push(blankLine(block, blank));
    blank = [];
  };
  for (const row of block.rows) {
    if (row.elements.length === 0) {
      if (alike.length > 0) fold();
      blank.push(row);
      continue;
    }
    if (blank.length > 0) fold();
    const before = seen.get(row.shape) ?? 0;
    seen.set(row.shape, before + 1);
    if (before >= Math.max(1, Math.floor(folding.rows / row.elements.length))) {
      alike.push(row);
      continue;
    }
    fold();
    show(row);
  }
  fold();
  return folding.terse ? pack(lines) : lines;
}

function wholeRow(block: RowBlock, row: Row, folding: Folding, terse: boolean): MapLine[] {
  const place = { of: block.of, row: row.row };
  const first = row.elements[0];
  if (row.elements.length === 1 && first && row.blank.length === 0) {
    const line = { shown: 1, folded: 0, rank: rankOf(first, folding), row: place };
    if (!terse) return [{ ...line, text: elementLine(first, folding) }];
    return [{ ...line, text: `${first.role}: ${tersePart(first, folding)}`, joins: first.role }];
  }
  const acting = row.elements.filter((element) => !isText(element));
  const kept = folding.texts === 'fill' && acting.length > 0 ? acting : row.elements;
  const rank = kept.reduce<MapLine['rank']>((best, element) => lower(best, rankOf(element, folding)), 3);
  const lines: MapLine[] = [];
  for (let start = 0; start < kept.length; start += partsPerLine) {
    const parts = kept.slice(start, start + partsPerLine);
    const told = terse
      ? parts.map((element) => tersePart(element, folding)).join(', ')
      : `${parts.map((element) => rowPart(element, folding)).join(' ')}${folding.coordinates === false ? '' : rowPlace(row)}`;
    lines.push({ text: `row ${row.row + 1}: ${told}`, shown: parts.length, folded: 0, rank });
  }
  const end = lines.at(-1);
  if (!end) return lines;
  end.row = place;
  if (row.blank.length > 0) end.text += `; blank ${blankRuns(row.blank)}`;
  end.folded = row.blank.length;
  return lines;
}

function blankLine({ of, total }: RowBlock, rows: readonly Row[]): MapLine {
  const [from, to] = [rows[0]?.row ?? 0, rows.at(-1)?.row ?? 0];
  const cells = rows.map(({ blank }) => blank);
  const which = from === to ? `row ${from + 1}` : `rows ${from + 1}–${to + 1}`;
  const text = `${which} of ${total} blank: ${blankBlock(cells)}`;
  return { text, shown: 0, folded: cells.flat().length, rank: 1, row: { of, row: to } };
}

function foldLine(block: RowBlock, rows: readonly Row[], folding: Folding): MapLine {
  const first = rows[0];
  const last = rows.at(-1);
  const inRow = ({ elements, blank }: Row): number => elements.length + blank.length;
  const numbers = rows.flatMap(({ elements, blank }) => [...elements, ...blank].map(({ id }) => Number(id.slice(3))));
  if (rows.some(({ blank }) => blank.length > 0)) numbers.sort((one, other) => one - other);
  const count = numbers.length;
  const even = rows.every((row) => inRow(row) === (first && inRow(first)));
  const steady = numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1);
  const low = numbers.reduce((least, number) => Math.min(least, number), Number.POSITIVE_INFINITY);
  const high = numbers.reduce((most, number) => Math.max(most, number), 0);
  const ids =
    even && steady ? `el_${low}–el_${high}, ${first && inRow(first)} a row` : `${count} in el_${low}–el_${high}`;
  const from = first?.row ?? 0;
  const text = `rows ${from + 1}–${(last?.row ?? from) + 1} of ${block.total} alike: ${ids}; expand ${block.of} from row ${from}`;
  const optional = folding.texts === 'fill' && rows.every((row) => row.elements.every(isText));
  return { text, shown: 0, folded: count, rank: optional ? 1 : 0 };
}

/** Joins neighbours in the shortest form that stand alone in their rows: a menu of 30 links is 3 lines. */
function pack(lines: readonly MapLine[]): MapLine[] {
  const packed: MapLine[] = [];
  let open: MapLine | undefined;
  for (const line of lines) {
    if (line.joins && open?.joins === line.joins && open.rank === line.rank && open.shown < partsPerLine) {
      open.text += `, ${line.text.slice(line.joins.length + 2)}`;
      open.shown += 1;
      open.row = line.row;
      continue;
    }
    open = line.joins ? { ...line } : undefined;
    packed.push(open ?? line);
  }
  return packed;
}

/** When an element may be left out: what can be acted on last, what is covered first. */
export function rankOf(element: Element, folding: Folding): MapLine['rank'] {
  if (folding.texts === 'all' || element.states.includes('focused')) return 0;
  if (element.states.includes('covered')) return 3;
  if (!isText(element)) return 0;
  return element.level !== undefined || element.kind === 'alert' || element.kind === 'status' ? 1 : 2;
}

function lower(one: MapLine['rank'], other: MapLine['rank']): MapLine['rank'] {
  return one < other ? one : other;
}

function shapeOf(element: Element): string {
  const marks = element.states.filter((state) => notable.has(state)).join('+');
  return `${element.role}${element.interactive ? '!' : ''}${marks}`;
}

function rowPlace(row: Row): string {
  const seen = row.elements.filter((element) => !element.states.includes('offscreen'));
  if (seen.length === 0 || !seen.some((element) => element.interactive)) return '';
  const box = around(seen.map((element) => element.bounds));
  return ` (${Math.round(box.x + box.width / 2)},${Math.round(box.y + box.height / 2)})`;
}

function around(boxes: readonly Rect[]): Rect {
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const box of boxes) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, box.x + box.width);
    bottom = Math.max(bottom, box.y + box.height);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
