import { isRecord } from '../../core/is-record.js';
import type { JsonSchema, ToolDefinition } from '../../tools/tool.js';

/** The keywords of JSON Schema that Google accepts. */
const keywords = new Set([
  'type',
  'format',
  'title',
  'description',
  'nullable',
  'enum',
  'items',
  'maxItems',
  'minItems',
  'properties',
  'required',
  'minProperties',
  'maxProperties',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'anyOf',
]);
const formats = new Set(['enum', 'date-time', 'float', 'double', 'int32', 'int64']);
const maxDepth = 12;

export interface FunctionDeclaration {
  name: string;
  description: string;
  parameters?: JsonSchema;
}

export function toDeclaration({ name, description, parameters }: ToolDefinition): FunctionDeclaration {
  const cleaned = clean(parameters, 0);
  const hasFields = isRecord(cleaned.properties) && Object.keys(cleaned.properties).length > 0;
  return { name, description, ...(hasFields ? { parameters: cleaned } : {}) };
}

/** The schema with accepted keywords only: no references, no unions of types, no constants. */
function clean(schema: unknown, depth: number): JsonSchema {
  if (!isRecord(schema) || depth > maxDepth) return { type: 'string' };
  const united = unite(schema);
  const kept: JsonSchema = {};
  for (const [key, value] of Object.entries(united)) {
    if (!keywords.has(key) || (key === 'description' && kept.description !== undefined)) continue;
    if (key === 'properties' && isRecord(value))
      kept.properties = Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, clean(inner, depth + 1)]),
      );
    else if (key === 'items') kept.items = clean(value, depth + 1);
    else if (key === 'anyOf' && Array.isArray(value)) kept.anyOf = value.map((inner) => clean(inner, depth + 1));
    else if (key === 'enum' && Array.isArray(value)) Object.assign(kept, choice(value, united.description));
    else if (key === 'format' && !formats.has(String(value))) continue;
    else kept[key] = value;
  }
  if (kept.type === 'array' && kept.items === undefined) kept.items = { type: 'string' };
  if (Array.isArray(kept.required) && isRecord(kept.properties)) {
    const { properties } = kept;
    kept.required = kept.required.filter((name) => typeof name === 'string' && Object.hasOwn(properties, name));
  }
  if (kept.type === undefined && kept.anyOf === undefined) kept.type = kept.properties ? 'object' : 'string';
  return kept;
}

/** Google accepts an `enum` of texts only: other values are listed in the description. */
function choice(values: readonly unknown[], description: unknown): JsonSchema {
  if (values.every((value) => typeof value === 'string')) return { type: 'string', enum: [...values] };
  const list = `One of: ${values.map((value) => JSON.stringify(value)).join(', ')}.`;
  const types = new Set(values.filter((value) => value !== null).map((value) => typeof value));
  const [type] = types;
  return {
    type: types.size === 1 && (type === 'number' || type === 'boolean') ? type : 'string',
    description: typeof description === 'string' ? `${description} ${list}` : list,
  };
}

/** Replaces a list of types by one type, null by `nullable`, `const` by `enum`, and `oneOf` by `anyOf`. */
function unite(schema: JsonSchema): JsonSchema {
  const { const: constant, oneOf, allOf, type, ...rest } = schema;
  const united: JsonSchema = { ...rest };
  if (constant !== undefined) united.enum = [constant];
  if (Array.isArray(allOf)) Object.assign(united, ...allOf.filter(isRecord));
  const choices = [united.anyOf ?? oneOf].flatMap((one) => (Array.isArray(one) ? one : []));
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type];
  const isNull = (one: unknown): boolean => isRecord(one) && one.type === 'null';
  if (types.includes('null') || choices.some(isNull)) united.nullable = true;
  const given = types.filter((one) => one !== 'null');
  if (given.length === 1) united.type = given[0];
  if (given.length > 1) united.anyOf = given.map((one) => ({ type: one }));
  const real = choices.filter((one) => !isNull(one));
  if (real.length === 1 && isRecord(real[0])) {
    delete united.anyOf;
    return unite({ ...united, ...real[0] });
  }
  if (real.length > 1) united.anyOf = real;
  return united;
}
