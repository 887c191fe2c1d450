import { intersectBoxes } from '../dom/box.js';
import { childrenOf, rectOf } from '../dom/native-node.js';
import { numberOf } from '../dom/node-registry.js';
import type { Box, Entry } from '../protocol.js';
import type { Collection } from './collection.js';
import { childCount, renderedParent } from './visible-children.js';

const minRows = 4;

/** The entries of one child: those with index `from` up to, but not including, `to`. */
export interface RowSpan {
  tag: string;
  index: number;
  from: number;
  to: number;
}

interface RowRange {
  /** The indexes of the first and last similar row among the children. */
  first: number;
  last: number;
  total: number;
}

/** Marks the entries of similar rows, so that their lines can be folded, and counts the rows outside the view. */
export function noteRows(collection: Collection, parent: Element, rows: RowSpan[], clip: Box): void {
  if (rows.length < minRows) return;
  const range = markSimilarRows(parent, rows, collection.entries);
  if (range && collection.dropped === 0) collection.lists.push(countOffscreenRows(parent, range, clip));
}

const maxEntriesPerRow = 12;
/** The rows of one shape must be at least this fraction of all rows. */
const minSimilarFraction = 0.6;

/** An outer list of similar rows overwrites the marks of an inner one. */
function markSimilarRows(parent: Element, rows: RowSpan[], entries: Entry[]): RowRange | undefined {
  const counts = new Map<string, number>();
  for (const row of rows) {
    if (row.to - row.from > maxEntriesPerRow) return undefined;
    const shape = rowShape(row, entries);
    counts.set(shape, (counts.get(shape) ?? 0) + 1);
  }
  const [shape, count] = [...counts].sort((one, other) => other[1] - one[1])[0] ?? ['', 0];
  if (count < minRows || count < rows.length * minSimilarFraction) return undefined;
  const container = numberOf(parent);
  const total = childCount(renderedParent(parent));
  const similar = rows.filter((row) => rowShape(row, entries) === shape);
  for (const { index, from, to } of similar)
    for (const entry of entries.slice(from, to)) entry.list = [container, index, total];
  return { first: similar[0]?.index ?? 0, last: similar.at(-1)?.index ?? 0, total };
}

/** With more children than this on one side, all are assumed to be rows. */
const maxCounted = 96;

/** Counts the children outside the clip on either side that have a box. */
function countOffscreenRows(
  parent: Element,
  { first, last, total }: RowRange,
  clip: Box,
): [container: number, before: number, after: number] {
  const children = childrenOf(renderedParent(parent));
  const count = (from: number, to: number): number => {
    if (to - from > maxCounted) return to - from;
    let found = 0;
    for (let index = from; index < to; index += 1) {
      const child = children[index];
      const box = child && rectOf(child);
      if (box && box.width >= 1 && box.height >= 1 && !intersectBoxes(box, clip)) found += 1;
    }
    return found;
  };
  return [numberOf(parent), count(0, first), count(last + 1, total)];
}

function rowShape({ tag, from, to }: RowSpan, entries: Entry[]): string {
  return `${tag}:${entries
    .slice(from, to)
    .map(({ role, interactive }) => role + (interactive ? '!' : ''))
    .join()}`;
}
