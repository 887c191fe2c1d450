import { HandrailError } from '../../core/errors.js';
import { isRecord } from '../../core/is-record.js';

/** One node of a JSON Schema, reduced to what matching needs. */
export interface SchemaNode {
  kind: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'any';
  /** Its property name, title and description. */
  names: string[];
  properties: [name: string, wanted: SchemaNode][];
  required: ReadonlySet<string>;
  items?: SchemaNode;
  choices?: readonly unknown[];
  format?: string;
  /** `null` is a valid value. */
  isNullable?: true;
}

export type Schema = Record<string, unknown>;

const maxDepth = 12;
const types = ['object', 'array', 'string', 'number', 'integer', 'boolean'] as const;

/** Parses a schema: follows references, ignores null, accepts the short form `{ "name": "string" }`. */
export function readSchema(schema: Schema): SchemaNode {
  const whole = expandShorthand(schema);
  const wanted = toNode(whole, [], whole, 0);
  if (wanted.kind === 'object' && wanted.properties.length > 0) return wanted;
  if (wanted.kind === 'array' && wanted.items) return wanted;
  throw new HandrailError(
    'invalid_input',
    'The schema has no properties.',
    'Use {"type":"object","properties":{…}} or {"type":"array","items":{…}}.',
  );
}

/** Expands the short form `{ "price": "number", "tags": ["string"] }`. Returns a full schema unchanged. */
export function expandShorthand(schema: Schema): Schema {
  const isSchema = ['type', 'properties', 'items', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum'].some((key) =>
    isSchemaKey(schema, key),
  );
  if (isSchema || Object.keys(schema).length === 0) return schema;
  const entries = Object.entries(schema).filter(([key]) => !key.startsWith('$'));
  const properties = Object.fromEntries(entries.map(([key, value]) => [key, expandValue(value)]));
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** A property can also be named "type" or "items". */
function isSchemaKey(schema: Schema, key: string): boolean {
  const value = schema[key];
  if (value === undefined) return false;
  if (key === 'type')
    return isType(value) || (Array.isArray(value) && value.every((one) => isType(one) || one === 'null'));
  if (key === '$ref') return typeof value === 'string';
  if (key === 'properties') return isSchemaObject(value);
  if (key === 'items')
    return isSchemaObject(value) && (schema.type === 'array' || isSchemaObject(value.properties) || isType(value.type));
  return Array.isArray(value) && value.length > 0 && (key === 'enum' || value.every(isSchemaObject));
}

function expandValue(value: unknown): unknown {
  if (typeof value === 'string')
    return { type: isType(value) ? value : 'string', ...(isType(value) ? {} : { description: value }) };
  if (Array.isArray(value)) return { type: 'array', items: expandValue(value[0] ?? 'string') };
  return isSchemaObject(value) ? expandShorthand(value) : {};
}

function isType(value: unknown): value is (typeof types)[number] {
  return types.some((type) => type === value);
}

export function isSchemaObject(value: unknown): value is Schema {
  return isRecord(value);
}

function toNode(schema: unknown, names: string[], whole: Schema, depth: number): SchemaNode {
  const nothing: SchemaNode = { kind: 'any', names, properties: [], required: new Set() };
  if (!isSchemaObject(schema) || depth > maxDepth) return nothing;
  const real = flatten(schema, whole, 0);
  const kind = kindOf(real);
  const texts = [real.title, real.description].filter((text): text is string => typeof text === 'string');
  const wanted: SchemaNode = { ...nothing, kind, names: [...names, ...texts] };
  if (Array.isArray(real.enum)) wanted.choices = real.enum;
  else if ('const' in real) wanted.choices = [real.const];
  if (typeof real.format === 'string') wanted.format = real.format;
  if (acceptsNull(schema, whole, 0)) wanted.isNullable = true;
  if (kind === 'array') wanted.items = toNode(real.items, names, whole, depth + 1);
  if (kind !== 'object' || !isSchemaObject(real.properties)) return wanted;
  const properties = Object.entries(real.properties).map(([name, part]): [string, SchemaNode] => [
    name,
    toNode(part, [name], whole, depth + 1),
  ]);
  const required = Array.isArray(real.required) ? real.required.filter((name) => typeof name === 'string') : [];
  return { ...wanted, properties, required: new Set(required) };
}

function acceptsNull(schema: Schema, whole: Schema, depth: number): boolean {
  if (depth > maxDepth) return false;
  const { type, enum: values, $ref: reference } = schema;
  if (type === 'null' || schema.const === null || (Array.isArray(type) && type.includes('null'))) return true;
  if (Array.isArray(values)) return values.includes(null);
  const target = typeof reference === 'string' ? resolveReference(whole, reference) : undefined;
  if (target) return acceptsNull(target, whole, depth + 1);
  const choices = [schema.anyOf, schema.oneOf].find(Array.isArray) ?? [];
  return choices.some((choice) => isSchemaObject(choice) && acceptsNull(choice, whole, depth + 1));
}

/** Merges references, alternatives and parts into one schema. */
function flatten(schema: Schema, whole: Schema, depth: number): Schema {
  if (depth > maxDepth) return schema;
  if (typeof schema.$ref === 'string') {
    const { $ref, ...rest } = schema;
    const target = resolveReference(whole, String($ref));
    if (!target)
      throw new HandrailError(
        'invalid_input',
        `The schema refers to ${$ref}, which is not in it.`,
        'Define it in $defs.',
      );
    return { ...flatten(target, whole, depth + 1), ...rest };
  }
  const choices = [schema.anyOf, schema.oneOf].find(Array.isArray);
  const real = choices?.find((one) => isSchemaObject(one) && one.type !== 'null');
  if (isSchemaObject(real)) return { ...flatten(real, whole, depth + 1), ...withoutChoices(schema) };
  if (!Array.isArray(schema.allOf)) return schema;
  const parts = schema.allOf.filter(isSchemaObject).map((part) => flatten(part, whole, depth + 1));
  return parts.reduce<Schema>((sum, part) => merge(sum, part), withoutChoices(schema));
}

function withoutChoices({ anyOf: _any, oneOf: _one, allOf: _all, ...rest }: Schema): Schema {
  return rest;
}

function merge(one: Schema, other: Schema): Schema {
  const properties = {
    ...(isSchemaObject(one.properties) ? one.properties : {}),
    ...(isSchemaObject(other.properties) ? other.properties : {}),
  };
  const required = [one.required, other.required].flatMap((list) => (Array.isArray(list) ? list : []));
  return { ...one, ...other, ...(Object.keys(properties).length > 0 ? { properties, required } : {}) };
}

function resolveReference(whole: Schema, reference: string): Schema | undefined {
  const steps = reference.replace(/^#\/?/, '').split('/').filter(Boolean);
  let at: unknown = whole;
  for (const step of steps)
    at =
      isSchemaObject(at) && Object.hasOwn(at, step) ? at[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  return isSchemaObject(at) ? at : undefined;
}

function kindOf(schema: Schema): SchemaNode['kind'] {
  const given = Array.isArray(schema.type) ? schema.type.find((type) => type !== 'null') : schema.type;
  if (isType(given)) return given;
  if (isSchemaObject(schema.properties)) return 'object';
  return schema.items === undefined ? 'any' : 'array';
}
