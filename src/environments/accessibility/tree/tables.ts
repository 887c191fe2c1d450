import type { AtspiCall } from '../atspi/atspi.js';
import { hasInterface, hasState } from '../atspi/object-facts.js';
import { roleNumbers } from '../atspi/role-table.js';
import { readSheet, type SheetCache } from '../sheets/read-sheet.js';
import { findInRows } from './find-rows.js';
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
