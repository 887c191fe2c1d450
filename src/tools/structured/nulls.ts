import type { UnreadCell } from './records.js';
import { isSchemaObject, type SchemaNode } from './schema.js';
import { isAbsent } from './values.js';

/**
 * Sets the required properties that can be null and have no value to null. A cell that contains something else than the wanted value is not
 * absent: its property stays without a value, and the extraction fails.
 */
export function withNulls(
  wanted: SchemaNode,
  data: unknown,
  unread: Readonly<Record<string, UnreadCell>>,
  path: string,
): unknown {
  if (wanted.kind === 'array' && wanted.items && Array.isArray(data)) {
    const { items } = wanted;
    return data.map((item, index) => withNulls(items, item, unread, `${path}[${index}]`));
  }
  if (wanted.kind !== 'object' || !isSchemaObject(data)) return data;
  const members = wanted.properties.map(([name, part]): [string, unknown] => {
    const inner = path ? `${path}.${name}` : name;
    const value = data[name];
    if (value !== undefined) return [name, withNulls(part, value, unread, inner)];
    return [
      name,
      part.isNullable && wanted.required.has(name) && isAbsent(unread[inner]?.text ?? '') ? null : undefined,
    ];
  });
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}
