import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { HandrailError, messageOf } from '../../core/errors.js';
import { isRecord } from '../../core/is-record.js';
import { suggestName } from '../../core/suggest-name.js';
import { importActionPolicy, isActionPolicy } from './import-action-policy.js';
import { type Policy, type PresetName, policySchema, presetNames } from './schema.js';

export const policyFileName = 'handrail.policy.json';

/** Loads a policy: the name of a preset, the path of a file, or an object. Throws HandrailError for anything that is not a valid policy. */
export function loadPolicy(source: string | PresetName | Policy | Readonly<Record<string, unknown>>): Policy {
  if (typeof source !== 'string') return parsePolicy(source, 'the policy');
  const preset = presetNames.find((name) => name === source);
  if (preset) return { name: preset, preset };
  return { name: source, ...parsePolicy(readJson(source), source) };
}

function readJson(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new HandrailError(
      'bad_path',
      `The policy ${path} cannot be read: ${messageOf(error)}.`,
      `Give the path of a policy file, or one of the presets ${presetNames.join(', ')}.`,
      { cause: error },
    );
  }
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    const what = text.trim() === '' ? 'is empty' : `is not JSON: ${messageOf(error)}`;
    throw new HandrailError('invalid_option', `The policy ${path} ${what}.`, example, { cause: error });
  }
}

const example = 'Example: { "preset": "careful", "rules": [{ "when": { "class": "delete" }, "do": "deny" }] }';

/** Checks a policy. Names the key that is wrong, and the closest valid one. */
export function parsePolicy(value: unknown, name: string): Policy {
  if (!isRecord(value)) throw new HandrailError('invalid_option', `${name} is not an object.`, example);
  if (isActionPolicy(value)) return importActionPolicy(value, name);
  if (Object.keys(value).length === 0) throw new HandrailError('invalid_option', `${name} is empty.`, example);
  const result = policySchema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => describeIssue(issue, value));
  throw new HandrailError('invalid_option', `${name} is not a valid policy: ${problems.join(' ')}`, example);
}

const keysOfPart: Readonly<Record<string, readonly string[]>> = {
  '': ['preset', 'otherwise', 'rules', 'limits', 'addresses', 'name'],
  rule: ['when', 'do', 'reason'],
  when: [
    'class',
    'level',
    'host',
    'app',
    'tool',
    'action',
    'amountAbove',
    'amountUpTo',
    'time',
    'countAbove',
    'countUpTo',
  ],
  time: ['hours', 'weekdays'],
  limits: ['perHost', 'perRun', 'perDay'],
  limit: ['actionsPerMinute', 'money', 'consequentialActions'],
  addresses: ['allow', 'deny', 'loopback', 'private'],
};

function describeIssue(issue: z.core.$ZodIssue, policy: unknown): string {
  const where = formatPath(issue.path);
  const at = where === '' ? '' : `${where}: `;
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => describeUnknownKey(key, issue.path, at)).join(' ');
  if (issue.code === 'invalid_value') return describeValue(valueAt(policy, issue.path), issue.values, at);
  if (issue.code === 'invalid_union') {
    const [inner] = issue.errors.flat().filter((one) => one.code !== 'invalid_type');
    if (inner) return describeIssue({ ...inner, path: [...issue.path, ...inner.path] }, policy);
  }
  return `${at}${issue.message}.`.replace(/\.\.$/, '.');
}

function describeUnknownKey(key: string, path: readonly PropertyKey[], at: string): string {
  const keys = keysOfPart[partOf(path)] ?? [];
  const near = suggestName(key, keys);
  return `${at}there is no key "${key}".${near === undefined ? ` Valid: ${keys.join(', ')}.` : ` Did you mean "${near}"?`}`;
}

function partOf(path: readonly PropertyKey[]): string {
  const last = path.at(-1);
  if (typeof last === 'number') return 'rule';
  return path[0] === 'limits' && path.length === 2 ? 'limit' : String(last ?? '');
}

function describeValue(value: unknown, valid: readonly unknown[], at: string): string {
  const names = valid.map(String);
  const near = typeof value === 'string' ? suggestName(value, names) : undefined;
  const hint = near === undefined ? `Valid: ${names.join(', ')}.` : `Did you mean "${near}"?`;
  return `${at}${JSON.stringify(value) ?? 'nothing'} is not valid. ${hint}`;
}

function valueAt(policy: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isRecord(value) ? value[String(key)] : undefined;
  }, policy);
}

function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index > 0 ? '.' : ''}${String(key)}`))
    .join('');
}
