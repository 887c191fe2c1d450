import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { z } from 'zod';
import { HandrailError, messageOf } from '../../core/errors.js';
import { isRecord } from '../../core/is-record.js';
import { type SecretDefinition, type SecretDefinitions, secretsSchema } from './schema.js';

/** The path of a secrets file, or secrets by their names. */
export type SecretsSource = string | Readonly<Record<string, z.input<typeof secretsSchema>[string]>>;

const example = 'Example: { "SHOP_PASSWORD": { "env": "SHOP_PASSWORD", "origins": ["https://shop.example"] } }';

/** Loads the definitions of secrets, not their values. Throws HandrailError for anything that is not valid. */
export function loadSecrets(source: SecretsSource): SecretDefinitions {
  if (typeof source !== 'string') return parseSecrets(source, 'The option secrets');
  const definitions = parseSecrets(readJson(source), source);
  for (const [name, { value }] of Object.entries(definitions))
    if (value !== undefined)
      throw invalid(`${source}: ${name} contains its value.`, 'Store the value elsewhere, and name the place.');
  const folder = dirname(resolve(source));
  return Object.fromEntries(Object.entries(definitions).map(([name, one]) => [name, resolveFile(one, folder)]));
}

function resolveFile(definition: SecretDefinition, folder: string): SecretDefinition {
  return definition.file === undefined ? definition : { ...definition, file: resolve(folder, definition.file) };
}

function readJson(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new HandrailError('bad_path', `The secrets file ${path} cannot be read: ${messageOf(error)}.`, example, {
      cause: error,
    });
  }
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    // The message of the parser quotes the file.
    throw invalid(`The secrets file ${path} is not JSON.`, example);
  }
}

function parseSecrets(value: unknown, owner: string): SecretDefinitions {
  if (!isRecord(value)) throw invalid(`${owner} is not an object.`, example);
  const result = secretsSchema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.map(String).join('.')} ${describe(issue)}`);
  throw invalid(`${owner} does not define secrets: ${problems.join('; ')}.`, example);
}

/** Never the value that is wrong: it can be a secret in the wrong place. */
function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `has the unknown key ${issue.keys.join(', ')}`;
  if (issue.code === 'invalid_key') return 'is not a name: use letters, digits, _ and -';
  return issue.code === 'custom' ? issue.message : `is not valid: ${issue.message}`;
}

function invalid(message: string, hint: string): HandrailError {
  return new HandrailError('invalid_option', message, hint);
}
