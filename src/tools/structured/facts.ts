import type { DataBlock } from '../../core/read.js';
import { isSchemaObject } from './schema.js';
import { currencyOf } from './values.js';

/** One labelled value of a page. */
export interface Fact {
  label: string;
  value: unknown;
  source: string;
  /** The heading it stands under, or the kind of thing it belongs to. */
  under?: string;
}

/** Things of one kind, each with values under the same labels. */
export interface RecordSet {
  title: string;
  columns: string[];
  rows: unknown[][];
  source(column: string, row: number): string;
  /** Has no labels of its own: only the order of its columns is known. */
  isBare: boolean;
}

/** Values of one kind. */
export interface Series {
  title: string;
  values: unknown[];
  source(index: number): string;
}

/** All that a page offers to answer a schema with. */
export interface Pool {
  facts: Fact[];
  sets: RecordSet[];
  series: Series[];
}

export function poolOf(blocks: readonly DataBlock[]): Pool {
  const pool: Pool = { facts: [], sets: [], series: [] };
  const linked = new Map<string, Record<string, unknown>[]>();
  const microdata = new Map<string, Extract<DataBlock, { kind: 'microdata' }>[]>();
  let tables = 0;
  for (const block of blocks) {
    if (block.kind === 'table') {
      tables += 1;
      addTable(pool, block, tables);
    } else if (block.kind === 'list') addList(pool, block);
    else if (block.kind === 'pairs') addPairs(pool, block);
    else if (block.kind === 'form') addForm(pool, block);
    else if (block.kind === 'microdata') keep(microdata, block.type ?? '', block);
    else if (isSchemaObject(block.value)) keep(linked, typeOf(block.value), block.value);
  }
  for (const [type, things] of linked) addThings(pool, type, things);
  for (const [type, things] of microdata) addMicrodata(pool, type, things);
  addCurrency(pool);
  return pool;
}

function keep<T>(map: Map<string, T[]>, key: string, value: T): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}

function addTable(pool: Pool, { caption, headers, rows }: Extract<DataBlock, { kind: 'table' }>, place: number): void {
  const name = caption ? `table '${caption}'` : `table ${place}`;
  const width = Math.max(headers.length, ...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, index) => headers[index] ?? '');
  const source = (column: string, row: number) => `${name}, column ${column || '(no header)'}, row ${row + 1}`;
  const filled = rows.filter((row) => isRecord(row, width));
  pool.sets.push({ title: caption ?? '', columns, rows: filled, source, isBare: columns.every((column) => !column) });
  if (columns[0] === '' && columns.length > 2) addTurned(pool, columns, filled, name, caption ?? '');
  for (const [index, column] of columns.entries()) {
    const values = filled.map((row) => row[index] ?? '');
    if (column) pool.series.push({ title: column, values, source: (row) => source(column, row) });
    const [only] = filled;
    if (filled.length === 1 && column && only?.[index])
      pool.facts.push({ label: column, value: only[index], source: source(column, 0), under: caption });
  }
}

/** A table to compare things by: they stand in the head, what is told of them in front of the rows. */
function addTurned(pool: Pool, columns: string[], rows: string[][], name: string, title: string): void {
  const labels = ['name', ...rows.map(([label = '']) => label)];
  const things = columns.slice(1).map((thing, index) => [thing, ...rows.map((row) => row[index + 1] ?? '')]);
  const source = (column: string, row: number) => `${name}, row ${column}, column ${columns[row + 1]}`;
  pool.sets.push({ title, columns: labels, rows: things, source, isBare: false });
}

/** A row with one cell filled of many is a heading between the rows. */
function isRecord(row: readonly string[], width: number): boolean {
  const filled = row.filter(Boolean).length;
  return filled > 1 || (width < 3 && filled > 0);
}

function addList(pool: Pool, { heading, items }: Extract<DataBlock, { kind: 'list' }>): void {
  const name = heading ? `list '${heading}'` : 'list';
  pool.series.push({ title: heading ?? '', values: items, source: (index) => `${name}, item ${index + 1}` });
}

function addPairs(pool: Pool, { heading, pairs }: Extract<DataBlock, { kind: 'pairs' }>): void {
  for (const [label, value] of pairs)
    pool.facts.push({
      label,
      value,
      source:
        label === 'Title' && value === heading
          ? 'the main heading'
          : `'${label}'${heading ? ` under '${heading}'` : ''}`,
      under: heading,
    });
}

