import { z } from 'zod';

export type FieldKind = 'text' | 'number' | 'flag' | 'texts' | 'numbers' | 'record' | 'json';

/** One field of a command, as a shell sees it. */
export interface Field {
  name: string;
  kind: FieldKind;
  /** Several, or one by itself. */
  mayBeOne?: true;
  isRequired: boolean;
  choices?: readonly string[];
  about?: string;
}

const known = new WeakMap<z.ZodObject, Field[]>();

/** The fields of a command, read from its schema. */
export function fieldsOf(input: z.ZodObject): Field[] {
  const before = known.get(input);
  if (before) return before;
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const fields = Object.entries(properties).map(([name, schema]): Field => {
    const { kind, choices, mayBeOne }: Kind = typeof schema === 'boolean' ? { kind: 'json' } : kindOf(schema);
    const about = typeof schema === 'boolean' ? undefined : schema.description;
    return {
      name,
      kind,
      isRequired: required.includes(name),
      ...(mayBeOne ? { mayBeOne } : {}),
      ...(choices ? { choices } : {}),
      ...(about ? { about } : {}),
    };
  });
  known.set(input, fields);
  return fields;
}

type Schema = z.core.JSONSchema.JSONSchema;

type Kind = Pick<Field, 'kind' | 'choices' | 'mayBeOne'>;

function kindOf(schema: Schema): Kind {
  if (schema.enum) return { kind: 'text', choices: schema.enum.map(String) };
  if (schema.anyOf) return kindOfUnion(schema.anyOf.filter((one): one is Schema => typeof one !== 'boolean'));
  switch (schema.type) {
    case 'string':
      return { kind: 'text' };
    case 'number':
    case 'integer':
      return { kind: 'number' };
    case 'boolean':
      return { kind: 'flag' };
    case 'array': {
      const items = typeof schema.items === 'object' && !Array.isArray(schema.items) ? kindOf(schema.items) : undefined;
      if (items?.kind === 'number') return { kind: 'numbers' };
      if (items?.kind !== 'text') return { kind: 'json' };
      return { kind: 'texts', ...(items.choices ? { choices: items.choices } : {}) };
    }
    case 'object':
      return { kind: holdsAnything(schema) ? 'json' : 'record' };
    default:
      return { kind: 'json' };
  }
}

/** A text that may also be several is written as several; a text that may also be yes or no is written as text. */
function kindOfUnion(members: readonly Schema[]): Kind {
  const kinds = new Set(members.map((member) => kindOf(member).kind));
  if (kinds.has('record')) return { kind: 'record' };
  if (kinds.has('texts')) return kinds.has('text') ? { kind: 'texts', mayBeOne: true } : { kind: 'texts' };
  if (kinds.has('text')) return { kind: 'text' };
  return { kind: kinds.has('number') ? 'number' : 'json' };
}

/** An object that has its own fields, or whose values may be of any kind, is written as JSON. */
function holdsAnything({ properties, additionalProperties: values }: Schema): boolean {
  return properties !== undefined || typeof values !== 'object' || Object.keys(values).length === 0;
}
