import { flatParent } from '../dom/flat-tree.js';
import { elementOf } from '../dom/node-registry.js';
import type { Entry } from '../protocol.js';

/** Adds `row 2 column 3` to the look of controls that form a grid and have no names, or the same ones: the cells of a board. */

const maxEntries = 600;
const maxLevels = 3;
const minCells = 4;
/** Pixels by which the middles of one row or column may differ. */
const tolerance = 6;
const maxCellName = 2;
/** The fraction of the grid that must be filled. */
const minFilled = 0.6;
/** The most distinct names, as a fraction of the cells. */
const maxDistinct = 0.5;

const fieldRoles = new Set<Entry['role']>(['TextInput', 'Dropdown']);

export function addGridPositions(entries: readonly Entry[]): void {
  const cells = entries
    .filter(
      ({ interactive, name, guess, role }) =>
        interactive && name.length <= maxCellName && !fieldRoles.has(role) && !(guess && role === 'TableCell'),
    )
    .slice(0, maxEntries);
  const placed = new Set<Entry>();
  for (let level = 1; level <= maxLevels; level += 1) {
    for (const group of groupBy(cells, (entry) => ancestorOf(entry, level))) {
      const open = group.filter((entry) => !placed.has(entry));
      if (open.length < group.length || !needPositions(group) || !place(group)) continue;
      for (const entry of group) placed.add(entry);
    }
  }
}

function ancestorOf({ number }: Entry, level: number): Element | null {
  let current: Element | null = elementOf(number) ?? null;
  for (let step = 0; current && step < level; step += 1) current = flatParent(current);
  return current;
}

function groupBy(entries: readonly Entry[], keyOf: (entry: Entry) => Element | null): Entry[][] {
  const groups = new Map<Element, Entry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (!key) continue;
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return [...groups.values()].filter(({ length }) => length >= minCells);
}

/** Whether the names do not tell the cells apart. Those of a calendar do. */
function needPositions(group: readonly Entry[]): boolean {
  return new Set(group.map(({ name, guess }) => name || guess)).size <= group.length * maxDistinct;
}

/** False if the entries are not in rows and columns. */
function place(group: readonly Entry[]): boolean {
  const columns = lines(group.map(({ box: [x, , width] }) => x + width / 2));
  const rows = lines(group.map(({ box: [, y, , height] }) => y + height / 2));
  if (rows.length < 2 || columns.length < 2 || group.length < rows.length * columns.length * minFilled) return false;
  // Shapes of different sizes that fill a part of the grid are scattered.
  if (group.length < rows.length * columns.length && !haveSameSize(group)) return false;
  for (const entry of group) {
    const [x, y, width, height] = entry.box;
    const position = `row ${lineOf(rows, y + height / 2)} column ${lineOf(columns, x + width / 2)}`;
    entry.look = entry.look ? `${entry.look} ${position}` : position;
  }
  return true;
}

/** The largest difference of two sides, as a fraction. */
const maxSizeDifference = 0.2;

function haveSameSize(group: readonly Entry[]): boolean {
  return [2, 3].every((side) => {
    const sizes = group.map(({ box }) => box[side] ?? 0);
    return Math.min(...sizes) >= Math.max(...sizes) * (1 - maxSizeDifference);
  });
}

/** The distinct positions, in order. */
function lines(positions: number[]): number[] {
  const found: number[] = [];
  for (const position of positions.sort((one, other) => one - other))
    if (position - (found.at(-1) ?? Number.NEGATIVE_INFINITY) > tolerance) found.push(position);
  return found;
}

function lineOf(positions: readonly number[], position: number): number {
  return positions.findLastIndex((line) => line <= position + 0.01) + 1;
}
