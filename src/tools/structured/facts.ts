import type { DataBlock } from '../../core/read.js';
import { isSchemaObject } from './schema.js';
import { currencyOf } from './values.js';

export interface LabelledValue {
  label: string;
  value: unknown;
  source: string;
  /** The heading above it, or the type of the item it belongs to. */
  heading?: string;
}

/** Items of one kind with the same columns. */
export interface RecordSet {
  title: string;
  columns: string[];
  rows: unknown[][];
  source(column: string, row: number): string;
  /** The columns have no labels. */
  isUnlabelled: boolean;
}

/** A list of values of one kind. */
export interface Series {
  title: string;
  values: unknown[];
  source(index: number): string;
}

/** The data of a page that can match a schema. */
export interface PageData {
  facts: LabelledValue[];
  sets: RecordSet[];
  series: Series[];
}

/** Collects the values, records and lists of all data blocks. */
export function collectPageData(blocks: readonly DataBlock[]): PageData {
  const data: PageData = { facts: [], sets: [], series: [] };
  const jsonLd = new Map<string, Record<string, unknown>[]>();
  const microdata = new Map<string, Extract<DataBlock, { kind: 'microdata' }>[]>();
  let tables = 0;
  for (const block of blocks) {
    if (block.kind === 'table') {
      tables += 1;
      addTable(data, block, tables);
    } else if (block.kind === 'list') addList(data, block);
    else if (block.kind === 'pairs') addPairs(data, block);
    else if (block.kind === 'form') addForm(data, block);
    else if (block.kind === 'microdata') append(microdata, block.type ?? '', block);
    else if (isSchemaObject(block.value)) append(jsonLd, typeOf(block.value), block.value);
  }
  for (const [type, things] of jsonLd) addJsonLd(data, type, things);
  for (const [type, things] of microdata) addMicrodata(data, type, things);
  addCurrency(data);
  return data;
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}

function addTable(
  data: PageData,
  { caption, headers, rows }: Extract<DataBlock, { kind: 'table' }>,
  number: number,
): void {
  const name = caption ? `table '${caption}'` : `table ${number}`;
  const width = Math.max(headers.length, ...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, index) => headers[index] ?? '');
  const source = (column: string, row: number) => `${name}, column ${column || '(no header)'}, row ${row + 1}`;
  const filled = rows.filter((row) => isRecord(row, width));
  data.sets.push({
    title: caption ?? '',
    columns,
    rows: filled,
    source,
    isUnlabelled: columns.every((column) => !column),
  });
  if (columns[0] === '' && columns.length > 2) addTransposed(data, columns, filled, name, caption ?? '');
  for (const [index, column] of columns.entries()) {
    const values = filled.map((row) => row[index] ?? '');
    if (column) data.series.push({ title: column, values, source: (row) => source(column, row) });
    const [only] = filled;
    if (filled.length === 1 && column && only?.[index])
      data.facts.push({ label: column, value: only[index], source: source(column, 0), heading: caption });
  }
}

/** A comparison table: the header names the items, the first column names the properties. */
function addTransposed(data: PageData, columns: string[], rows: string[][], name: string, title: string): void {
  const labels = ['name', ...rows.map(([label = '']) => label)];
  const things = columns.slice(1).map((thing, index) => [thing, ...rows.map((row) => row[index + 1] ?? '')]);
  const source = (column: string, row: number) => `${name}, row ${column}, column ${columns[row + 1]}`;
  data.sets.push({ title, columns: labels, rows: things, source, isUnlabelled: false });
}

/** A row with one filled cell of many is a heading between the rows. */
function isRecord(row: readonly string[], width: number): boolean {
  const filled = row.filter(Boolean).length;
  return filled > 1 || (width < 3 && filled > 0);
}

function addList(data: PageData, { heading, items }: Extract<DataBlock, { kind: 'list' }>): void {
  const name = heading ? `list '${heading}'` : 'list';
  data.series.push({ title: heading ?? '', values: items, source: (index) => `${name}, item ${index + 1}` });
}

