import { intersect, type Rect } from '../../../core/geometry.js';
import { type AtspiCall, ignoreMissing, type ObjectRef, objectKey, parseRef, readProperty } from '../atspi/atspi.js';
import { hasInterface, readCellFacts, readChildRefs, readFacts } from '../atspi/object-facts.js';
import { roleNumbers } from '../atspi/role-table.js';
import { toList, toNumber, toText } from '../dbus/bus-values.js';
import { readBounds, translate } from './object-bounds.js';
import { cellAt, crossing, type RowRange, range, readObjectAt, toReported } from './table-calls.js';
import { createTreeObject, type TreeObject } from './walk.js';

/** The distance of the points at which rows are searched. No list has rows lower than this. */
const probeDistance = 12;
const maxCells = 600;
const maxColumns = 50;
/** A cell with more parts than this is not a cell with an icon and a text. */
const maxCellParts = 20;

/** Adds the rows of a table or long list to its children. */
export function readRows(call: AtspiCall, table: TreeObject, rows: RowRange): Promise<void> {
  return hasInterface(table.facts, 'Table') ? readTableRows(call, table, rows) : readListRows(call, table, rows);
}

async function readTableRows(call: AtspiCall, table: TreeObject, rows: RowRange): Promise<void> {
  const { ref } = table.facts;
  const [rowCount, columnCount] = (
    await Promise.all(['NRows', 'NColumns'].map((name) => ignoreMissing(readProperty(call, ref, 'Table', name))))
  ).map(toNumber);
  if (!rowCount || !columnCount) return;
  const bounds = await resolveRange(call, table, rows);
  if (!bounds) return;
  const columns = range(0, Math.min(columnCount, maxColumns) - 1);
  const lastRow = Math.min(bounds.last, rowCount - 1, bounds.first + Math.floor(maxCells / columns.length));
  if (columns.length === 1) table.facts = { ...table.facts, role: roleNumbers.list };
  const headers = columns.length > 1 ? await Promise.all(columns.map((column) => readHeader(call, table, column))) : [];
  const cellBounds = await readCellBounds(call, table, bounds.first, lastRow, columns);
  const cells = await Promise.all(
    range(bounds.first, lastRow).flatMap((row) =>
      columns.map((column) =>
        readCell(call, table, {
          row,
          column,
          rows: rowCount,
          header: headers[column]?.facts.name.trim() ?? '',
          bounds: cellBounds(row, column),
        }),
      ),
    ),
  );
  for (const cell of [...headers, ...cells]) if (cell) table.children.push(cell);
}

/** Reads the bounds of one row and one column, which determine those of all cells. */
async function readCellBounds(
  call: AtspiCall,
  table: TreeObject,
  firstRow: number,
  lastRow: number,
  columns: readonly number[],
): Promise<(row: number, column: number) => Rect | undefined> {
  const boundsAt = async (row: number, column: number) => {
    const ref = await cellAt(call, table.facts.ref, row, column);
    return ref && readBounds(call, ref);
  };
  const lastColumn = columns.length - 1;
  const [columnBounds, rowBounds] = await Promise.all([
    Promise.all(columns.map((column) => boundsAt(firstRow, column))),
    columns.length > 1 ? Promise.all(range(firstRow, lastRow).map((row) => boundsAt(row, lastColumn))) : [],
  ]);
  return (row, column) => crossing(columnBounds[column], rowBounds[row - firstRow]);
}

/** Reads a list without rows and columns that is too long to be read whole. */
async function readListRows(call: AtspiCall, list: TreeObject, rows: RowRange): Promise<void> {
  const { ref } = list.facts;
  const total = toNumber(await ignoreMissing(readProperty(call, ref, 'Accessible', 'ChildCount')));
  const bounds = await resolveRange(call, list, rows);
  if (!bounds) return;
  const lastRow = Math.min(bounds.last, total - 1, bounds.first + maxCells);
  const items = await Promise.all(
    range(bounds.first, lastRow).map(async (index) => {
      const child = parseRef((await ignoreMissing(call(ref, 'Accessible', 'GetChildAtIndex', 'i', index)))?.[0]);
      const item = child && (await readPart(call, list, child));
      if (!item) return undefined;
      item.facts = { ...item.facts, name: item.facts.name.trim() || (await readPartNames(call, item)) };
      item.listPosition = { containerKey: list.key, row: index, rowCount: total };
      return item;
    }),
  );
  for (const item of items) if (item) list.children.push(item);
}

interface RowBounds {
  first: number;
  last: number;
}

async function resolveRange(call: AtspiCall, table: TreeObject, rows: RowRange): Promise<RowBounds | undefined> {
  return rows === 'shown' ? findShownRows(call, table) : { first: rows.from, last: rows.from + rows.count - 1 };
}

