import type { HandrailError } from '../../../core/errors.js';
import type { Rect } from '../../../core/geometry.js';
import { type Ask, ifThere, isSlow, property, type Ref, refOf, toRef } from '../atspi/atspi.js';
import { moved, readBox } from '../atspi/object-bounds.js';
import { readText } from '../atspi/object-details.js';
import type { Facts } from '../atspi/object-facts.js';
import { roleNumbers } from '../atspi/role-table.js';
import { numberOf, textOf } from '../dbus/bus-values.js';
import { cellAt, cut, hitTest, reportedPart, type Shown } from '../tree/tables.js';
import { everySeen, type Seen } from '../tree/walk.js';

/** What is kept of sheets from look to look. */
export interface SheetMemory {
  sheets: Map<string, SheetNotes>;
  /** How often a program has said that something changed. */
  ringsOf(bus: string): number;
}

/**
 * Cells that were handed out before, by address: a program makes a new object each time it is asked for one. What stands in them is asked anew,
 * because a number that is set, or computed, is told by nobody. When the program has said something, cells with a text are handed out anew, too:
 * in LibreOffice the object of a cell that was emptied goes on telling what was in it.
 */
interface SheetNotes {
  cells: Map<string, Ref>;
  rings: number;
}

interface Reading {
  cells: Map<string, Ref>;
  /** Nothing was said since the last look. */
  isQuiet: boolean;
  /** Set when there was not enough time for all of them. */
  late?: HandrailError;
}

interface Corner {
  row: number;
  column: number;
}

const mostCells = 1000;
const cellMark = '#';

/**
 * The visible cells of a spreadsheet. A sheet has 17 thousand million cells and LibreOffice dies of listing them, so only the corners are
 * looked for, and what lies between them is asked for by address.
 */
export async function readSheet(ask: Ask, sheet: Seen, memory: SheetMemory, rows: Shown): Promise<void> {
  const corners = sheet.box && (await visibleCorners(ask, sheet, sheet.box));
  if (!corners || !sheet.box) return;
  const first = rows === 'shown' ? corners[0] : { ...corners[0], row: rows.from };
  const last = rows === 'shown' ? corners[1] : { ...corners[1], row: rows.from + rows.most - 1 };
  const reading = readingOf(memory, sheet);
  const [across, down, total, selected] = await Promise.all([
    Promise.all(span(first.column, last.column).map((column) => cellBox(ask, sheet, first.row, column))),
    Promise.all(span(first.row, last.row).map((row) => cellBox(ask, sheet, row, first.column))),
    ifThere(property(ask, sheet.facts.ref, 'Table', 'NRows')),
    activeAddress(sheet) ?? selectedAddress(ask, sheet.facts.ref),
  ]);
  const wide = last.column - first.column + 1;
  const cells = span(first.row, Math.min(last.row, first.row + Math.floor(mostCells / wide))).flatMap((row) =>
    span(first.column, last.column).map(async (column) => {
      const box = crossing(across[column - first.column], down[row - first.row]);
      if (!box && rows === 'shown') return undefined;
      const value = await cellText(ask, sheet.facts.ref, reading, { row, column });
      const address = addressOf({ row, column });
      const visible = box && sheet.box && cut(box, sheet.box);
      return cellSeen(sheet, { row, column }, visible, value, address === selected, numberOf(total));
    }),
  );
  for (const cell of await Promise.all(cells)) if (cell) sheet.children.push(cell);
  // The cells are there, only what stands in some of them is not known: the look says so.
  if (reading.late) throw reading.late;
}

function readingOf(memory: SheetMemory, { key, facts }: Seen): Reading {
  const rings = memory.ringsOf(facts.ref.bus);
  const before = memory.sheets.get(key);
  const cells = before?.cells ?? new Map();
  memory.sheets.set(key, { cells, rings });
  return { cells, isQuiet: before?.rings === rings };
}

/** The cell with the cursor: the field beside the formula says which. */
function activeAddress(sheet: Seen): string | undefined {
  let top = sheet;
  while (top.parent) top = top.parent;
  for (const seen of everySeen([top]))
    if (seen.value && seen.facts.role === roleNumbers.text && parseAddress(seen.value)) return seen.value.trim();
  return undefined;
}

