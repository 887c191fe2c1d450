import type { Rect } from '../../../core/geometry.js';
import { type Ask, ifThere, keyOf, property, type Ref, screenCoordinates, toRef } from '../atspi/atspi.js';
import { moved, readBox } from '../atspi/object-bounds.js';
import { childRefs, has, offers, readCellFacts, readFacts } from '../atspi/object-facts.js';
import { roleNumbers } from '../atspi/role-table.js';
import { listOf, numberOf, textOf } from '../dbus/bus-values.js';
import { readSheet, type SheetMemory } from '../sheets/sheet.js';
import { findInRows } from './find-rows.js';
import { everySeen, type Seen, seenFrom } from './walk.js';

/** Rows are looked for this many pixels apart: no list has lower ones. */
const probeStep = 12;
const mostCells = 600;

/** Which rows of a table are wanted: those that are shown, some more from a row on, or those with cells that hold some words. */
export type Rows = Shown | { find: string };
export type Shown = 'shown' | { from: number; most: number };

/**
 * The cells of tables and lists that do not list them because there may be millions: the rows that are on the screen are found by asking
 * what is at a place.
 */
export async function readTables(ask: Ask, frame: Seen, memory: SheetMemory, rows: Rows = 'shown'): Promise<void> {
  const managers = [...everySeen([frame])].filter(
    (seen) => has(seen.facts, 'managesDescendants') && !seen.children.length && (seen.box || rows !== 'shown'),
  );
  await Promise.all(
    managers.map((seen) => {
      const isTable = offers(seen.facts, 'Table');
      if (isTable && isSheet(seen)) return readSheet(ask, seen, memory, isFind(rows) ? 'shown' : rows);
      if (isFind(rows)) return findInRows(ask, seen, rows.find);
      return isTable ? readTable(ask, seen, rows) : readLongList(ask, seen, rows);
    }),
  );
}

function isFind(rows: Rows): rows is { find: string } {
  return rows !== 'shown' && 'find' in rows;
}

function isSheet(seen: Seen): boolean {
  return seen.parent?.facts.role === roleNumbers.documentSpreadsheet;
}

export async function readTable(ask: Ask, table: Seen, wanted: Shown): Promise<void> {
  const { ref } = table.facts;
  const [rowCount, columnCount] = (
    await Promise.all(['NRows', 'NColumns'].map((name) => ifThere(property(ask, ref, 'Table', name))))
  ).map(numberOf);
  if (!rowCount || !columnCount) return;
  const range = wanted === 'shown' ? await shownRows(ask, table) : [wanted.from, wanted.from + wanted.most - 1];
  const [first, last] = range ?? [];
  if (first === undefined || last === undefined) return;
  const columns = Math.min(columnCount, 50);
  const end = Math.min(last, rowCount - 1, first + Math.floor(mostCells / columns));
  const places: [number, number][] = [];
  for (let row = first; row <= end; row += 1)
    for (let column = 0; column < columns; column += 1) places.push([row, column]);
  if (columns === 1) table.facts = { ...table.facts, role: roleNumbers.list };
  const headers = columns > 1 ? await Promise.all(count(columns).map((column) => readHeader(ask, table, column))) : [];
  const heads = headers.map((header) => header?.facts.name.trim() ?? '');
  const boxes = await crossings(ask, table, first, end, columns);
  const cells = await Promise.all(
    places.map(([row, column]) =>
      readCell(ask, table, { row, column, rows: rowCount, head: heads[column] ?? '', box: boxes(row, column) }),
    ),
  );
  for (const cell of [...headers, ...cells]) if (cell) table.children.push(cell);
}

interface CellPlace {
  row: number;
  column: number;
  rows: number;
  head: string;
  box: Rect | undefined;
}

/** Where the cells are: columns are as wide in every row, and rows as high in every column. */
async function crossings(ask: Ask, table: Seen, first: number, last: number, columns: number): Promise<CrossingAt> {
  const boxAt = async (row: number, column: number) => {
    const ref = await cellAt(ask, table.facts.ref, row, column);
    return ref && readBox(ask, ref);
  };
  const [across, down] = await Promise.all([
    Promise.all(count(columns).map((column) => boxAt(first, column))),
    columns > 1 ? Promise.all(count(last - first + 1).map((row) => boxAt(first + row, columns - 1))) : [],
  ]);
  return (row, column) => {
    const [wide, high] = [across[column], down[row - first]];
    return wide && high && { x: wide.x, width: wide.width, y: high.y, height: high.height };
  };
}
type CrossingAt = (row: number, column: number) => Rect | undefined;

/** A list without rows and columns that is too long to be read whole. */
export async function readLongList(ask: Ask, list: Seen, wanted: Shown): Promise<void> {
  const { ref } = list.facts;
  const total = numberOf(await ifThere(property(ask, ref, 'Accessible', 'ChildCount')));
  const [first, last] =
    wanted === 'shown' ? ((await shownRows(ask, list)) ?? [0, -1]) : [wanted.from, wanted.from + wanted.most - 1];
  const indexes = count(Math.max(0, Math.min(last, total - 1, first + mostCells) - first + 1)).map((at) => at + first);
  const rows = await Promise.all(
    indexes.map(async (index) => {
      const child = toRef((await ifThere(ask(ref, 'Accessible', 'GetChildAtIndex', 'i', index)))?.[0]);
      const row = child && (await readPart(ask, list, child));
      if (!row) return undefined;
      row.facts = { ...row.facts, name: row.facts.name.trim() || (await wordsOfParts(ask, row)) };
      row.place = { of: list.key, row: index, rows: total };
      return row;
    }),
  );
  for (const row of rows) if (row) list.children.push(row);
}

