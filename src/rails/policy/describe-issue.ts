import type { z } from 'zod';
import { isRecord } from '../../core/is-record.js';
import { suggestName } from '../../core/words/suggest-name.js';
import type { KeyLines } from './locate-keys.js';
import {
  addressesSchema,
  conditionSchema,
  limitSchema,
  limitsSchema,
  policySchema,
  ruleSchema,
  timeSchema,
} from './schema.js';

type Path = readonly PropertyKey[];

/** The parts of a policy that have keys, by the last name of their path. */
const parts = {
  rules: ruleSchema,
  when: conditionSchema,
  time: timeSchema,
  limits: limitsSchema,
  perHost: limitSchema,
  perRun: limitSchema,
  perDay: limitSchema,
  addresses: addressesSchema,
} as const;

/** What is wrong, as sentences with the line, the key and the closest valid name. */
export function describeIssue(issue: z.core.$ZodIssue, policy: unknown, lines: KeyLines['lines']): string[] {
  const at = (path: Path): string => describePlace(path, lines);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(
      (key) => `${at([...issue.path, key])}: there is no such key. ${suggest(key, keysAt(issue.path))}`,
    );
  if (issue.code === 'invalid_value') {
    const value = valueAt(policy, issue.path);
    return [`${at(issue.path)}: ${JSON.stringify(value) ?? 'nothing'} is not valid. ${suggest(value, issue.values)}`];
  }
  if (issue.code === 'invalid_union') {
    const [inner] = issue.errors.flat().filter(({ code }) => code !== 'invalid_type');
    if (inner) return describeIssue({ ...inner, path: [...issue.path, ...inner.path] }, policy, lines);
  }
  return [`${at(issue.path)}: ${issue.message}.`.replace(/\.\.$/, '.')];
}

function suggest(value: unknown, valid: readonly unknown[]): string {
  const names = valid.map(String);
  const near = typeof value === 'string' ? suggestName(value, names) : undefined;
  return near === undefined ? `Valid: ${names.join(', ')}.` : `Did you mean "${near}"?`;
}

function keysAt(path: Path): readonly string[] {
  const name = path.findLast((key) => typeof key === 'string');
  const part = Object.entries(parts).find(([key]) => key === name)?.[1] ?? policySchema;
  return Object.keys(part.shape);
}

function describePlace(path: Path, lines: KeyLines['lines']): string {
  const where = path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index > 0 ? '.' : ''}${String(key)}`))
    .join('');
  const known = path.map((_, index) => lines.get(path.slice(0, index + 1).join('.')));
  const line = known.findLast((one) => one !== undefined);
  return line === undefined ? where : `line ${line}, ${where}`;
}

function valueAt(policy: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isRecord(value) ? value[String(key)] : undefined;
  }, policy);
}