async function visibleCorners(ask: Ask, sheet: Seen, visible: Rect): Promise<[Corner, Corner] | undefined> {
  const box = reportedPart(sheet, visible);
  const [first, last] = await Promise.all([
    hitTest(ask, sheet.facts.ref, box.x + 2, box.y + 2),
    hitTest(ask, sheet.facts.ref, box.x + box.width - 3, box.y + box.height - 3),
  ]);
  if (!first || !last) return undefined;
  const corners = await Promise.all([cornerOf(ask, first), cornerOf(ask, last)]);
  return corners[0] && corners[1] ? [corners[0], corners[1]] : undefined;
}

async function cornerOf(ask: Ask, cell: Ref): Promise<Corner | undefined> {
  return parseAddress(textOf(await ifThere(property(ask, cell, 'Accessible', 'Name'))));
}

async function selectedAddress(ask: Ask, sheet: Ref): Promise<string | undefined> {
  const count = await ifThere(property(ask, sheet, 'Selection', 'NSelectedChildren'));
  if (numberOf(count) !== 1) return undefined;
  const answer = await ifThere(ask(sheet, 'Selection', 'GetSelectedChild', 'i', 0));
  const ref = toRef(answer?.[0]);
  return ref && textOf(await ifThere(property(ask, ref, 'Accessible', 'Name')));
}

async function cellBox(ask: Ask, sheet: Seen, row: number, column: number): Promise<Rect | undefined> {
  const ref = await cellAt(ask, sheet.facts.ref, row, column);
  const box = ref && (await readBox(ask, ref));
  return box && moved(box, sheet.shift ?? { x: 0, y: 0 });
}

/** All cells of a column are equally wide, and all of a row equally high. */
function crossing(column: Rect | undefined, row: Rect | undefined): Rect | undefined {
  return column && row && { x: column.x, width: column.width, y: row.y, height: row.height };
}

async function cellText(ask: Ask, sheet: Ref, reading: Reading, at: Corner): Promise<string | undefined> {
  try {
    return (await askText(ask, sheet, reading, at)) ?? '';
  } catch (error) {
    if (!isSlow(error)) throw error;
    reading.late = error;
    return undefined;
  }
}

async function askText(ask: Ask, sheet: Ref, { cells, isQuiet }: Reading, at: Corner): Promise<string | undefined> {
  const address = addressOf(at);
  const before = cells.get(address);
  const text = before && (await readText(ask, before));
  if (isQuiet && text !== undefined) return text;
  const ref = await cellAt(ask, sheet, at.row, at.column);
  if (!ref) return undefined;
  cells.set(address, ref);
  return readText(ask, ref);
}

function cellSeen(
  sheet: Seen,
  { row, column }: Corner,
  box: Rect | undefined,
  value: string | undefined,
  isSelected: boolean,
  rows: number,
): Seen {
  const [low, high] = sheet.facts.states;
  const selected = 1 << 23;
  const own = (1 << 24) | (1 << 8) | (1 << 25);
  const focused = isSelected ? low & (1 << 12) : 0;
  const facts: Facts = {
    ref: sheet.facts.ref,
    index: column,
    childCount: 0,
    interfaces: [],
    name: addressOf({ row, column }),
    role: roleNumbers.tableCell,
    description: '',
    states: [own | focused | (isSelected ? selected : 0), high & 0],
  };
  return {
    facts,
    key: `${sheet.key}${cellMark}${row},${column}`,
    parent: sheet,
    children: [],
    box,
    value,
    place: { of: sheet.key, row, rows },
  };
}

/** The object behind a node's key: cells of a sheet are known by their place, because their objects come and go. */
export async function objectOf(ask: Ask, key: string): Promise<Ref | undefined> {
  const place = placeOf(key);
  return place ? cellAt(ask, sheetOf(key), place.row, place.column) : refOf(key);
}

/** Where in its sheet a cell is; undefined for what is no cell. */
export function placeOf(key: string): Corner | undefined {
  const [, place] = key.split(cellMark);
  if (!place) return undefined;
  const [row = 0, column = 0] = place.split(',').map(Number);
  return { row, column };
}

export function isSheetCell(key: string): boolean {
  return key.includes(cellMark);
}

/** The sheet that a cell is in. */
export function sheetOf(key: string): Ref {
  return refOf(key.split(cellMark)[0] ?? key);
}

/** 'C7' is row 6, column 2. */
export function parseAddress(name: string): Corner | undefined {
  const match = /^([A-Z]{1,3})(\d{1,7})$/.exec(name.trim());
  if (!match?.[1] || !match[2]) return undefined;
  let column = 0;
  for (const letter of match[1]) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(match[2]) - 1, column: column - 1 };
}

export function addressOf({ row, column }: Corner): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `${letters}${row + 1}`;
}

function span(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
