import type { Note } from '../entry.js';
import { redactText } from './redact-text.js';
import { createSecretFinder } from './secret-finder.js';
import { isSecretName } from './secret-names.js';
import { type PasswordPlaces, passwordPlacesIn } from './secrets-by-place.js';
import { isOnPassword, namesSecretPlace, passwordFieldsIn, secretsInEntry, typedFields } from './secrets-in-entry.js';

export interface Redactor {
  /** Keeps a value out of everything from now on. */
  hide(value: string): void;
  /** A copy that may be written down: no secrets, no binary data, nothing endless. */
  entry(entry: Note): Note;
}

interface Bounds {
  text: number;
  items: number;
}

/** From roomy to narrow, until a line is short enough. */
const bounds: Bounds[] = [
  { text: 8_000, items: 500 },
  { text: 1_000, items: 100 },
  { text: 200, items: 25 },
];
const longestLine = 256_000;
const longestName = 200;
const deepest = 24;
/** A secret may reach over the place where a text is cut. */
const beyondCut = 4_096;
/** What is shorter stands in too many texts to be looked for everywhere; it is taken out where it was seen. */
const shortestLearned = 4;

/** Removes secrets before anything is written: the ones it is told, the ones it sees being typed, and what looks like one. */
export function createRedactor(secrets: Iterable<string> = []): Redactor {
  const finder = createSecretFinder(secrets);
  const passwordFields = new Set<string>();
  let places: PasswordPlaces = [];

  function text(value: string, { text: longest }: Bounds): string {
    const known = finder.remove(value.slice(0, longest + beyondCut));
    const seen = redactText(known, finder.placeholder);
    // A rule may have brought a secret together.
    const clean = seen === known ? known : finder.remove(seen);
    if (value.length <= longest + beyondCut && clean.length <= longest) return clean;
    const kept = clean.slice(0, longest);
    return `${kept}… (cut: ${Math.max(value.length - longest, 1)} characters more)`;
  }

  function walk(value: unknown, within: Bounds, above: readonly object[], isSecret: boolean): unknown {
    if (typeof value === 'string') return isSecret && value !== '' ? finder.placeholder : text(value, within);
    if (typeof value === 'number' || typeof value === 'bigint') return figure(value, isSecret);
    if (value === null || typeof value === 'boolean') return value;
    if (typeof value !== 'object') return undefined;
    const binary = binaryNote(value);
    if (binary) return binary;
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
    if (above.includes(value)) return '[the same again]';
    if (above.length >= deepest) return '[deeper than is kept]';
    const path = [...above, value];
    if (value instanceof Error) return walk({ name: value.name, message: value.message }, within, path, isSecret);
    if (value instanceof Map) return walk(Object.fromEntries(value), within, path, isSecret);
    const list = value instanceof Set ? [...value] : value;
    return Array.isArray(list) ? items(list, within, path, isSecret) : members(value, within, path, isSecret);
  }

  function figure(value: number | bigint, isSecret: boolean): unknown {
    const digits = String(value);
    if (isSecret) return finder.placeholder;
    // A secret of one or two digits is in every count; taking those out would leave no journal.
    if (digits.length >= 4 && finder.remove(digits) !== digits) return finder.placeholder;
    if (typeof value === 'bigint') return digits;
    return Number.isFinite(value) ? value : null;
  }

  function items(list: unknown[], within: Bounds, path: readonly object[], isSecret: boolean): unknown[] {
    const kept = list.slice(0, within.items).map((item) => walk(item, within, path, isSecret) ?? null);
    if (list.length > kept.length) kept.push(`… (cut: ${list.length - kept.length} items more)`);
    return kept;
  }

  function members(value: object, within: Bounds, path: readonly object[], isSecret: boolean): object {
    const fields: [string, unknown][] = Object.entries(value);
    const typesSecret = namesSecretPlace(value);
    const kept = fields.slice(0, within.items).flatMap(([name, member]): [string, unknown][] => {
      const hides = isSecret || isSecretName(name) || (typesSecret && typedFields.has(name));
      const shown = name === 'pairs' ? withoutSecretPairs(member, finder.placeholder) : member;
      const clean = walk(shown, within, path, hides && !isCount(name, member));
      return clean === undefined ? [] : [[fieldName(name, path.length), clean]];
    });
    if (fields.length > kept.length && fields.length > within.items)
      kept.push(['…', `(cut: ${fields.length - within.items} fields more)`]);
    return Object.fromEntries(kept);
  }

  /** The fields of an entry itself are ours; those below may come from anywhere. */
  function fieldName(name: string, depth: number): string {
    return depth === 1 ? name : finder.remove(name.slice(0, longestName), shortestLearned);
  }

  return {
    hide: (value) => finder.add(value),
    entry(entry) {
      for (const field of passwordFieldsIn(entry)) passwordFields.add(field);
      places = passwordPlacesIn(entry) ?? places;
      const secrets = secretsInEntry(entry, passwordFields, places);
      for (const secret of secrets) if (secret.length >= shortestLearned) finder.add(secret);
      const short = secrets.filter((secret) => secret.length < shortestLearned);
      const { type, ...rest } = withoutTyped(withoutElements(entry), short, finder.placeholder);
      let clean: Note = { type };
      for (const within of bounds) {
        clean = { ...Object(walk(rest, within, [], false)), type };
        if (JSON.stringify(clean).length <= longestLine) return clean;
      }
      return { type, step: entry.step, cut: 'This line was too long to be kept.' };
    },
  };
}

