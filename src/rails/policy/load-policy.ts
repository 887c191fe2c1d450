import { readFileSync } from 'node:fs';
import { HandrailError, messageOf } from '../../core/errors.js';
import { isRecord } from '../../core/is-record.js';
import { describeIssue } from './describe-issue.js';
import { importActionPolicy, isActionPolicy } from './import-action-policy.js';
import { findBrokenLine, type KeyLines, locateKeys } from './locate-keys.js';
import { type Policy, type PresetName, policySchema, presetNames } from './schema.js';

export const policyFileName = 'handrail.policy.json';

/** Loads a policy: the name of a preset, the path of a file, or an object. Throws HandrailError for anything that is not a valid policy. */
export function loadPolicy(source: string | PresetName | Policy | Readonly<Record<string, unknown>>): Policy {
  if (typeof source !== 'string') return parsePolicy(source, 'the policy');
  const preset = presetNames.find((name) => name === source);
  if (preset) return { name: preset, preset };
  const { value, keys } = readJson(source);
  return { name: source, ...parsePolicy(value, source, keys.lines) };
}

const example = 'Example: { "preset": "careful", "rules": [{ "when": { "class": "delete" }, "do": "deny" }] }';

function readJson(path: string): { value: unknown; keys: KeyLines } {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    throw new HandrailError(
      'bad_path',
      `The policy ${path} cannot be read: ${messageOf(error)}.`,
      `Give the path of a policy file, or one of the presets ${presetNames.join(', ')}.`,
      { cause: error },
    );
  }
  const value = parseJson(path, text);
  const keys = locateKeys(text);
  const [repeated] = keys.repeated;
  if (repeated !== undefined)
    throw new HandrailError(
      'invalid_option',
      `The policy ${path} has the key ${repeated} twice, in line ${keys.lines.get(repeated)}.`,
      'Remove one of them: only the last one would count.',
    );
  return { value, keys };
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const what = text.trim() === '' ? 'is empty' : `is not JSON in line ${findBrokenLine(text)}: ${messageOf(error)}`;
    throw new HandrailError('invalid_option', `The policy ${path} ${what}.`, example, { cause: error });
  }
}

/** Checks a policy. Names the key that is wrong, its line, and the closest valid key. */
export function parsePolicy(value: unknown, name: string, lines: KeyLines['lines'] = new Map()): Policy {
  if (!isRecord(value)) throw new HandrailError('invalid_option', `${name} is not an object.`, example);
  if (isActionPolicy(value)) return importActionPolicy(value, name);
  if (Object.keys(value).length === 0) throw new HandrailError('invalid_option', `${name} is empty.`, example);
  const result = policySchema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.flatMap((issue) => describeIssue(issue, value, lines));
  throw new HandrailError('invalid_option', `${name} is not a valid policy: ${problems.join(' ')}`, example);
}
