import { z } from 'zod';

export type FieldKind = 'text' | 'number' | 'flag' | 'texts' | 'numbers' | 'record' | 'json';

/** One field of a command's input, as the command line writes it. */
export interface Field {
  name: string;
  kind: FieldKind;
  /** The list may also be a single value. */
  acceptsSingle?: true;
  isRequired: boolean;
  choices?: readonly string[];
  default?: unknown;
  description?: string;
}

const cache = new WeakMap<z.ZodObject, Field[]>();

/** The fields of a command, derived from its schema. */
export function fieldsOf(input: z.ZodObject): Field[] {
  const cached = cache.get(input);
  if (cached) return cached;
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const fields = Object.entries(properties).map(([name, schema]): Field => {
    const isRequired = required.includes(name);
    if (typeof schema === 'boolean') return { name, kind: 'json', isRequired };
    return { name, ...typeOf(schema), isRequired, default: schema.default, description: schema.description };
  });
  cache.set(input, fields);
  return fields;
}

/** Finds a field by its name or an alternative name. Every command calls its `selector` also `target`. */
export function findField(
  fields: readonly Field[],
  aliases: Readonly<Record<string, string>> | undefined,
  given: string,
): Field | undefined {
  const name = given.replaceAll('-', '_');
  const original = aliases && Object.hasOwn(aliases, name) ? aliases[name] : name === 'target' ? 'selector' : name;
  return fields.find((field) => field.name === name) ?? fields.find((field) => field.name === original);
}

type Schema = z.core.JSONSchema.JSONSchema;

type FieldType = Pick<Field, 'kind' | 'choices' | 'acceptsSingle'>;

function typeOf(schema: Schema): FieldType {
  if (schema.enum) return { kind: 'text', choices: schema.enum.map(String) };
  if (schema.anyOf) return typeOfUnion(schema.anyOf.filter((one): one is Schema => typeof one !== 'boolean'));
  switch (schema.type) {
    case 'string':
      return { kind: 'text' };
    case 'number':
    case 'integer':
      return { kind: 'number' };
    case 'boolean':
      return { kind: 'flag' };
    case 'array': {
      const items = typeof schema.items === 'object' && !Array.isArray(schema.items) ? typeOf(schema.items) : undefined;
      if (items?.kind === 'number') return { kind: 'numbers' };
      return items?.kind === 'text' ? { kind: 'texts', choices: items.choices } : { kind: 'json' };
    }
    case 'object':
      return { kind: needsJson(schema) ? 'json' : 'record' };
    default:
      return { kind: 'json' };
  }
}

/** A text or a list of texts is written as a list. A text or a boolean is written as a text. */
function typeOfUnion(members: readonly Schema[]): FieldType {
  const kinds = new Set(members.map((member) => typeOf(member).kind));
  if (kinds.has('record')) return { kind: 'record' };
  if (kinds.has('texts')) return kinds.has('text') ? { kind: 'texts', acceptsSingle: true } : { kind: 'texts' };
  if (kinds.has('text')) return { kind: 'text' };
  return { kind: kinds.has('number') ? 'number' : 'json' };
}

/** True for an object with its own fields or with values of any type. */
function needsJson({ properties, additionalProperties: values }: Schema): boolean {
  return properties !== undefined || typeof values !== 'object' || Object.keys(values).length === 0;
}
