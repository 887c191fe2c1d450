import type { Fact, Pool, RecordSet, Series } from './structured-facts.js';
import { likeness, wordsOf } from './structured-names.js';
import type { Wanted } from './structured-schema.js';
import { currencyOf, toValue } from './structured-values.js';

/** What was found for a schema: the data, and where each value of it came from. */
export interface Match {
  data: unknown;
  sources: Record<string, string>;
}

interface Matching {
  sources: Record<string, string>;
  /** What the one who asks said beside the schema. */
  hint: string;
}

const good = 0.5;
const detailed = 100;

/** Answers a schema with what a page offers. Nothing is made up: what has no match is left out. */
export function match(wanted: Wanted, pool: Pool, hint = ''): Match {
  const matching: Matching = { sources: {}, hint };
  const data = matchAny(wanted, pool, '', matching);
  return { data: data ?? (wanted.kind === 'array' ? [] : {}), sources: matching.sources };
}

function matchAny(wanted: Wanted, pool: Pool, path: string, matching: Matching): unknown {
  if (wanted.kind === 'object') return matchObject(wanted, pool, path, matching);
  if (wanted.kind === 'array') return matchArray(wanted, pool, path, matching);
  return undefined;
}

function join(path: string, name: string): string {
  return path ? `${path}.${name}` : name;
}

function isPlain({ kind }: Wanted): boolean {
  return kind !== 'object' && kind !== 'array';
}

function matchObject(
  wanted: Wanted,
  pool: Pool,
  path: string,
  matching: Matching,
): Record<string, unknown> | undefined {
  const found = new Map<string, unknown>();
  const plain = wanted.properties.filter(([, part]) => isPlain(part));
  for (const [name, fact, value] of assign(plain, pool.facts)) {
    found.set(name, value);
    matching.sources[join(path, name)] = fact.source;
  }
  for (const [name, part] of wanted.properties) {
    if (isPlain(part)) continue;
    const inner = part.kind === 'object' ? narrow(pool, part) : pool;
    const value = inner && matchAny(part, inner, join(path, name), matching);
    if (value !== undefined) found.set(name, value);
  }
  const ordered = wanted.properties.flatMap(([name]): [string, unknown][] =>
    found.has(name) ? [[name, found.get(name)]] : [],
  );
  return ordered.length > 0 ? Object.fromEntries(ordered) : undefined;
}

/** Each property gets the fact that answers to it best; a fact answers to one property. */
function assign(properties: [string, Wanted][], facts: readonly Fact[]): [name: string, fact: Fact, value: unknown][] {
  const offers = properties.flatMap(([name, wanted]) =>
    facts.flatMap((fact) => {
      const score = factLikeness(wanted, fact);
      const value = score >= good ? toValue(wanted, fact.value) : undefined;
      return value === undefined ? [] : [{ name, fact, value, score: score + fitBonus(wanted, fact) }];
    }),
  );
  const taken = new Set<unknown>();
  return offers
    .sort((one, other) => other.score - one.score)
    .flatMap(({ name, fact, value }): [string, Fact, unknown][] => {
      if (taken.has(name) || taken.has(fact)) return [];
      taken.add(name).add(fact);
      return [[name, fact, value]];
    });
}

function factLikeness({ names }: Wanted, { label, under }: Fact): number {
  const own = likeness(names, label);
  const last = label.split(' ').pop() ?? '';
  const nested = label.includes(' ') && !/\s/.test(last) ? likeness(names, last) * 0.85 : 0;
  const whole = under ? likeness(names, `${under} ${label}`) * 0.95 : 0;
  return Math.max(own, nested, whole);
}

/** Between equals, what needs no reading into it: a number for a number. */
function fitBonus(wanted: Wanted, { value, source }: Fact): number {
  const isNumber = wanted.kind === 'number' || wanted.kind === 'integer';
  const isClean = isNumber && typeof value === 'string' ? /^\W*\d[\d.,\s]*\W*$/.test(value) : true;
  return (isClean ? 0.02 : 0) + (/^(?:JSON-LD|microdata)/.test(source) ? 0.01 : 0);
}

/** The part of a page that a nested object is about. */
function narrow(pool: Pool, wanted: Wanted): Pool | undefined {
  const [name = ''] = wanted.names;
  const first = wordsOf(name).join(' ');
  const facts = pool.facts.flatMap((fact): Fact[] => {
    const words = wordsOf(fact.label).join(' ');
    if (words.startsWith(`${first} `)) return [{ ...fact, label: words.slice(first.length + 1) }];
    return fact.under && likeness(wanted.names, fact.under) >= 0.7 ? [fact] : [];
  });
  if (facts.length > 0) return { ...pool, facts };
  // Nothing is said to be about it: only labels that name its properties outright will do.
  const exact = pool.facts.filter(({ label }) =>
    wanted.properties.some(([, part]) => likeness(part.names, label) >= 0.88),
  );
  return { ...pool, facts: exact };
}

function matchArray(wanted: Wanted, pool: Pool, path: string, matching: Matching): unknown[] | undefined {
  const { items } = wanted;
  if (!items) return undefined;
  return items.kind === 'object'
    ? matchRecords(wanted, items, pool, path, matching)
    : matchSeries(wanted, items, pool, path, matching);
}

interface Columns {
  set: RecordSet;
  /** The column of each property. */
  of: Map<string, number>;
  score: number;
}

