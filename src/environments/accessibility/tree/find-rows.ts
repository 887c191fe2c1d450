import { type Ask, ifThere, property } from '../atspi/atspi.js';
import { offers } from '../atspi/object-facts.js';
import { numberOf } from '../dbus/bus-values.js';
import { readLongList, readTable } from './tables.js';
import type { Seen } from './walk.js';

/** As many as are read whole in one go, whatever the number of columns. */
const rowsAtOnce = 12;
const mostFound = 50;
/** A table may be long without end: what is not found in this time is looked for by scrolling. */
const searchMs = 1000;

/** The cells of a table or list that hold some words, shown or not, from the first row down. */
export async function findInRows(ask: Ask, table: Seen, words: string): Promise<void> {
  const wanted = words.toLowerCase();
  const isTable = offers(table.facts, 'Table');
  const counted = isTable
    ? await ifThere(property(ask, table.facts.ref, 'Table', 'NRows'))
    : await ifThere(property(ask, table.facts.ref, 'Accessible', 'ChildCount'));
  const rows = numberOf(counted);
  const found: Seen[] = [];
  const until = performance.now() + searchMs;
  for (let from = 0; from < rows && found.length < mostFound && performance.now() < until; from += rowsAtOnce) {
    table.children = [];
    const some = { from, most: rowsAtOnce };
    await (isTable ? readTable(ask, table, some) : readLongList(ask, table, some));
    found.push(...table.children.filter((cell) => cell.place && cell.facts.name.toLowerCase().includes(wanted)));
  }
  table.children = found;
}
