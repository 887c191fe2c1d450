import type { Fact, Pool, Series } from './facts.js';
import { likeness, wordsOf } from './names.js';
import { matchRecords } from './records.js';
import type { Wanted } from './schema.js';
import { splitList, toValue } from './values.js';

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
  if (items.kind !== 'object') return matchSeries(wanted, items, pool, path, matching);
  const found = matchRecords(wanted, items, pool, matching.hint);
  for (const [below, source] of Object.entries(found?.sources ?? {})) matching.sources[path + below] = source;
  return found?.records;
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

function fromOneText(
  items: Wanted,
  { value, source }: Fact,
  path: string,
  { sources }: Matching,
): unknown[] | undefined {
  const values = splitList(items, value);
  if (!values) return undefined;
  values.forEach((_, index) => {
    sources[`${path}[${index}]`] = source;
  });
  return values;
}
