import type { LabelledValue, PageData, Series } from './facts.js';
import { similarity, toWords } from './names.js';
import { matchRecords, type UnreadCell } from './records.js';
import type { SchemaNode } from './schema.js';
import { splitList, toValue } from './values.js';

/** The data that matches a schema, and the source of each value. */
export interface SchemaMatch {
  data: unknown;
  sources: Record<string, string>;
  /** The cells of records without a value, by path. */
  unread: Record<string, UnreadCell>;
}

interface MatchState {
  sources: Record<string, string>;
  unread: Record<string, UnreadCell>;
  /** The instruction of the caller. */
  hint: string;
}

const minSimilarity = 0.5;
const maxSources = 100;

/** Matches a schema with the data of a page. Values without a match are omitted. */
export function matchSchema(wanted: SchemaNode, pageData: PageData, hint = ''): SchemaMatch {
  const state: MatchState = { sources: {}, unread: {}, hint };
  const data = matchAny(wanted, pageData, '', state);
  return { data: data ?? (wanted.kind === 'array' ? [] : {}), sources: state.sources, unread: state.unread };
}

function matchAny(wanted: SchemaNode, pageData: PageData, path: string, state: MatchState): unknown {
  if (wanted.kind === 'object') return matchObject(wanted, pageData, path, state);
  if (wanted.kind === 'array') return matchArray(wanted, pageData, path, state);
  return undefined;
}

function join(path: string, name: string): string {
  return path ? `${path}.${name}` : name;
}

function isPlain({ kind }: SchemaNode): boolean {
  return kind !== 'object' && kind !== 'array';
}

function matchObject(
  wanted: SchemaNode,
  pageData: PageData,
  path: string,
  state: MatchState,
): Record<string, unknown> | undefined {
  const found = new Map<string, unknown>();
  const plain = wanted.properties.filter(([, part]) => isPlain(part));
  for (const [name, fact, value] of assign(plain, pageData.facts)) {
    found.set(name, value);
    state.sources[join(path, name)] = fact.source;
  }
  for (const [name, part] of wanted.properties) {
    if (isPlain(part)) continue;
    const inner = part.kind === 'object' ? narrow(pageData, part) : pageData;
    const value = inner && matchAny(part, inner, join(path, name), state);
    if (value !== undefined) found.set(name, value);
  }
  const ordered = wanted.properties.flatMap(([name]): [string, unknown][] =>
    found.has(name) ? [[name, found.get(name)]] : [],
  );
  return ordered.length > 0 ? Object.fromEntries(ordered) : undefined;
}

/** Assigns the most similar value to each property. A value belongs to one property. */
function assign(
  properties: [string, SchemaNode][],
  facts: readonly LabelledValue[],
): [name: string, fact: LabelledValue, value: unknown][] {
  const candidates = properties.flatMap(([name, wanted]) =>
    facts.flatMap((fact) => {
      const score = valueSimilarity(wanted, fact);
      const value = score >= minSimilarity ? toValue(wanted, fact.value) : undefined;
      return value === undefined ? [] : [{ name, fact, value, score: score + fitBonus(wanted, fact) }];
    }),
  );
  const taken = new Set<unknown>();
  return candidates
    .sort((one, other) => other.score - one.score)
    .flatMap(({ name, fact, value }): [string, LabelledValue, unknown][] => {
      if (taken.has(name) || taken.has(fact)) return [];
      taken.add(name).add(fact);
      return [[name, fact, value]];
    });
}

function valueSimilarity({ names }: SchemaNode, { label, heading }: LabelledValue): number {
  const own = similarity(names, label);
  const last = label.split(' ').pop() ?? '';
  const nested = label.includes(' ') && !/\s/.test(last) ? similarity(names, last) * 0.85 : 0;
  const whole = heading ? similarity(names, `${heading} ${label}`) * 0.95 : 0;
  return Math.max(own, nested, whole);
}

/** Breaks ties: prefers values that need no conversion and structured sources. */
function fitBonus(wanted: SchemaNode, { value, source }: LabelledValue): number {
  const isNumber = wanted.kind === 'number' || wanted.kind === 'integer';
  const isClean = isNumber && typeof value === 'string' ? /^\W*\d[\d.,\s]*\W*$/.test(value) : true;
  return (isClean ? 0.02 : 0) + (/^(?:JSON-LD|microdata)/.test(source) ? 0.01 : 0);
}

/** The data that belongs to a nested object. */
function narrow(pageData: PageData, wanted: SchemaNode): PageData | undefined {
  const [name = ''] = wanted.names;
  const first = toWords(name).join(' ');
  const facts = pageData.facts.flatMap((fact): LabelledValue[] => {
    const words = toWords(fact.label).join(' ');
    if (words.startsWith(`${first} `)) return [{ ...fact, label: words.slice(first.length + 1) }];
    return fact.heading && similarity(wanted.names, fact.heading) >= 0.7 ? [fact] : [];
  });
  if (facts.length > 0) return { ...pageData, facts };
  // No heading names the object: only labels that name its properties exactly match.
  const exact = pageData.facts.filter(({ label }) =>
    wanted.properties.some(([, part]) => similarity(part.names, label) >= 0.88),
  );
  return { ...pageData, facts: exact };
}

function matchArray(wanted: SchemaNode, pageData: PageData, path: string, state: MatchState): unknown[] | undefined {
  const { items } = wanted;
  if (!items) return undefined;
  if (items.kind !== 'object') return matchSeries(wanted, items, pageData, path, state);
  const found = matchRecords(wanted, items, pageData, state.hint);
  for (const [below, source] of Object.entries(found?.sources ?? {})) state.sources[path + below] = source;
  for (const [below, cell] of Object.entries(found?.unread ?? {})) state.unread[path + below] = cell;
  return found?.records;
}

function matchSeries(
  wanted: SchemaNode,
  items: SchemaNode,
  pageData: PageData,
  path: string,
  state: MatchState,
): unknown[] | undefined {
  const ranked = pageData.series
    .map((series) => ({
      series,
      score: similarity(wanted.names, series.title),
      values: series.values.map((value) => toValue(items, value)),
    }))
    .filter(({ values }) => values.length > 0 && values.every((value) => value !== undefined))
    .sort((one, other) => other.score - one.score);
  const bestFact = pageData.facts
    .map((fact) => ({ fact, score: valueSimilarity(wanted, fact) }))
    .sort((one, other) => other.score - one.score)[0];
  const [best] = ranked;
  if (bestFact && bestFact.score >= minSimilarity && bestFact.score > (best?.score ?? 0))
    return splitText(items, bestFact.fact, path, state);
  const isOnly = ranked.length === 1 || (path === '' && best);
  if (!best || (best.score < minSimilarity && !isOnly)) return undefined;
  addSeriesSources(best.series, best.values.length, path, state);
  return best.values;
}

function addSeriesSources(series: Series, count: number, path: string, { sources }: MatchState): void {
  for (let index = 0; index < Math.min(count, maxSources); index += 1)
    sources[`${path}[${index}]`] = series.source(index);
}

function splitText(
  items: SchemaNode,
  { value, source }: LabelledValue,
  path: string,
  { sources }: MatchState,
): unknown[] | undefined {
  const values = splitList(items, value);
  if (!values) return undefined;
  values.forEach((_, index) => {
    sources[`${path}[${index}]`] = source;
  });
  return values;
}
