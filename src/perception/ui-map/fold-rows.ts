import type { Element, ElementId, Role } from '../../core/element.js';
import type { Rect } from '../../core/geometry.js';
import { formatBlankBlock, formatBlankRuns, isBlankCell } from './blank-cells.js';
import {
  isPassive,
  type LineDetail,
  renderElement,
  renderInRow,
  renderItem,
  renderTerse,
  renderWithoutId,
} from './element-line.js';
import { formatIds } from './format-ids.js';
import { joinLines, type LineItem } from './join-lines.js';
import { isResult } from './result-text.js';

/** The collected elements of one row of a list, table or grid. */
export interface Row {
  row: number;
  elements: Element[];
  /** Empty spreadsheet cells. */
  blankCells: Element[];
  /** Rows of one shape have the same kinds of elements in the same order and state. */
  shape: string;
}

/** Consecutive rows of one list. */
export interface RowBlock {
  container: ElementId;
  /** Number of all rows of the list, visible or not. */
  rowCount: number;
  rows: Row[];
}

export interface MapLine {
  text: string;
  /** How many elements it shows with id and name. */
  shown: number;
  /** How many elements it only counts. */
  folded: number;
  /** 0 is required. Lines with a higher rank are omitted first. */
  rank: 0 | 1 | 2 | 3;
  /** The row that ends with this line. */
  row?: { container: ElementId; row: number };
  /** The control of the line, if it can be joined with neighbours of the same role. */
  item?: LineItem;
}

export interface FoldLevel extends LineDetail {
  /** How many elements of rows of one shape to show per list. The other rows fold. */
  maxRowElements: number;
  /** Show rows like the one before in the shortest form. */
  terse: boolean;
  /** In a compact map: how many neighbouring controls of one role to name. Default: all. */
  maxRun?: number;
  /** `all`: texts are required. `fill`: they fill the space that is left. */
  texts: 'all' | 'fill';
}

const maxElementsPerLine = 10;
/** States that distinguish a row from similar ones. */
const notableStates = new Set<string>([
  'focused',
  'checked',
  'mixed',
  'selected',
  'pressed',
  'expanded',
  'invalid',
  'selected?',
]);

/** Groups elements in reading order into single elements and blocks of rows. */
export function groupRows(elements: readonly Element[]): (Element | RowBlock)[] {
  const groups: (Element | RowBlock)[] = [];
  let block: RowBlock | undefined;
  for (const element of elements) {
    const position = element.list;
    if (!position) {
      block = undefined;
      groups.push(element);
      continue;
    }
    if (block?.container !== position.container) {
      block = { container: position.container, rowCount: position.rowCount, rows: [] };
      groups.push(block);
    }
    let last = block.rows.at(-1);
    if (last?.row !== position.row) {
      last = { row: position.row, elements: [], blankCells: [], shape: '' };
      block.rows.push(last);
    }
    (isBlankCell(element) ? last.blankCells : last.elements).push(element);
  }
  for (const entry of groups) {
    if (!('rows' in entry)) continue;
    for (const row of entry.rows) {
      row.shape = row.elements.map(shapeOf).join(' ');
      row.elements = withoutRepeatedName(row.elements);
    }
  }
  return groups;
}

const cellRoles = new Set<Role>(['TableCell', 'Text', 'Link']);

/** A row whose name only repeats its listed cells is shown without the name. */
function withoutRepeatedName(elements: Element[]): Element[] {
  const [row, ...parts] = elements;
  if (row?.role !== 'TableRow' || row.name === '' || parts.length < 2) return elements;
  const cells = parts.filter(({ role }) => cellRoles.has(role)).map(({ name }) => name);
  const isRepeated = cells.join('').replace(/\s/g, '').startsWith(row.name.replace(/\s|…$/g, ''));
  return isRepeated ? [{ ...row, name: '', guess: undefined }, ...parts] : elements;
}

