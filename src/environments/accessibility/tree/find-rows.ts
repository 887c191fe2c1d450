import { type AtspiCall, ignoreMissing, readProperty } from '../atspi/atspi.js';
import { hasInterface } from '../atspi/object-facts.js';
import { toNumber } from '../dbus/bus-values.js';
import { readRows } from './read-rows.js';
import type { TreeObject } from './walk.js';

const rowsPerRead = 12;
const maxMatches = 50;
/** A table may have millions of rows. Rows that are not found in this time are found by scrolling. */
const searchMs = 1000;

/** Reads the cells of a table or list that contain a text, shown or not, from the first row down. */
export async function findInRows(call: AtspiCall, table: TreeObject, text: string): Promise<void> {
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