function addForm(pool: Pool, { heading, fields }: Extract<DataBlock, { kind: 'form' }>): void {
  for (const { label, name, value } of fields) {
    const source = `form field '${label}'`;
    if (value === '' || value === '•••') continue;
    pool.facts.push({ label, value, source, under: heading });
    if (name && name !== label) pool.facts.push({ label: name, value, source, under: heading });
  }
}

function typeOf(thing: Record<string, unknown>): string {
  const type = Array.isArray(thing['@type']) ? thing['@type'][0] : thing['@type'];
  return typeof type === 'string' ? (type.split(/[/#:]/).pop() ?? type) : 'Thing';
}

/** What things of one type say: of one alone as facts, of several as rows. */
function addThings(pool: Pool, type: string, things: Record<string, unknown>[]): void {
  const source = `JSON-LD ${type}`;
  if (things.length > 1) addSet(pool, type, source, things);
  for (const thing of things) {
    if (things.length === 1)
      for (const [label, value] of flatten(thing)) pool.facts.push({ label, value, source, under: type });
    addLists(pool, thing, type, 0);
  }
}

function addLists(pool: Pool, thing: Record<string, unknown>, type: string, depth: number): void {
  for (const [key, value] of Object.entries(thing)) {
    if (depth < 4 && isSchemaObject(value)) addLists(pool, value, type, depth + 1);
    if (!Array.isArray(value) || value.length === 0) continue;
    const source = `JSON-LD ${type} ${key}`;
    const items = value.map((item) =>
      isSchemaObject(item) && isSchemaObject(item.item) ? { ...item, ...item.item } : item,
    );
    const records = items.filter(isSchemaObject);
    if (records.length === items.length)
      addSet(pool, key === 'itemListElement' ? String(thing.name ?? typeOf(records[0] ?? {})) : key, source, records);
    else pool.series.push({ title: key, values: items, source: () => source });
  }
}

function addSet(pool: Pool, title: string, source: string, things: Record<string, unknown>[]): void {
  const flat = things.map((thing) => new Map(flatten(thing)));
  const columns = [...new Set(flat.flatMap((row) => [...row.keys()]))];
  const rows = flat.map((row) => columns.map((column) => row.get(column)));
  pool.sets.push({ title, columns, rows, source: (column, row) => `${source} ${row + 1}, ${column}`, isBare: false });
}

/** Nested values under the words on the way to them: `offers price`. */
function flatten(thing: Record<string, unknown>, prefix = '', depth = 0): [label: string, value: unknown][] {
  return Object.entries(thing).flatMap(([key, value]): [string, unknown][] => {
    if (key.startsWith('@') || depth > 4) return [];
    const label = prefix ? `${prefix} ${key}` : key;
    if (Array.isArray(value)) {
      const simple = value.filter((one) => typeof one !== 'object');
      if (simple.length > 0) return [[label, simple.length === 1 ? simple[0] : simple.join(', ')]];
      return value.length === 1 && isSchemaObject(value[0]) ? flatten(value[0], label, depth + 1) : [];
    }
    if (!isSchemaObject(value)) return [[label, value]];
    const named: [string, unknown][] = typeof value.name === 'string' ? [[label, value.name]] : [];
    return [...named, ...flatten(value, label, depth + 1)];
  });
}

function addMicrodata(pool: Pool, type: string, things: Extract<DataBlock, { kind: 'microdata' }>[]): void {
  const source = `microdata${type ? ` ${type}` : ''}`;
  const records = things.map(({ properties }) =>
    Object.fromEntries(
      Object.entries(properties).map(([key, values]) => [key.replaceAll('.', ' '), values.join(', ')]),
    ),
  );
  const [only] = records;
  if (records.length > 1) addSet(pool, type, source, records);
  else for (const [label, value] of Object.entries(only ?? {})) pool.facts.push({ label, value, source, under: type });
}

/** A price tells its currency by its sign. */
function addCurrency(pool: Pool): void {
  const priced = pool.facts.find(({ value }) => typeof value === 'string' && value.length < 40 && currencyOf(value));
  if (!priced || typeof priced.value !== 'string') return;
  pool.facts.push({
    label: 'currency',
    value: currencyOf(priced.value),
    source: `the sign in ${priced.source}`,
    under: priced.under,
  });
}