function matchRecords(
  wanted: Wanted,
  items: Wanted,
  pool: Pool,
  path: string,
  matching: Matching,
): unknown[] | undefined {
  const ranked = pool.sets
    .flatMap((set) => columnsOf(set, items, wanted, matching.hint) ?? [])
    .sort((one, other) => other.score - one.score);
  const [best] = ranked;
  if (!best) return undefined;
  const records = best.set.rows.flatMap((row, index) => {
    const record = toRecord(items, row, best);
    return record ? [{ record, index }] : [];
  });
  records.forEach(({ record, index }, place) => {
    for (const name of Object.keys(record)) {
      const column = best.set.columns[best.of.get(name) ?? -1] ?? '';
      const where = records.length > detailed ? `${path}[].${name}` : `${path}[${place}].${name}`;
      matching.sources[where] ??= best.set.source(column, index);
    }
  });
  return records.map(({ record }) => record);
}

/** Which column answers to which property, or nothing when too few do. */
function columnsOf(set: RecordSet, items: Wanted, wanted: Wanted, hint: string): Columns | undefined {
  const plain = items.properties.filter(([, part]) => isPlain(part));
  if (set.rows.length === 0 || plain.length === 0) return undefined;
  const offers = plain.flatMap(([name, part], place) =>
    set.columns.flatMap((label, column) => {
      const alike = set.isBare ? bareLikeness(set, part, place, column, plain.length) : columnLikeness(part, label);
      const fit = alike >= good ? fitting(set, column, part) : 0;
      return fit >= 0.5 ? [{ name, column, score: alike * fit }] : [];
    }),
  );
  const of = new Map<string, number>();
  const used = new Set<number>();
  let score = 0;
  for (const offer of offers.sort((one, other) => other.score - one.score)) {
    if (of.has(offer.name) || used.has(offer.column)) continue;
    of.set(offer.name, offer.column);
    used.add(offer.column);
    score += offer.score;
  }
  const required = plain.filter(([name]) => items.required.has(name));
  const isEnough =
    of.size >= Math.ceil(plain.length / 2) || (required.length > 0 && required.every(([name]) => of.has(name)));
  if (of.size === 0 || !isEnough) return undefined;
  const title = Math.max(likeness(wanted.names, set.title), likeness([hint], set.title) * 0.8);
  return { set, of, score: score + title * 0.6 + Math.min(0.2, set.rows.length / 100) };
}

/** Without labels, the kind of the values and their order are all there is to go by. */
function bareLikeness(set: RecordSet, part: Wanted, place: number, column: number, count: number): number {
  if (count !== set.columns.length) return 0;
  const cells = set.rows.slice(0, 20).map((row) => String(row[column] ?? ''));
  const areNumbers = cells.every((cell) => /^[^\p{L}]*\d[^\p{L}]*(?:[A-Z]{3}|%)?$/u.test(cell));
  const isTyped =
    part.kind === 'number' || part.kind === 'integer' || part.kind === 'boolean' || part.format !== undefined;
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
  return cells.filter((cell) => toValue(part, cell) !== undefined).length / cells.length;
}

const sums = /^(?:grand )?(?:total|sum|subtotal|summe|gesamt)\b/i;

function toRecord(items: Wanted, row: readonly unknown[], { of, set }: Columns): Record<string, unknown> | undefined {
  const entries = items.properties.flatMap(([name, part]): [string, unknown][] => {
    const column = of.get(name);
    const value = column === undefined ? derived(name, row) : toValue(part, row[column]);
    return value === undefined ? [] : [[name, value]];
  });
  if (entries.length === 0) return undefined;
  const isSum =
    sums.test(String(row.find((cell) => cell !== '') ?? '')) &&
    row.filter((cell) => cell !== '').length < set.columns.length;
  return isSum ? undefined : Object.fromEntries(entries);
}

/** The currency stands in the price. */
function derived(name: string, row: readonly unknown[]): unknown {
  if (!wordsOf(name).includes('currency')) return undefined;
  const priced = row.find((cell) => typeof cell === 'string' && cell.length < 40 && currencyOf(cell));
  return typeof priced === 'string' ? currencyOf(priced) : undefined;
}

function matchSeries(
  wanted: Wanted,
  items: Wanted,
  pool: Pool,
  path: string,
  matching: Matching,
): unknown[] | undefined {
  const ranked = pool.series
    .map((series) => ({
      series,
      score: likeness(wanted.names, series.title),
      values: series.values.map((value) => toValue(items, value)),
    }))
    .filter(({ values }) => values.length > 0 && values.every((value) => value !== undefined))
    .sort((one, other) => other.score - one.score);
  const said = pool.facts
    .map((fact) => ({ fact, score: factLikeness(wanted, fact) }))
    .sort((one, other) => other.score - one.score)[0];
  const [best] = ranked;
  if (said && said.score >= good && said.score > (best?.score ?? 0))
    return fromOneText(items, said.fact, path, matching);
  const isOnly = ranked.length === 1 || (path === '' && best);
  if (!best || (best.score < good && !isOnly)) return undefined;
  noteSeries(best.series, best.values.length, path, matching);
  return best.values;
}

function noteSeries(series: Series, count: number, path: string, { sources }: Matching): void {
  for (let index = 0; index < Math.min(count, detailed); index += 1)
    sources[`${path}[${index}]`] = series.source(index);
}

/** "Red, green and blue" is a list too. */
function fromOneText(
  items: Wanted,
  { value, source }: Fact,
  path: string,
  { sources }: Matching,
): unknown[] | undefined {
  const parts = String(value)
    .split(/\s*[,;|·•]\s*|\s+(?:and|und|et|y)\s+/)
    .filter(Boolean);
  const values = parts.map((part) => toValue(items, part)).filter((part) => part !== undefined);
  if (values.length !== parts.length) return undefined;
  values.forEach((_, index) => {
    sources[`${path}[${index}]`] = source;
  });
  return values;
}
