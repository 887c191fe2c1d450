import type { PageData, RecordSet } from './facts.js';
import { similarity, toWords } from './names.js';
import type { SchemaNode } from './schema.js';
import { currencyOf, isAbsent, splitList, toValue } from './values.js';

/** The records that match the items of an array. */
export interface Records {
  records: Record<string, unknown>[];
  /** The source of each value, by its path in the array. */
  sources: Record<string, string>;
  /** The cells without a value, by the path of their property. */
  unread: Record<string, UnreadCell>;
}

/** A cell that is empty or cannot be converted. */
export interface UnreadCell {
  source: string;
  text: string;
}

interface ColumnMatch {
  set: RecordSet;
  /** The column of each property, by its path. */
  columnOf: Map<string, number>;
  score: number;
}

/** A property of the items that one column can match. */
interface Leaf {
  keys: string[];
  part: SchemaNode;
  isRequired: boolean;
}

const minSimilarity = 0.5;
const maxSources = 100;
/** A column with the name of the property, in other words at most. */
const sameName = 0.88;

/** The records of the set that matches the items best. */
export function matchRecords(wanted: SchemaNode, items: SchemaNode, data: PageData, hint: string): Records | undefined {
  const leaves = leavesOf(items);
  const [best] = data.sets
    .flatMap((set) => matchColumns(set, leaves, wanted, hint) ?? [])
    .sort((one, other) => other.score - one.score);
  if (!best) return undefined;
  const found = best.set.rows.flatMap((row, index) => {
    const values = toValues(leaves, row, best);
    return values.size > 0 && !isSum(row, best.set) ? [{ values, index }] : [];
  });
  const sources: Record<string, string> = {};
  const unread: Record<string, UnreadCell> = {};
  found.forEach(({ values, index }, position) => {
    for (const [path, column] of best.columnOf) {
      if (values.has(path)) continue;
      const source = best.set.source(best.set.columns[column] ?? '', index);
      unread[`[${position}].${path}`] = { source, text: String(best.set.rows[index]?.[column] ?? '') };
    }
    for (const path of values.keys()) {
      const column = best.set.columns[best.columnOf.get(path) ?? -1] ?? '';
      sources[found.length > maxSources ? `[].${path}` : `[${position}].${path}`] ??= best.set.source(column, index);
    }
  });
  return { records: found.map(({ values }) => toRecord(leaves, values)), sources, unread };
}

/** Flattens nested objects. A list comes from one cell. */
function leavesOf(items: SchemaNode, keys: string[] = [], depth = 0): Leaf[] {
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

/** Assigns columns to properties. Undefined if too few match. */
function matchColumns(set: RecordSet, leaves: Leaf[], wanted: SchemaNode, hint: string): ColumnMatch | undefined {
  if (set.rows.length === 0 || leaves.length === 0) return undefined;
  const candidates = leaves.flatMap((leaf, index) =>
    set.columns.flatMap((label, column) => {
      const alike = set.isUnlabelled
        ? unlabelledSimilarity(set, leaf.part, index, column, leaves.length)
        : columnSimilarity(leaf.part, label);
      const fit = alike >= minSimilarity ? validFraction(set, column, leaf.part) : 0;
      return fit >= 0.5 || (!set.isUnlabelled && alike >= sameName)
        ? [{ path: pathOf(leaf), column, score: alike * fit }]
        : [];
    }),
  );
  const columnOf = new Map<string, number>();
  const used = new Set<number>();
  let score = 0;
  for (const candidate of candidates.sort((one, other) => other.score - one.score)) {
    if (columnOf.has(candidate.path) || used.has(candidate.column)) continue;
    columnOf.set(candidate.path, candidate.column);
    used.add(candidate.column);
    score += candidate.score;
  }
  const required = leaves.filter(({ isRequired }) => isRequired);
  const hasRequired = required.length > 0 && required.every((leaf) => columnOf.has(pathOf(leaf)));
  if (columnOf.size === 0 || (columnOf.size < Math.ceil(leaves.length / 2) && !hasRequired)) return undefined;
  const title = Math.max(similarity(wanted.names, set.title), similarity([hint], set.title) * 0.8);
  return { set, columnOf, score: score + title * 0.6 + Math.min(0.2, set.rows.length / 100) };
}

/** Without labels, only the type of the values and the order of the columns count. */
function unlabelledSimilarity(set: RecordSet, part: SchemaNode, index: number, column: number, count: number): number {
  if (count !== set.columns.length) return 0;
  const cells = set.rows.slice(0, 20).map((row) => String(row[column] ?? ''));
  const areNumbers = cells.every((cell) => /^[^\p{L}]*\d[^\p{L}]*(?:[A-Z]{3}|%)?$/u.test(cell));
  const isTyped = /^(?:number|integer|boolean)$/.test(part.kind) || part.format !== undefined;
  return minSimilarity + 0.1 + (isTyped === areNumbers ? 0.2 : 0) - Math.min(0.1, Math.abs(index - column) * 0.02);
}

function columnSimilarity({ names }: SchemaNode, label: string): number {
  const last = label.split(' ').pop() ?? '';
  return Math.max(similarity(names, label), label.includes(' ') ? similarity(names, last) * 0.8 : 0);
}

/** The fraction of the filled cells that can be a value of the property. */
function validFraction({ rows }: RecordSet, column: number, part: SchemaNode): number {
  const cells = rows
    .slice(0, 200)
    .map((row) => row[column])
    .filter((cell) => cell !== '' && cell !== undefined && cell !== null)
    .filter((cell) => !(part.isNullable && isAbsent(String(cell))));
  if (cells.length === 0) return 0;
  return cells.filter((cell) => cellValue(part, cell) !== undefined).length / cells.length;
}

function cellValue(part: SchemaNode, cell: unknown): unknown {
  if (part.kind !== 'array') return toValue(part, cell);
  return part.items && cell !== undefined && cell !== '' ? splitList(part.items, cell) : undefined;
}

function toValues(leaves: Leaf[], row: readonly unknown[], { columnOf }: ColumnMatch): Map<string, unknown> {
  return new Map(
    leaves.flatMap((leaf): [string, unknown][] => {
      const column = columnOf.get(pathOf(leaf));
      const value = column === undefined ? deriveCurrency(leaf, row) : cellValue(leaf.part, row[column]);
      return value === undefined ? [] : [[pathOf(leaf), value]];
    }),
  );
}

const sumLabels = /^(?:grand )?(?:total|sum|subtotal|summe|gesamt)\b/i;

function isSum(row: readonly unknown[], { columns }: RecordSet): boolean {
  const filled = row.filter((cell) => cell !== '');
  return sumLabels.test(String(filled[0] ?? '')) && filled.length < columns.length;
}

/** The currency is part of the price. */
function deriveCurrency({ keys }: Leaf, row: readonly unknown[]): unknown {
  if (!toWords(keys.at(-1) ?? '').includes('currency')) return undefined;
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
