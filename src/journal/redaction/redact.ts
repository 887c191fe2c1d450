import { isSecretName } from '../../core/secrets/secret-names.js';
import { isSecretReference } from '../../core/secrets/secret-reference.js';
import type { NewEntry } from '../entry.js';
import { redactText } from './redact-text.js';
import { createSecretFinder } from './secret-finder.js';
import { createSecretLearner } from './secret-learner.js';
import { isMaskedText, namesSecretField, targetsPasswordField, typedFields } from './secrets-in-entry.js';

export interface Redactor {
  /** Redacts this value in all following entries. */
  addSecret(value: string): void;
  /** Returns a copy without secrets and binary data, limited in size. */
  redact(entry: NewEntry): NewEntry;
}

interface SizeLimits {
  textLength: number;
  items: number;
}

/** Applied in order until the line is short enough. */
const sizeLimits: SizeLimits[] = [
  { textLength: 8_000, items: 500 },
  { textLength: 1_000, items: 100 },
  { textLength: 200, items: 25 },
];
const maxLineLength = 256_000;
const maxNameLength = 200;
const maxDepth = 24;
/** A secret can cross the position where a text is cut. */
const cutMargin = 4_096;
/** Shorter secrets match too much harmless text. They are replaced only in the entry that contains them. */
export const minLearnedLength = 4;

/** Creates a redactor for the given secrets, the secrets that the entries reveal, and texts that look like secrets. */
export function createRedactor(secrets: Iterable<string> = []): Redactor {
  const finder = createSecretFinder(secrets);
  const learnSecrets = createSecretLearner();
  const added = new Set<string>();

  function redactString(value: string, { textLength }: SizeLimits): string {
    const known = finder.remove(value.slice(0, textLength + cutMargin));
    const ruled = redactText(known, finder.placeholder);
    // A rule can join the parts of a secret.
    const clean = ruled === known ? known : finder.remove(ruled);
    if (value.length <= textLength + cutMargin && clean.length <= textLength) return clean;
    return `${clean.slice(0, textLength)}… (cut: ${Math.max(value.length - textLength, 1)} characters more)`;
  }

  function walk(value: unknown, limits: SizeLimits, above: readonly object[], isSecret: boolean): unknown {
    if (typeof value === 'string')
      return isSecret && value !== '' && !isSecretReference(value) ? finder.placeholder : redactString(value, limits);
    if (typeof value === 'number' || typeof value === 'bigint') return redactNumber(value, isSecret);
    if (value === null || typeof value === 'boolean') return value;
    if (typeof value !== 'object') return undefined;
    const binary = describeBinary(value);
    if (binary) return binary;
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
    if (above.includes(value)) return '[circular reference]';
    if (above.length >= maxDepth) return '[nested too deeply]';
    const path = [...above, value];
    if (value instanceof Error) return walk({ name: value.name, message: value.message }, limits, path, isSecret);
    if (value instanceof Map) return walk(Object.fromEntries(value), limits, path, isSecret);
    const list = value instanceof Set ? [...value] : value;
    return Array.isArray(list)
      ? redactItems(list, limits, path, isSecret)
      : redactMembers(value, limits, path, isSecret);
  }

  function redactNumber(value: number | bigint, isSecret: boolean): unknown {
    const digits = String(value);
    if (isSecret) return finder.placeholder;
    // Short secrets match most numbers.
    if (digits.length >= 4 && finder.remove(digits) !== digits) return finder.placeholder;
    if (typeof value === 'bigint') return digits;
    return Number.isFinite(value) ? value : null;
  }

  function redactItems(list: unknown[], limits: SizeLimits, path: readonly object[], isSecret: boolean): unknown[] {
    const kept = list.slice(0, limits.items).map((item) => walk(item, limits, path, isSecret) ?? null);
    if (list.length > kept.length) kept.push(`… (cut: ${list.length - kept.length} items more)`);
    return kept;
  }

  function redactMembers(value: object, limits: SizeLimits, path: readonly object[], isSecret: boolean): object {
    const fields: [string, unknown][] = Object.entries(value);
    const typesSecret = namesSecretField(value);
    const kept = fields.slice(0, limits.items).flatMap(([name, member]): [string, unknown][] => {
      const hides = isSecret || isSecretName(name) || (typesSecret && typedFields.has(name));
      const shown = name === 'pairs' ? redactPairs(member, finder.placeholder) : member;
      const clean = walk(shown, limits, path, hides && !isCount(name, member));
      return clean === undefined ? [] : [[fieldName(name, path.length), clean]];
    });
    if (fields.length > kept.length && fields.length > limits.items)
      kept.push(['…', `(cut: ${fields.length - limits.items} fields more)`]);
    return Object.fromEntries(kept);
  }

  /** The field names of an entry are fixed. Nested names can contain secrets. */
  function fieldName(name: string, depth: number): string {
    return depth === 1 ? name : finder.remove(name.slice(0, maxNameLength), minLearnedLength);
  }

  return {
    addSecret(value) {
      if (added.has(value)) return;
      added.add(value);
      finder.add(value);
    },
    redact(entry) {
      const secrets = learnSecrets(entry).filter((secret) => !isSecretReference(secret));
      for (const secret of secrets) if (secret.length >= minLearnedLength) finder.add(secret);
      const short = secrets.filter((secret) => secret.length < minLearnedLength);
      const { type, ...rest } = removeTypedText(removeElements(entry), short, finder.placeholder);
      let clean: NewEntry = { type };
      for (const limits of sizeLimits) {
        clean = { ...Object(walk(rest, limits, [], false)), type };
        if (JSON.stringify(clean).length <= maxLineLength) return clean;
      }
      return { type, step: entry.step, cut: 'The entry was too long.' };
    },
  };
}