/** The first and the last row that is on the screen. */
async function shownRows(ask: Ask, table: Seen): Promise<[number, number] | undefined> {
  if (!table.box) return undefined;
  const box = reportedPart(table, table.box);
  const probes: Promise<Ref | undefined>[] = [];
  for (let y = box.y + 3; y < box.y + box.height; y += probeStep)
    probes.push(hitTest(ask, table.facts.ref, box.x + Math.min(20, Math.floor(box.width / 2)), y));
  const hits = new Map((await Promise.all(probes)).flatMap((ref) => (ref ? [[keyOf(ref), ref] as const] : [])));
  const rows = await Promise.all(
    [...hits.values()].map((ref) => rowOf(ask, table.facts.ref, ref, offers(table.facts, 'Table'))),
  );
  const known = rows.filter((row) => row !== undefined && row >= 0).map(Number);
  return known.length ? [Math.min(...known), Math.max(...known)] : undefined;
}

async function rowOf(ask: Ask, table: Ref, cell: Ref, hasRows: boolean): Promise<number | undefined> {
  const index = await ifThere(ask(cell, 'Accessible', 'GetIndexInParent'));
  if (!index || numberOf(index[0]) < 0) return undefined;
  if (!hasRows) return numberOf(index[0]);
  const row = await ifThere(ask(table, 'Table', 'GetRowAtIndex', 'i', numberOf(index[0])));
  return row && numberOf(row[0]);
}

/** A box on the screen, as the program would have said it. */
export function reportedPart(seen: Seen, box: Rect): Rect {
  return moved(box, { x: -(seen.shift?.x ?? 0), y: -(seen.shift?.y ?? 0) });
}

/** What an object says is at a place, in its own idea of places. */
export async function hitTest(ask: Ask, ref: Ref, x: number, y: number): Promise<Ref | undefined> {
  const answer = await ifThere(ask(ref, 'Component', 'GetAccessibleAtPoint', 'iiu', x, y, screenCoordinates));
  const hit = toRef(answer?.[0]);
  return hit && hit.path !== ref.path ? hit : undefined;
}

export async function cellAt(ask: Ask, table: Ref, row: number, column: number): Promise<Ref | undefined> {
  const answer = await ifThere(ask(table, 'Table', 'GetAccessibleAt', 'ii', row, column));
  return toRef(answer?.[0]);
}

async function readCell(ask: Ask, table: Seen, at: CellPlace): Promise<Seen | undefined> {
  const { row, column, rows, head, box } = at;
  const ref = await cellAt(ask, table.facts.ref, row, column);
  const facts = ref && (await readCellFacts(ask, ref, table.facts.ref, roleNumbers.tableCell));
  if (!facts) return undefined;
  const cell = seenFrom(facts, table);
  const reported = column === 0 ? await readBox(ask, ref) : box;
  placePart(cell, table, reported);
  if (table.facts.role === roleNumbers.list) cell.facts = { ...facts, role: roleNumbers.listItem };
  cell.place = { of: table.key, row, rows };
  const words = facts.name.trim() || (await wordsOfParts(ask, cell));
  if (words !== '') cell.facts = { ...cell.facts, name: words };
  else if (await canToggle(ask, cell)) cell.facts = { ...cell.facts, name: head, role: roleNumbers.checkBox };
  else return undefined;
  return cell;
}

/** A box to tick has no words, and can be toggled. */
async function canToggle(ask: Ask, cell: Seen): Promise<boolean> {
  const answer = await ifThere(ask(cell.facts.ref, 'Action', 'GetActions'));
  return listOf(answer?.[0]).some((action) => textOf(listOf(action)[0]).toLowerCase() === 'toggle');
}

/** A cell that is drawn by several painters (a picture and words) has them as its parts. */
async function wordsOfParts(ask: Ask, cell: Seen): Promise<string> {
  const { childCount, ref } = cell.facts;
  const parts = childCount > 0 && childCount < 20 ? await childRefs(ask, ref) : [];
  const names = await Promise.all(parts.map((part) => ifThere(property(ask, part, 'Accessible', 'Name'))));
  return [...new Set(names.map((name) => textOf(name).trim()))].filter((name) => name !== '').join(' ');
}

async function readHeader(ask: Ask, table: Seen, column: number): Promise<Seen | undefined> {
  const answer = await ifThere(ask(table.facts.ref, 'Table', 'GetColumnHeader', 'i', column));
  const ref = toRef(answer?.[0]);
  const header = ref && (await readPart(ask, table, ref));
  return header?.box && header.facts.name.trim() !== '' ? header : undefined;
}

async function readPart(ask: Ask, table: Seen, ref: Ref): Promise<Seen | undefined> {
  const [facts, reported] = await Promise.all([readFacts(ask, ref), readBox(ask, ref)]);
  if (!facts) return undefined;
  const seen = seenFrom(facts, table);
  placePart(seen, table, reported);
  return seen;
}

function placePart(part: Seen, table: Seen, reported: Rect | undefined): void {
  part.reported = reported;
  part.shift = table.shift;
  part.box = reported && table.box && cut(moved(reported, table.shift ?? { x: 0, y: 0 }), table.box);
}

export function cut(box: Rect, to: Rect): Rect | undefined {
  const x = Math.max(box.x, to.x);
  const y = Math.max(box.y, to.y);
  const width = Math.min(box.x + box.width, to.x + to.width) - x;
  const height = Math.min(box.y + box.height, to.y + to.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

function count(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}
