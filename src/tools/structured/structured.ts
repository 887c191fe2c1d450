import { z } from 'zod';
import { HandrailError } from '../../core/errors.js';
import type { DataBlock } from '../../core/read.js';
import type { FillIn } from '../context.js';
import { poolOf } from './facts.js';
import { match } from './match.js';
import { isSchemaObject, readSchema, type Schema, spellOut, type Wanted } from './schema.js';

export interface Structured {
  data: unknown;
  /** Where each value came from, by its path. */
  sources: Record<string, string>;
  /** Paths for which nothing was found. */
  missing: string[];
  valid: boolean;
  problems: string[];
}

export interface StructuredRequest {
  schema: Schema;
  blocks: readonly DataBlock[];
  instruction?: string;
  /** Asked for what the page's own order leaves open. */
  fill?: (schema: Schema) => ReturnType<FillIn>;
}

/** Data of a page in the shape of a JSON Schema, each value with its source. Throws `not_found` when a required value is missing. */
export async function structure({ schema, blocks, instruction = '', fill }: StructuredRequest): Promise<Structured> {
  const whole = spellOut(schema);
  const wanted = readSchema(whole);
  const check = checkerOf(whole);
  const { data: found, sources } = match(wanted, poolOf(blocks), instruction);
  const open = gaps(wanted, found, '', false);
  const data = open.length > 0 && fill ? fillIn(wanted, found, await fill(whole), sources, '') : found;
  const left = gaps(wanted, data, '', false);
  const needed = gaps(wanted, data, '', true);
  if (needed.length > 0) throw lacking(needed, data);
  const problems = check(data);
  return { data, sources, missing: left, valid: problems.length === 0, problems };
}

function checkerOf(schema: Schema): (data: unknown) => string[] {
  let parsed: z.ZodType;
  try {
    parsed = z.fromJSONSchema(schema);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new HandrailError(
      'invalid_input',
      `The schema cannot be used: ${why}`,
      'Give a plain JSON Schema: type, properties, items, required, enum.',
    );
  }
  return (data) => {
    const result = parsed.safeParse(data);
    return result.success ? [] : result.error.issues.map(({ path, message }) => `${showPath(path)}: ${message}`);
  };
}

function showPath(path: readonly PropertyKey[]): string {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return text.replace(/^\./, '') || 'the whole';
}

/** Paths of the schema that have no value; only the required ones when asked so. */
function gaps(wanted: Wanted, data: unknown, path: string, onlyRequired: boolean): string[] {
  if (wanted.kind === 'array' && wanted.items) {
    const { items } = wanted;
    if (!Array.isArray(data) || data.length === 0) return [path || 'items'];
    return data.flatMap((item, index) => gaps(items, item, `${path}[${index}]`, onlyRequired));
  }
  if (wanted.kind !== 'object') return data === undefined ? [path] : [];
  const record = isSchemaObject(data) ? data : {};
  return wanted.properties.flatMap(([name, part]) => {
    if (onlyRequired && !wanted.required.has(name) && record[name] === undefined) return [];
    const inner = path ? `${path}.${name}` : name;
    return record[name] === undefined ? [inner] : gaps(part, record[name], inner, onlyRequired);
  });
}

/** What a model said, wherever the page itself left a gap. */
function fillIn(wanted: Wanted, found: unknown, said: unknown, sources: Record<string, string>, path: string): unknown {
  if (found === undefined || (Array.isArray(found) && found.length === 0)) {
    if (said !== undefined && said !== null) sources[path || 'items'] = 'model';
    return said ?? undefined;
  }
  if (wanted.kind === 'array' && wanted.items && Array.isArray(found)) {
    const { items } = wanted;
    const isAlike = Array.isArray(said) && said.length === found.length;
    return isAlike ? found.map((item, index) => fillIn(items, item, said[index], sources, `${path}[${index}]`)) : found;
  }
  if (wanted.kind !== 'object' || !isSchemaObject(found) || !isSchemaObject(said)) return found;
  const filled = wanted.properties.map(([name, part]): [string, unknown] => [
    name,
    fillIn(part, found[name], said[name], sources, path ? `${path}.${name}` : name),
  ]);
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined));
}

function lacking(needed: string[], data: unknown): HandrailError {
  const shown = needed.slice(0, 12).join(', ') + (needed.length > 12 ? ` and ${needed.length - 12} more` : '');
  return new HandrailError(
    'not_found',
    `The page gives no value for ${shown}. Found: ${JSON.stringify(data).slice(0, 600)}.`,
    'Make them optional, name them as the page does, or open the page that shows them.',
  );
}
