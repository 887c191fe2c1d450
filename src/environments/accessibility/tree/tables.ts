import { type AtspiCall, ignoreMissing, readProperty } from '../atspi/atspi.js';
import { hasInterface, hasState } from '../atspi/object-facts.js';
import { roleNumbers } from '../atspi/role-table.js';
import { toNumber } from '../dbus/bus-values.js';
import { readSheet, type SheetCache } from '../sheets/read-sheet.js';
import { readRows } from './read-rows.js';
import type { RowRange } from './table-calls.js';
import { type TreeObject, walkObjects } from './walk.js';

/** The rows of tables to read: a range, or those with cells that contain a text. */
export type RowSelection = RowRange | { find: string };

/** Reads the cells of tables and long lists, which are not listed as children because there may be millions. */
export async function readTables(
  call: AtspiCall,
  frame: TreeObject,
  sheets: SheetCache,
  rows: RowSelection = 'shown',
): Promise<void> {
  const tables = [...walkObjects([frame])].filter(
    (object) =>
      hasState(object.facts, 'managesDescendants') && !object.children.length && (object.bounds || rows !== 'shown'),
  );
  await Promise.all(
    tables.map((table) => {
      if (isSheet(table)) return readSheet(call, table, sheets, isSearch(rows) ? 'shown' : rows);
      return isSearch(rows) ? findInRows(call, table, rows.find) : readRows(call, table, rows);
    }),
  );
}

function isSearch(rows: RowSelection): rows is { find: string } {
  return rows !== 'shown' && 'find' in rows;
}

function isSheet({ facts, parent }: TreeObject): boolean {
  return hasInterface(facts, 'Table') && parent?.facts.role === roleNumbers.documentSpreadsheet;
}

const rowsPerRead = 12;
const maxMatches = 50;
/** A table may have millions of rows. Rows that are not found in this time are found by scrolling. */
const searchMs = 1000;

/** Reads the cells of a table or list that contain a text, shown or not, from the first row down. */
async function findInRows(call: AtspiCall, table: TreeObject, text: string): Promise<void> {
  const wanted = text.toLowerCase();
  const { ref } = table.facts;
  const rows = toNumber(
    await ignoreMissing(
      hasInterface(table.facts, 'Table')
        ? readProperty(call, ref, 'Table', 'NRows')
        : readProperty(call, ref, 'Accessible', 'ChildCount'),
    ),
  );
  const matches: TreeObject[] = [];
  const deadline = performance.now() + searchMs;
  for (let from = 0; from < rows && matches.length < maxMatches && performance.now() < deadline; from += rowsPerRead) {
    table.children = [];
    await readRows(call, table, { from, count: rowsPerRead });
    matches.push(
      ...table.children.filter((cell) => cell.listPosition && cell.facts.name.toLowerCase().includes(wanted)),
    );
  }
  table.children = matches;
}