/** `{ token: 5 }` is a number of tokens; `{ pin: 1234 }` is none of them. */
function isCount(name: string, member: unknown): boolean {
  return typeof member === 'number' && /^tokens?$/i.test(name);
}

/** The entry without what it types into a password field, and without short secrets in its own words. */
function withoutTyped(entry: Note, short: readonly string[], mark: string): Note {
  const copy: Note = { ...entry };
  for (const field of ['task', 'what', 'thought', 'text']) {
    const words = copy[field];
    if (typeof words === 'string') copy[field] = short.reduce((text, secret) => text.replaceAll(secret, mark), words);
  }
  if (entry.type === 'intent' && isOnPassword(entry) && typeof entry.action === 'object' && entry.action !== null) {
    const action = Object.entries(entry.action).map(([name, member]) => [name, typedFields.has(name) ? mark : member]);
    copy.action = Object.fromEntries(action);
  }
  return copy;
}

/** Of what was seen, only what a reader of the journal needs: the pages themselves are in the pictures. */
function withoutElements(entry: Note): Note {
  const { observation } = entry;
  if (entry.type !== 'observed' || typeof observation !== 'object' || observation === null) return entry;
  const kept = ['url', 'title', 'app', 'total', 'truncated', 'modal'];
  return {
    ...entry,
    observation: Object.fromEntries(Object.entries(observation).filter(([name]) => kept.includes(name))),
  };
}

/** Rows of a label and its value, as they are read from a page. */
function withoutSecretPairs(pairs: unknown, mark: string): unknown {
  if (!Array.isArray(pairs)) return pairs;
  return pairs.map((pair: unknown) =>
    Array.isArray(pair) && typeof pair[0] === 'string' && isSecretName(pair[0]) ? [pair[0], mark] : pair,
  );
}

function binaryNote(value: object): string | undefined {
  if (ArrayBuffer.isView(value)) return `[binary, ${value.byteLength} bytes left out]`;
  if (value instanceof ArrayBuffer) return `[binary, ${value.byteLength} bytes left out]`;
  if ('type' in value && value.type === 'Buffer' && 'data' in value && Array.isArray(value.data)) {
    return `[binary, ${value.data.length} bytes left out]`;
  }
  return undefined;
}
