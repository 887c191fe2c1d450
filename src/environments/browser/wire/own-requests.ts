import type { OutgoingRequest } from '../../../core/risk/outgoing-request.js';

/** The requests that a page sends by itself, before any action. */
export interface OwnRequests {
  /** Notes a request before any action. */
  add(request: OutgoingRequest): void;
  /** Whether a request after an action goes on with those from before: the same fields, with values that changed before too, and no earlier than usual. */
  continues(request: OutgoingRequest): boolean;
}

interface Series {
  /** The values of each field, as far as they were seen. */
  readonly values: Map<string, Set<string>>;
  body: string;
  lastAt: number | undefined;
  beforeLastAt: number | undefined;
  /** Unknown after the first request. */
  minIntervalMs: number | undefined;
}

const maxSeries = 500;
const maxValues = 8;
/** A timer can be this much early, in parts of its interval. */
const earliest = 0.5;

export function createOwnRequests(): OwnRequests {
  const all = new Map<string, Series>();
  return {
    add(request) {
      const key = keyOf(request);
      const known = all.get(key);
      if (known) note(known, request);
      else if (all.size < maxSeries) all.set(key, start(request));
    },
    continues(request) {
      const known = all.get(keyOf(request));
      if (!known) return false;
      const isRepeated = known.body === (request.body ?? '');
      if (!isRepeated && !hasKnownFields(known, request, isEarly(known))) return false;
      note(known, request);
      return true;
    },
  };
}

/** After a late request, the next one may follow at once. */
function isEarly({ lastAt = 0, beforeLastAt = lastAt, minIntervalMs = 0 }: Series): boolean {
  const now = performance.now();
  return now - lastAt < minIntervalMs * earliest && now - beforeLastAt < minIntervalMs * (1 + earliest);
}

function start(request: OutgoingRequest): Series {
  const series: Series = {
    values: new Map(),
    body: '',
    lastAt: undefined,
    beforeLastAt: undefined,
    minIntervalMs: undefined,
  };
  note(series, request);
  return series;
}

function note(series: Series, request: OutgoingRequest): void {
  const now = performance.now();
  if (series.lastAt !== undefined)
    series.minIntervalMs = Math.min(series.minIntervalMs ?? Number.POSITIVE_INFINITY, now - series.lastAt);
  series.beforeLastAt = series.lastAt;
  series.lastAt = now;
  series.body = request.body ?? '';
  for (const { name, value } of request.fields) {
    const values = series.values.get(name) ?? new Set();
    if (values.size < maxValues) values.add(value);
    series.values.set(name, values);
  }
}

/** A request that comes early can differ in its time only. */
function hasKnownFields({ values }: Series, { fields }: OutgoingRequest, isEarly: boolean): boolean {
  if (fields.length !== values.size) return false;
  return fields.every(({ name, value }) => {
    const seen = values.get(name);
    return seen !== undefined && (seen.has(value) || isTime(value) || (seen.size > 1 && !isEarly));
  });
}

/** Seconds or milliseconds since 1970, or a date with a time. */
function isTime(value: string): boolean {
  return /^1\d{9}(?:\d{3})?(?:\.\d+)?$/.test(value) || /^20\d\d-\d\d-\d\dT[\d:.]+Z?$/.test(value);
}

/** Requests with the same key are of the same kind: their addresses differ in numbers only. */
function keyOf({ method, url }: OutgoingRequest): string {
  if (!URL.canParse(url)) return `${method} ${url}`;
  const { origin, pathname } = new URL(url);
  return `${method} ${origin}${pathname.replace(/\d+/g, '#')}`;
}