function addPairs(data: PageData, { heading, pairs }: Extract<DataBlock, { kind: 'pairs' }>): void {
  for (const [label, value] of pairs)
    data.facts.push({
      label,
      value,
      source:
        label === 'Title' && value === heading
          ? 'the main heading'
          : `'${label}'${heading ? ` under '${heading}'` : ''}`,
      heading: heading,
    });
}

function addForm(data: PageData, { heading, fields }: Extract<DataBlock, { kind: 'form' }>): void {
  for (const { label, name, value } of fields) {
    const source = `form field '${label}'`;
    if (value === '' || value === '•••') continue;
    data.facts.push({ label, value, source, heading: heading });
    if (name && name !== label) data.facts.push({ label: name, value, source, heading: heading });
  }
}

function typeOf(thing: Record<string, unknown>): string {
  const type = Array.isArray(thing['@type']) ? thing['@type'][0] : thing['@type'];
  return typeof type === 'string' ? (type.split(/[/#:]/).pop() ?? type) : 'Thing';
}

/** Adds items of one type: a single item as values, several as records. */
function addJsonLd(data: PageData, type: string, things: Record<string, unknown>[]): void {
  const source = `JSON-LD ${type}`;
  if (things.length > 1) addSet(data, type, source, things);
  for (const thing of things) {
    if (things.length === 1)
      for (const [label, value] of flatten(thing)) data.facts.push({ label, value, source, heading: type });
    addLists(data, thing, type, 0);
  }
}

function addLists(data: PageData, thing: Record<string, unknown>, type: string, depth: number): void {
  for (const [key, value] of Object.entries(thing)) {
    if (depth < 4 && isSchemaObject(value)) addLists(data, value, type, depth + 1);
    if (!Array.isArray(value) || value.length === 0) continue;
    const source = `JSON-LD ${type} ${key}`;
    const items = value.map((item) =>
      isSchemaObject(item) && isSchemaObject(item.item) ? { ...item, ...item.item } : item,
    );
    const records = items.filter(isSchemaObject);
    if (records.length === items.length)
      addSet(data, key === 'itemListElement' ? String(thing.name ?? typeOf(records[0] ?? {})) : key, source, records);
    else data.series.push({ title: key, values: items, source: () => source });
  }
}

function addSet(data: PageData, title: string, source: string, things: Record<string, unknown>[]): void {
  const flat = things.map((thing) => new Map(flatten(thing)));
  const columns = [...new Set(flat.flatMap((row) => [...row.keys()]))];
  const rows = flat.map((row) => columns.map((column) => row.get(column)));
  data.sets.push({
    title,
    columns,
    rows,
    source: (column, row) => `${source} ${row + 1}, ${column}`,
    isUnlabelled: false,
  });
}

/** Nested values with the path as label: `offers price`. */
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

function addMicrodata(data: PageData, type: string, things: Extract<DataBlock, { kind: 'microdata' }>[]): void {
  const source = `microdata${type ? ` ${type}` : ''}`;
  const records = things.map(({ properties }) =>
    Object.fromEntries(
      Object.entries(properties).map(([key, values]) => [key.replaceAll('.', ' '), values.join(', ')]),
    ),
  );
  const [only] = records;
  if (records.length > 1) addSet(data, type, source, records);
  else
    for (const [label, value] of Object.entries(only ?? {})) data.facts.push({ label, value, source, heading: type });
}

/** Adds the currency of the first price. */
function addCurrency(data: PageData): void {
  const priced = data.facts.find(({ value }) => typeof value === 'string' && value.length < 40 && currencyOf(value));
  if (!priced || typeof priced.value !== 'string') return;
  data.facts.push({
    label: 'currency',
    value: currencyOf(priced.value),
    source: `the currency sign in ${priced.source}`,
    heading: priced.heading,
  });
}
