import { HandrailError } from '../../core/errors.js';
import { isRecord } from '../../core/record.js';

/** A JSON Schema as far as it tells what is looked for. */
export interface Wanted {
  kind: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'any';
  /** What it is called: its property name, its title, its description. */
  names: string[];
  properties: [name: string, wanted: Wanted][];
  required: ReadonlySet<string>;
  items?: Wanted;
  choices?: readonly unknown[];
  format?: string;
}

export type Schema = Record<string, unknown>;

const deepest = 12;
const types = ['object', 'array', 'string', 'number', 'integer', 'boolean'] as const;

/** Understands a schema: references followed, null left aside, `{ "name": "string" }` taken as its short form. */
export function readSchema(schema: Schema): Wanted {
  const whole = spellOut(schema);
  const wanted = understand(whole, [], whole, 0);
  if (wanted.kind === 'object' && wanted.properties.length > 0) return wanted;
  if (wanted.kind === 'array' && wanted.items) return wanted;
  throw new HandrailError(
    'invalid_input',
    'The schema names no properties to look for.',
    'Give {"type":"object","properties":{…}} or {"type":"array","items":{…}}.',
  );
}

/** `{ "price": "number", "tags": ["string"] }` in full. A schema that is one already stays as it is. */
export function spellOut(schema: Schema): Schema {
  const isSchema = ['type', 'properties', 'items', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum'].some((key) =>
    isSchemaKey(schema, key),
  );
  if (isSchema || Object.keys(schema).length === 0) return schema;
  const entries = Object.entries(schema).filter(([key]) => !key.startsWith('$'));
  const properties = Object.fromEntries(entries.map(([key, value]) => [key, spellOutValue(value)]));
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** A property may itself be called "type" or "items". */
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

function spellOutValue(value: unknown): unknown {
  if (typeof value === 'string')
    return { type: isType(value) ? value : 'string', ...(isType(value) ? {} : { description: value }) };
  if (Array.isArray(value)) return { type: 'array', items: spellOutValue(value[0] ?? 'string') };
  return isSchemaObject(value) ? spellOut(value) : {};
}

function isType(value: unknown): value is (typeof types)[number] {
  return types.some((type) => type === value);
}

export function isSchemaObject(value: unknown): value is Schema {
  return isRecord(value);
}

function understand(schema: unknown, names: string[], whole: Schema, depth: number): Wanted {
  const nothing: Wanted = { kind: 'any', names, properties: [], required: new Set() };
  if (!isSchemaObject(schema) || depth > deepest) return nothing;
  const real = follow(schema, whole, 0);
  const kind = kindOf(real);
  const said = [real.title, real.description].filter((text): text is string => typeof text === 'string');
  const wanted: Wanted = { ...nothing, kind, names: [...names, ...said] };
  if (Array.isArray(real.enum)) wanted.choices = real.enum;
  else if ('const' in real) wanted.choices = [real.const];
  if (typeof real.format === 'string') wanted.format = real.format;
  if (kind === 'array') wanted.items = understand(real.items, names, whole, depth + 1);
  if (kind !== 'object' || !isSchemaObject(real.properties)) return wanted;
  const properties = Object.entries(real.properties).map(([name, part]): [string, Wanted] => [
    name,
    understand(part, [name], whole, depth + 1),
  ]);
  const required = Array.isArray(real.required) ? real.required.filter((name) => typeof name === 'string') : [];
  return { ...wanted, properties, required: new Set(required) };
}

/** References, alternatives and parts made into one schema. */
function follow(schema: Schema, whole: Schema, depth: number): Schema {
  if (depth > deepest) return schema;
  if (typeof schema.$ref === 'string') {
    const { $ref, ...rest } = schema;
    const target = pointed(whole, String($ref));
    if (!target)
      throw new HandrailError(
        'invalid_input',
        `The schema refers to ${$ref}, which is not in it.`,
        'Define it in $defs.',
      );
    return { ...follow(target, whole, depth + 1), ...rest };
  }
  const choices = [schema.anyOf, schema.oneOf].find(Array.isArray);
  const real = choices?.find((one) => isSchemaObject(one) && one.type !== 'null');
  if (isSchemaObject(real)) return { ...follow(real, whole, depth + 1), ...withoutChoices(schema) };
  if (!Array.isArray(schema.allOf)) return schema;
  const parts = schema.allOf.filter(isSchemaObject).map((part) => follow(part, whole, depth + 1));
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

function pointed(whole: Schema, reference: string): Schema | undefined {
  const steps = reference.replace(/^#\/?/, '').split('/').filter(Boolean);
  let at: unknown = whole;
  for (const step of steps)
    at =
      isSchemaObject(at) && Object.hasOwn(at, step) ? at[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  return isSchemaObject(at) ? at : undefined;
}

function kindOf(schema: Schema): Wanted['kind'] {
  const given = Array.isArray(schema.type) ? schema.type.find((type) => type !== 'null') : schema.type;
  if (isType(given)) return given;
  if (isSchemaObject(schema.properties)) return 'object';
  return schema.items === undefined ? 'any' : 'array';
}
