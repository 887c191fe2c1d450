import type { Box, Entry } from '../../page-protocol.js';
import { overlap } from '../box.js';
import { childrenOf, rectOf } from '../dom.js';
import { numberOf } from '../registry.js';
import { childCount, paintParent } from './children.js';

const longestRow = 12;

export interface Folded {
  /** The places of the first and the last of the like rows among the children. */
  first: number;
  last: number;
  total: number;
}

/** Marks the entries of like rows, so that their lines can be folded. The outermost list of like rows wins. */
export function foldRows(
  parent: Element,
  rows: { tag: string; index: number; from: number; to: number }[],
  entries: Entry[],
): Folded | undefined {
  const shapes = new Map<string, number>();
  for (const row of rows) {
    if (row.to - row.from > longestRow) return undefined;
    const shape = rowShape(row, entries);
    shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
  }
  const [shape, count] = [...shapes].sort((one, other) => other[1] - one[1])[0] ?? ['', 0];
  if (count < 4 || count < rows.length * 0.6) return undefined;
  const of = numberOf(parent);
  const total = childCount(paintParent(parent));
  const alike = rows.filter((row) => rowShape(row, entries) === shape);
  for (const row of alike) for (const entry of entries.slice(row.from, row.to)) entry.list = [of, row.index, total];
  return { first: alike[0]?.index ?? 0, last: alike.at(-1)?.index ?? 0, total };
}

/** Beyond this many children on one side, all are taken to be rows. */
const mostCounted = 96;

/** How many rows lie out of view on either side: a child that has no box, or is in view without being such a row, is none. */
export function beyondRows(
  parent: Element,
  { first, last, total }: Folded,
  clip: Box,
): [of: number, before: number, after: number] {
  const children = childrenOf(paintParent(parent));
  const count = (from: number, to: number): number => {
    if (to - from > mostCounted) return to - from;
    let found = 0;
    for (let index = from; index < to; index += 1) {
      const child = children[index];
      const box = child && rectOf(child);
      if (box && box.width >= 1 && box.height >= 1 && !overlap(box, clip)) found += 1;
    }
    return found;
  };
  return [numberOf(parent), count(0, first), count(last + 1, total)];
}

function rowShape(row: { tag: string; from: number; to: number }, entries: Entry[]): string {
  return `${row.tag}:${entries
    .slice(row.from, row.to)
    .map((entry) => entry.role + (entry.interactive ? '!' : ''))
    .join()}`;
}