/** The lines of one block: the first rows of each shape, and one line per run of similar rows. */
export function renderRows(block: RowBlock, level: FoldLevel): MapLine[] {
  const lines: MapLine[] = [];
  const shownByShape = new Map<string, number>();
  let similar: Row[] = [];
  let blankRows: Row[] = [];
  let last: Row | undefined;
  const show = (row: Row): void => {
    // A terse row has no roles, so it can be read only after a row of the same shape.
    lines.push(...renderRow(block, row, level, level.terse && row.shape === last?.shape ? last : undefined));
    last = row;
  };
  const fold = (): void => {
    if (similar.length > 1) lines.push(renderFoldedRows(block, similar, level));
    else for (const row of similar) show(row);
    similar = [];
    if (blankRows.length > 0) lines.push(renderBlankRows(block, blankRows));
    blankRows = [];
  };
  for (const row of block.rows) {
    if (row.elements.length === 0) {
      if (similar.length > 0) fold();
      blankRows.push(row);
      continue;
    }
    if (blankRows.length > 0) fold();
    const before = shownByShape.get(row.shape) ?? 0;
    shownByShape.set(row.shape, before + 1);
    if (before >= maxRows(row, level)) {
      similar.push(row);
      continue;
    }
    fold();
    show(row);
  }
  fold();
  return level.terse && !level.compact ? joinLines(lines, { perLine: maxElementsPerLine }) : lines;
}

const tableRowElements = 3;
const tableFactor = 3;

/** How many rows like this one to show. In a compact map, the rows of a table are short, and often what the reader came for. */
function maxRows({ elements }: Row, { compact, maxRowElements }: FoldLevel): number {
  const factor = compact && elements.length >= tableRowElements ? tableFactor : 1;
  return Math.max(1, Math.floor((maxRowElements * factor) / elements.length));
}

/** `similar`: the row before, if it has the same shape and the line can be short. */
function renderRow(block: RowBlock, row: Row, level: FoldLevel, similar: Row | undefined): MapLine[] {
  const position = { container: block.container, row: row.row };
  const first = row.elements[0];
  if (row.elements.length === 1 && first && row.blankCells.length === 0) {
    const line = { ...renderLine(first, level), row: position };
    if (!similar || level.compact) return [line];
    const text = renderTerse(first, level);
    return [{ ...line, text: `${first.role}: ${text}`, item: { element: first, text } }];
  }
  const interactive = row.elements.filter((element) => !isPassive(element));
  const kept = level.texts === 'fill' && !level.compact && interactive.length > 0 ? interactive : row.elements;
  const rank = kept.reduce<MapLine['rank']>((best, element) => lower(best, omissionRank(element, level)), 3);
  const lines: MapLine[] = [];
  for (let start = 0; start < kept.length; start += maxElementsPerLine) {
    const parts = kept.slice(start, start + maxElementsPerLine);
    const text = similar
      ? renderTerseRow(parts, level, similar.elements.slice(start))
      : `${parts.map((element) => renderInRow(element, level)).join(' ')}${level.coordinates === false ? '' : formatRowPosition(row)}`;
    lines.push({ text: `row ${row.row + 1}: ${text}`, shown: parts.length, folded: 0, rank });
  }
  const end = lines.at(-1);
  if (!end) return lines;
  end.row = position;
  if (row.blankCells.length > 0) end.text += `; blank ${formatBlankRuns(row.blankCells)}`;
  end.folded = row.blankCells.length;
  return lines;
}

/** In a compact map, the ids are one range, and `″` stands for a control named as in the row before. */
function renderTerseRow(parts: readonly Element[], level: FoldLevel, similar: readonly Element[]): string {
  if (!level.compact) return parts.map((element) => renderTerse(element, level)).join(', ');
  const names = parts.map((element, index) => {
    const isSame = element.interactive && element.name !== '' && element.name === similar[index]?.name;
    return isSame && element.states.length === 0 ? '″' : renderWithoutId(element, level);
  });
  const ids = formatIds(parts.map(({ id }) => id));
  if (!ids.includes(',')) return `${ids} ${names.join(', ')}`;
  return parts.map(({ id, interactive }, index) => (interactive ? `${id} ${names[index]}` : names[index])).join(', ');
}

