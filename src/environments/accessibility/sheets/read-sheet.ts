import type { HandrailError } from '../../../core/errors.js';
import { intersect, type Rect } from '../../../core/geometry.js';
import {
  type AtspiCall,
  ignoreMissing,
  isTimeout,
  type ObjectRef,
  parseRef,
  readProperty,
  stateMask,
} from '../atspi/atspi.js';
import type { ObjectFacts } from '../atspi/object-facts.js';
import { roleNumbers } from '../atspi/role-table.js';
import { toNumber, toText } from '../dbus/bus-values.js';
import { readBounds, translate } from '../tree/object-bounds.js';
import { readText } from '../tree/object-details.js';
import { cellAt, crossing, type RowRange, range, readObjectAt, toReported } from '../tree/table-calls.js';
import { type TreeObject, walkObjects } from '../tree/walk.js';
import { type CellPosition, cellKey, formatAddress, parseAddress } from './cell-keys.js';

/** What is kept of sheets from one read to the next. */
export interface SheetCache {
  sheets: Map<string, CachedSheet>;
  /** Number of events of a program. */
  eventCountOf(bus: string): number;
}

/**
 * Objects of cells by address. A program creates a new object for each request. The text of a cell is always read again, because a number that
 * is set or computed causes no event. After an event of the program, the object is requested again, too: in LibreOffice the object of an
 * emptied cell still reports the old text.
 */
interface CachedSheet {
  cells: Map<string, ObjectRef>;
  eventCount: number;
}

interface SheetRead {
  cells: Map<string, ObjectRef>;
  /** The program has sent no event since the last read. */
  isUnchanged: boolean;
  /** Set when some cells did not answer in time. */
  timeout?: HandrailError;
}

const maxCells = 1000;

/**
 * Reads the visible cells of a spreadsheet. A sheet has 17 billion cells and LibreOffice crashes when it lists them, so only the corners are
 * searched, and the cells between them are requested by address.
 */
export async function readSheet(call: AtspiCall, sheet: TreeObject, cache: SheetCache, rows: RowRange): Promise<void> {
  const visible = sheet.bounds;
  const corners = visible && (await findVisibleCorners(call, sheet, visible));
  if (!corners) return;
  const first = rows === 'shown' ? corners[0] : { ...corners[0], row: rows.from };
  const last = rows === 'shown' ? corners[1] : { ...corners[1], row: rows.from + rows.count - 1 };
  const read = startRead(cache, sheet);
  const [columns, rowBounds, total, selected] = await Promise.all([
    Promise.all(range(first.column, last.column).map((column) => readCellBounds(call, sheet, first.row, column))),
    Promise.all(range(first.row, last.row).map((row) => readCellBounds(call, sheet, row, first.column))),
    ignoreMissing(readProperty(call, sheet.facts.ref, 'Table', 'NRows')),
    findCursorAddress(sheet) ?? readSelectedAddress(call, sheet.facts.ref),
  ]);
  const maxRow = first.row + Math.floor(maxCells / (last.column - first.column + 1));
  const cells = range(first.row, Math.min(last.row, maxRow)).flatMap((row) =>
    range(first.column, last.column).map(async (column) => {
      const bounds = crossing(columns[column - first.column], rowBounds[row - first.row]);
      if (!bounds && rows === 'shown') return undefined;
      const position = { row, column };
      return createCell(sheet, position, {
        bounds: bounds && intersect(bounds, visible),
        value: await readCellText(call, sheet.facts.ref, read, position),
        isSelected: formatAddress(position) === selected,
        rows: toNumber(total),
      });
    }),
  );
  for (const cell of await Promise.all(cells)) if (cell) sheet.children.push(cell);
  // The cells are complete, but some texts are missing: the caller reports the tree as incomplete.
  if (read.timeout) throw read.timeout;
}

function startRead(cache: SheetCache, { key, facts }: TreeObject): SheetRead {
  const eventCount = cache.eventCountOf(facts.ref.bus);
  const before = cache.sheets.get(key);
  const cells = before?.cells ?? new Map();
  cache.sheets.set(key, { cells, eventCount });
  return { cells, isUnchanged: before?.eventCount === eventCount };
}