/** Finds the rows on the screen by asking which objects are at points along the left edge. */
async function findShownRows(call: AtspiCall, table: TreeObject): Promise<RowBounds | undefined> {
  if (!table.bounds) return undefined;
  const { ref } = table.facts;
  const { x, y, width, height } = toReported(table, table.bounds);
  const probes: Promise<ObjectRef | undefined>[] = [];
  for (let top = y + 3; top < y + height; top += probeDistance)
    probes.push(readObjectAt(call, ref, x + Math.min(20, Math.floor(width / 2)), top));
  const hits = (await Promise.all(probes)).filter((hit) => hit !== undefined);
  const cells = new Map(hits.map((hit) => [objectKey(hit), hit]));
  const isTable = hasInterface(table.facts, 'Table');
  const rows = await Promise.all([...cells.values()].map((cell) => readRow(call, ref, cell, isTable)));
  const known = rows.filter((row) => row !== undefined && row >= 0).map(Number);
  return known.length ? { first: Math.min(...known), last: Math.max(...known) } : undefined;
}

/** The row of a cell of a table, or of an item of a list. */
async function readRow(
  call: AtspiCall,
  table: ObjectRef,
  cell: ObjectRef,
  isTable: boolean,
): Promise<number | undefined> {
  const index = await ignoreMissing(call(cell, 'Accessible', 'GetIndexInParent'));
  if (!index || toNumber(index[0]) < 0) return undefined;
  if (!isTable) return toNumber(index[0]);
  const row = await ignoreMissing(call(table, 'Table', 'GetRowAtIndex', 'i', toNumber(index[0])));
  return row && toNumber(row[0]);
}

interface CellRequest {
  row: number;
  column: number;
  /** Rows of the table. */
  rows: number;
  header: string;
  bounds?: Rect;
}

/** Undefined for a cell without text that is not a checkbox. */
async function readCell(call: AtspiCall, table: TreeObject, request: CellRequest): Promise<TreeObject | undefined> {
  const { row, column, rows, header, bounds } = request;
  const ref = await cellAt(call, table.facts.ref, row, column);
  const facts = ref && (await readCellFacts(call, ref, { parent: table.facts.ref, role: roleNumbers.tableCell }));
  if (!facts) return undefined;
  const cell = createTreeObject(facts, table);
  setBounds(cell, table, column === 0 ? await readBounds(call, ref) : bounds);
  if (table.facts.role === roleNumbers.list) cell.facts = { ...facts, role: roleNumbers.listItem };
  cell.listPosition = { containerKey: table.key, row, rowCount: rows };
  const text = facts.name.trim() || (await readPartNames(call, cell));
  if (text !== '') cell.facts = { ...cell.facts, name: text };
  else if (await isToggle(call, cell)) cell.facts = { ...cell.facts, name: header, role: roleNumbers.checkBox };
  else return undefined;
  return cell;
}

/** A checkbox in a table has no text and can be toggled. */
async function isToggle(call: AtspiCall, cell: TreeObject): Promise<boolean> {
  const reply = await ignoreMissing(call(cell.facts.ref, 'Action', 'GetActions'));
  return toList(reply?.[0]).some((action) => toText(toList(action)[0]).toLowerCase() === 'toggle');
}

/** The texts of the parts of a cell that several renderers draw (an icon and a text). */
async function readPartNames(call: AtspiCall, cell: TreeObject): Promise<string> {
  const { childCount, ref } = cell.facts;
  const parts = childCount > 0 && childCount < maxCellParts ? await readChildRefs(call, ref) : [];
  const names = await Promise.all(parts.map((part) => ignoreMissing(readProperty(call, part, 'Accessible', 'Name'))));
  return [...new Set(names.map((name) => toText(name).trim()))].filter((name) => name !== '').join(' ');
}

/** Undefined for a header that is not visible or has no text. */
async function readHeader(call: AtspiCall, table: TreeObject, column: number): Promise<TreeObject | undefined> {
  const reply = await ignoreMissing(call(table.facts.ref, 'Table', 'GetColumnHeader', 'i', column));
  const ref = parseRef(reply?.[0]);
  const header = ref && (await readPart(call, table, ref));
  return header?.bounds && header.facts.name.trim() !== '' ? header : undefined;
}

async function readPart(call: AtspiCall, table: TreeObject, ref: ObjectRef): Promise<TreeObject | undefined> {
  const [facts, reported] = await Promise.all([readFacts(call, ref), readBounds(call, ref)]);
  if (!facts) return undefined;
  const part = createTreeObject(facts, table);
  setBounds(part, table, reported);
  return part;
}

function setBounds(part: TreeObject, table: TreeObject, reported: Rect | undefined): void {
  part.reportedBounds = reported;
  part.offset = table.offset;
  part.bounds =
    reported && table.bounds && intersect(translate(reported, table.offset ?? { x: 0, y: 0 }), table.bounds);
}
