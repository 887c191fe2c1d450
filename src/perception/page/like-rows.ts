import type { Entry } from '../protocol.js';
import { childCount, paintParent } from './children.js';
import { numberOf } from './registry.js';

const longestRow = 12;

/** Marks the entries of like rows, so that their lines can be folded. The outermost list of like rows wins. */
export function foldRows(
  parent: Element,
  rows: { tag: string; index: number; from: number; to: number }[],
  entries: Entry[],
): void {
  const shapes = new Map<string, number>();
  for (const row of rows) {
    if (row.to - row.from > longestRow) return;
    const shape = rowShape(row, entries);
    shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
  }
  const [shape, count] = [...shapes].sort((one, other) => other[1] - one[1])[0] ?? ['', 0];
  if (count < 4 || count < rows.length * 0.6) return;
  const of = numberOf(parent);
  const total = childCount(paintParent(parent));
  for (const row of rows) {
    if (rowShape(row, entries) !== shape) continue;
    for (const entry of entries.slice(row.from, row.to)) entry.list = [of, row.index, total];
  }
}

function rowShape(row: { tag: string; from: number; to: number }, entries: Entry[]): string {
  return `${row.tag}:${entries
    .slice(row.from, row.to)
    .map((entry) => entry.role + (entry.interactive ? '!' : ''))
    .join()}`;
}
