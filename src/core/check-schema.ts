import { z } from 'zod';
import { HandrailError } from './errors.js';
import { isRecord } from './is-record.js';

/** Throws `invalid_option` unless the value is a schema of zod 4. `owner` is the subject of the sentence. With `object`: a schema of z.object. */
export function checkSchema(owner: string, value: unknown, kind: 'any' | 'object' = 'any'): void {
  const problem = findProblem(value, kind);
  if (problem) throw new HandrailError('invalid_option', `${owner} is ${problem.what}.`, problem.hint);
}

/** True for a schema of zod 4, of any copy of the package. */
export function isZodSchema(value: unknown): value is z.ZodType {
  return value instanceof z.ZodType;
}

interface Problem {
  what: string;
  hint: string;
}

const example = 'z.object({ name: z.string() })';

function findProblem(value: unknown, kind: 'any' | 'object'): Problem | undefined {
  if (isZodSchema(value)) {
    if (kind === 'any' || value instanceof z.ZodObject) return undefined;
    return { what: `a zod schema of type ${value.def.type}, not an object`, hint: `Use an object: ${example}.` };
  }
  if (isRecord(value) && '_def' in value && !('_zod' in value))
    return {
      what: 'a schema of zod 3',
      hint: 'Import it from zod 4: npm install zod@4, or import { z } from "zod/v4".',
    };
  if (isRecord(value) && '_zod' in value)
    return {
      what: 'a schema of zod/mini',
      hint: `Use the schemas of zod: import { z } from "zod". Example: ${example}.`,
    };
  if (isRecord(value) && Object.values(value).some(isZodSchema))
    return { what: 'a plain object with zod schemas', hint: 'Wrap it: z.object({ … }).' };
  if (isJsonSchema(value))
    return { what: 'a JSON Schema', hint: 'Convert it with z.fromJSONSchema(schema), or write it with zod.' };
  return { what: `${describe(value)}, not a zod schema`, hint: `Example: ${example}.` };
}

/** True for a JSON Schema. A record of zod schemas or values is none. */
export function isJsonSchema(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value) || '_zod' in value || '_def' in value) return false;
  return ['type', 'properties', 'items', '$ref', '$schema', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'].some(
    (key) => key in value,
  );
}

function describe(value: unknown): string {
  if (value === undefined || value === null) return 'missing';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
