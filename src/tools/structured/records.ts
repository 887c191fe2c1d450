import type { Pool, RecordSet } from './facts.js';
import { likeness, wordsOf } from './names.js';
import type { Wanted } from './schema.js';
import { currencyOf, splitList, toValue } from './values.js';

/** Rows of a page that answer to the items of an array. */
export interface Records {
  records: Record<string, unknown>[];
  /** The source of each value, by its path below the array. */
  sources: Record<string, string>;
}

interface Columns {
  set: RecordSet;
  /** The column of each property, by its path. */
  of: Map<string, number>;
  score: number;
}

/** A property of the items that one column can answer to. */
interface Leaf {
  keys: string[];
  part: Wanted;
  isRequired: boolean;
}

const good = 0.5;
const detailed = 100;

/** The records of the set that answers best to what is wanted of each item. */
export function matchRecords(wanted: Wanted, items: Wanted, pool: Pool, hint: string): Records | undefined {
  const leaves = leavesOf(items);
  const [best] = pool.sets
    .flatMap((set) => columnsOf(set, leaves, wanted, hint) ?? [])
    .sort((one, other) => other.score - one.score);
  if (!best) return undefined;
  const found = best.set.rows.flatMap((row, index) => {
    const values = toValues(leaves, row, best);
    return values.size > 0 && !isSum(row, best.set) ? [{ values, index }] : [];
  });
  const sources: Record<string, string> = {};
  found.forEach(({ values, index }, place) => {
    for (const path of values.keys()) {
      const column = best.set.columns[best.of.get(path) ?? -1] ?? '';
      sources[found.length > detailed ? `[].${path}` : `[${place}].${path}`] ??= best.set.source(column, index);
    }
  });
  return { records: found.map(({ values }) => toRecord(leaves, values)), sources };
}

/** Objects inside the items are taken apart; lists are read from one cell. */
function leavesOf(items: Wanted, keys: string[] = [], depth = 0): Leaf[] {
  return items.properties.flatMap(([name, part]): Leaf[] => {
    const path = [...keys, name];
    if (part.kind === 'object') return depth < 3 ? leavesOf(part, path, depth + 1) : [];
    const named = keys.length > 0 ? { ...part, names: [path.join(' '), ...part.names] } : part;
    return [{ keys: path, part: named, isRequired: items.required.has(name) }];
  });
}

function pathOf({ keys }: Leaf): string {
  return keys.join('.');
}

/** Which column answers to which property, or nothing when too few do. */
function columnsOf(set: RecordSet, leaves: Leaf[], wanted: Wanted, hint: string): Columns | undefined {
  if (set.rows.length === 0 || leaves.length === 0) return undefined;
  const offers = leaves.flatMap((leaf, place) =>
    set.columns.flatMap((label, column) => {
      const alike = set.isBare
        ? bareLikeness(set, leaf.part, place, column, leaves.length)
        : columnLikeness(leaf.part, label);
      const fit = alike >= good ? fitting(set, column, leaf.part) : 0;
      return fit >= 0.5 ? [{ path: pathOf(leaf), column, score: alike * fit }] : [];
    }),
  );
  const of = new Map<string, number>();
  const used = new Set<number>();
  let score = 0;
  for (const offer of offers.sort((one, other) => other.score - one.score)) {
    if (of.has(offer.path) || used.has(offer.column)) continue;
    of.set(offer.path, offer.column);
    used.add(offer.column);
    score += offer.score;
  }
  const required = leaves.filter(({ isRequired }) => isRequired);
  const hasRequired = required.length > 0 && required.every((leaf) => of.has(pathOf(leaf)));
  if (of.size === 0 || (of.size < Math.ceil(leaves.length / 2) && !hasRequired)) return undefined;
  const title = Math.max(likeness(wanted.names, set.title), likeness([hint], set.title) * 0.8);
  return { set, of, score: score + title * 0.6 + Math.min(0.2, set.rows.length / 100) };
}

/** Without labels, the kind of the values and their order are all there is to go by. */
function bareLikeness(set: RecordSet, part: Wanted, place: number, column: number, count: number): number {
  if (count !== set.columns.length) return 0;
  const cells = set.rows.slice(0, 20).map((row) => String(row[column] ?? ''));
  const areNumbers = cells.every((cell) => /^[^\p{L}]*\d[^\p{L}]*(?:[A-Z]{3}|%)?$/u.test(cell));
  const isTyped = /^(?:number|integer|boolean)$/.test(part.kind) || part.format !== undefined;
  return good + 0.1 + (isTyped === areNumbers ? 0.2 : 0) - Math.min(0.1, Math.abs(place - column) * 0.02);
}

function columnLikeness({ names }: Wanted, label: string): number {
  const last = label.split(' ').pop() ?? '';
  return Math.max(likeness(names, label), label.includes(' ') ? likeness(names, last) * 0.8 : 0);
}

/** How many of the filled cells of a column can be a value of the property. */
function fitting({ rows }: RecordSet, column: number, part: Wanted): number {
  const cells = rows
    .slice(0, 200)
    .map((row) => row[column])
    .filter((cell) => cell !== '' && cell !== undefined && cell !== null);
  if (cells.length === 0) return 0;
  return cells.filter((cell) => cellValue(part, cell) !== undefined).length / cells.length;
}

function cellValue(part: Wanted, cell: unknown): unknown {
  if (part.kind !== 'array') return toValue(part, cell);
  return part.items && cell !== undefined && cell !== '' ? splitList(part.items, cell) : undefined;
}

function toValues(leaves: Leaf[], row: readonly unknown[], { of }: Columns): Map<string, unknown> {
  return new Map(
    leaves.flatMap((leaf): [string, unknown][] => {
      const column = of.get(pathOf(leaf));
      const value = column === undefined ? derived(leaf, row) : cellValue(leaf.part, row[column]);
      return value === undefined ? [] : [[pathOf(leaf), value]];
    }),
  );
}

const sums = /^(?:grand )?(?:total|sum|subtotal|summe|gesamt)\b/i;

function isSum(row: readonly unknown[], { columns }: RecordSet): boolean {
  const filled = row.filter((cell) => cell !== '');
  return sums.test(String(filled[0] ?? '')) && filled.length < columns.length;
}

/** The currency stands in the price. */
function derived({ keys }: Leaf, row: readonly unknown[]): unknown {
  if (!wordsOf(keys.at(-1) ?? '').includes('currency')) return undefined;
  const priced = row.find((cell) => typeof cell === 'string' && cell.length < 40 && currencyOf(cell));
  return typeof priced === 'string' ? currencyOf(priced) : undefined;
}

function toRecord(
  leaves: Leaf[],
  values: Map<string, unknown>,
  depth = 0,
  prefix: string[] = [],
): Record<string, unknown> {
  const names = [...new Set(leaves.map(({ keys }) => keys[depth] ?? ''))];
  const entries = names.flatMap((name): [string, unknown][] => {
    const below = leaves.filter(({ keys }) => keys[depth] === name);
    const path = [...prefix, name];
    if (below.some(({ keys }) => keys.length === depth + 1)) {
      const value = values.get(path.join('.'));
      return value === undefined ? [] : [[name, value]];
    }
    const inner = toRecord(below, values, depth + 1, path);
    return Object.keys(inner).length > 0 ? [[name, inner]] : [];
  });
  return Object.fromEntries(entries);
}