/** The address in the name box beside the formula: the cell with the cursor. */
function findCursorAddress(sheet: TreeObject): string | undefined {
  let top = sheet;
  while (top.parent) top = top.parent;
  for (const object of walkObjects([top]))
    if (object.value && object.facts.role === roleNumbers.text && parseAddress(object.value))
      return object.value.trim();
  return undefined;
}

async function findVisibleCorners(
  call: AtspiCall,
  sheet: TreeObject,
  visible: Rect,
): Promise<[CellPosition, CellPosition] | undefined> {
  const bounds = toReported(sheet, visible);
  const [first, last] = await Promise.all([
    readObjectAt(call, sheet.facts.ref, bounds.x + 2, bounds.y + 2),
    readObjectAt(call, sheet.facts.ref, bounds.x + bounds.width - 3, bounds.y + bounds.height - 3),
  ]);
  if (!first || !last) return undefined;
  const corners = await Promise.all([readCellAddress(call, first), readCellAddress(call, last)]);
  return corners[0] && corners[1] ? [corners[0], corners[1]] : undefined;
}

async function readCellAddress(call: AtspiCall, cell: ObjectRef): Promise<CellPosition | undefined> {
  return parseAddress(toText(await ignoreMissing(readProperty(call, cell, 'Accessible', 'Name'))));
}

/** Undefined unless exactly one cell is selected. */
async function readSelectedAddress(call: AtspiCall, sheet: ObjectRef): Promise<string | undefined> {
  const count = await ignoreMissing(readProperty(call, sheet, 'Selection', 'NSelectedChildren'));
  if (toNumber(count) !== 1) return undefined;
  const reply = await ignoreMissing(call(sheet, 'Selection', 'GetSelectedChild', 'i', 0));
  const ref = parseRef(reply?.[0]);
  return ref && toText(await ignoreMissing(readProperty(call, ref, 'Accessible', 'Name')));
}

async function readCellBounds(
  call: AtspiCall,
  sheet: TreeObject,
  row: number,
  column: number,
): Promise<Rect | undefined> {
  const ref = await cellAt(call, sheet.facts.ref, row, column);
  const bounds = ref && (await readBounds(call, ref));
  return bounds && translate(bounds, sheet.offset ?? { x: 0, y: 0 });
}

/** Undefined when the cell did not answer in time. */
async function readCellText(
  call: AtspiCall,
  sheet: ObjectRef,
  read: SheetRead,
  position: CellPosition,
): Promise<string | undefined> {
  try {
    const address = formatAddress(position);
    const cached = read.cells.get(address);
    const text = cached && (await readText(call, cached));
    if (read.isUnchanged && text !== undefined) return text;
    const ref = await cellAt(call, sheet, position.row, position.column);
    if (!ref) return '';
    read.cells.set(address, ref);
    return (await readText(call, ref)) ?? '';
  } catch (error) {
    if (!isTimeout(error)) throw error;
    read.timeout = error;
    return undefined;
  }
}

function createCell(
  sheet: TreeObject,
  position: CellPosition,
  { bounds, value, isSelected, rows }: { bounds?: Rect; value?: string; isSelected: boolean; rows: number },
): TreeObject {
  const focused = isSelected ? sheet.facts.states[0] & stateMask('focused') : 0;
  const selected = isSelected ? stateMask('selected') : 0;
  const facts: ObjectFacts = {
    ref: sheet.facts.ref,
    index: position.column,
    childCount: 0,
    interfaces: [],
    name: formatAddress(position),
    role: roleNumbers.tableCell,
    description: '',
    states: [stateMask('sensitive', 'enabled', 'showing') | focused | selected, 0],
  };
  return {
    facts,
    key: cellKey(sheet.key, position),
    parent: sheet,
    children: [],
    bounds,
    value,
    listPosition: { containerKey: sheet.key, row: position.row, rowCount: rows },
  };
}