function renderBlankRows({ container, rowCount }: RowBlock, rows: readonly Row[]): MapLine {
  const [from, to] = [rows[0]?.row ?? 0, rows.at(-1)?.row ?? 0];
  const cells = rows.map(({ blankCells }) => blankCells);
  const which = from === to ? `row ${from + 1}` : `rows ${from + 1}–${to + 1}`;
  const text = `${which} of ${rowCount} blank: ${formatBlankBlock(cells)}`;
  return { text, shown: 0, folded: cells.flat().length, rank: 1, row: { container, row: to } };
}

function renderFoldedRows(block: RowBlock, rows: readonly Row[], level: FoldLevel): MapLine {
  const first = rows[0];
  const last = rows.at(-1);
  const countElements = ({ elements, blankCells }: Row): number => elements.length + blankCells.length;
  const numbers = rows.flatMap(({ elements, blankCells }) =>
    [...elements, ...blankCells].map(({ id }) => Number(id.slice(3))),
  );
  if (rows.some(({ blankCells }) => blankCells.length > 0)) numbers.sort((one, other) => one - other);
  const count = numbers.length;
  const isEven = rows.every((row) => countElements(row) === (first && countElements(first)));
  const isConsecutive = numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1);
  const low = numbers.reduce((min, number) => Math.min(min, number), Number.POSITIVE_INFINITY);
  const high = numbers.reduce((max, number) => Math.max(max, number), 0);
  const ids =
    isEven && isConsecutive
      ? `el_${low}–el_${high}, ${first && countElements(first)} per row`
      : `${count} in el_${low}–el_${high}`;
  const from = first?.row ?? 0;
  const text = `rows ${from + 1}–${(last?.row ?? from) + 1} of ${block.rowCount} similar: ${ids}; expand ${block.container} ${from}`;
  const isOptional = level.texts === 'fill' && rows.every((row) => row.elements.every(isPassive));
  return { text, shown: 0, folded: count, rank: isOptional ? 1 : 0 };
}

/** The line of a single control or text. */
export function renderLine(element: Element, level: FoldLevel): MapLine {
  const text = renderItem(element, level);
  return {
    text: renderElement(element, level),
    shown: 1,
    folded: 0,
    rank: omissionRank(element, level),
    ...(text === undefined ? {} : { item: { element, text } }),
  };
}

/** The rank of an element for omission: covered ones first, interactive ones last. */
export function omissionRank(element: Element, level: FoldLevel): MapLine['rank'] {
  if (level.texts === 'all' || element.states.includes('focused')) return 0;
  if (element.states.includes('covered')) return 3;
  if (level.compact && isEssential(element)) return 0;
  if (level.secondary?.has(element.id)) return 2;
  if (!isPassive(element)) return level.compact && isUnnamedBox(element) ? 3 : 0;
  return element.level !== undefined || element.kind === 'alert' || element.kind === 'status' ? 1 : 2;
}

/** What the reader of a page looks for first: its title and its messages. */
function isEssential(element: Element): boolean {
  const { level = 6, kind, name } = element;
  return level === 1 || (kind === 'alert' && name !== '') || isResult(element);
}

const boxRoles = new Set<Role>(['ListItem', 'Container', 'Other', 'Image']);

/** A box without a name that takes clicks, but is no usual control. */
function isUnnamedBox({ role, name, more, look }: Element): boolean {
  return boxRoles.has(role) && name === '' && !more && !look;
}

function lower(one: MapLine['rank'], other: MapLine['rank']): MapLine['rank'] {
  return one < other ? one : other;
}

function shapeOf(element: Element): string {
  const states = element.states.filter((state) => notableStates.has(state)).join('+');
  return `${element.role}${element.interactive ? '!' : ''}${states}`;
}

function formatRowPosition(row: Row): string {
  const visible = row.elements.filter((element) => !element.states.includes('offscreen'));
  if (visible.length === 0 || !visible.some((element) => element.interactive)) return '';
  const box = boundingBox(visible.map((element) => element.bounds));
  return ` (${Math.round(box.x + box.width / 2)},${Math.round(box.y + box.height / 2)})`;
}

function boundingBox(boxes: readonly Rect[]): Rect {
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