/** `{ tokens: 5 }` is a count, `{ pin: 1234 }` is a secret. */
function isCount(name: string, member: unknown): boolean {
  return typeof member === 'number' && /^tokens?$/i.test(name);
}

/** Removes the text typed into a password field, and short secrets in the texts of the entry. */
function removeTypedText(entry: NewEntry, short: readonly string[], mark: string): NewEntry {
  const copy: NewEntry = { ...entry };
  for (const field of ['task', 'thought', 'text', 'description']) {
    const value = copy[field];
    if (typeof value === 'string') copy[field] = short.reduce((text, secret) => text.replaceAll(secret, mark), value);
  }
  if (
    entry.type === 'intent' &&
    targetsPasswordField(entry) &&
    typeof entry.action === 'object' &&
    entry.action !== null
  ) {
    const action = Object.entries(entry.action).map(([name, member]) => [
      name,
      typedFields.has(name) && isMaskedText(member) ? mark : member,
    ]);
    copy.action = Object.fromEntries(action);
  }
  return copy;
}

/** Removes the elements of an observation. The pictures show the page. */
function removeElements(entry: NewEntry): NewEntry {
  const { observation } = entry;
  if (entry.type !== 'observed' || typeof observation !== 'object' || observation === null) return entry;
  const kept = ['url', 'title', 'app', 'total', 'truncated', 'modal'];
  return {
    ...entry,
    observation: Object.fromEntries(Object.entries(observation).filter(([name]) => kept.includes(name))),
  };
}

/** Redacts rows of a label and its value. */
function redactPairs(pairs: unknown, mark: string): unknown {
  if (!Array.isArray(pairs)) return pairs;
  return pairs.map((pair: unknown) =>
    Array.isArray(pair) && typeof pair[0] === 'string' && isSecretName(pair[0]) ? [pair[0], mark] : pair,
  );
}

function describeBinary(value: object): string | undefined {
  if (ArrayBuffer.isView(value)) return `[binary, ${value.byteLength} bytes omitted]`;
  if (value instanceof ArrayBuffer) return `[binary, ${value.byteLength} bytes omitted]`;
  if ('type' in value && value.type === 'Buffer' && 'data' in value && Array.isArray(value.data)) {
    return `[binary, ${value.data.length} bytes omitted]`;
  }
  return undefined;
}
