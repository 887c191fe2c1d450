import type { UnreadCell } from './records.js';
import { isSchemaObject, type SchemaNode } from './schema.js';
import { isAbsent } from './values.js';

const maxListed = 12;
const maxCells = 4;
const maxCellLength = 60;

/** The paths of the schema without a value. */
export function findMissing(wanted: SchemaNode, data: unknown, path: string, onlyRequired: boolean): string[] {
  if (data === null && wanted.isNullable) return [];
  if (wanted.kind === 'array' && wanted.items) {
    const { items } = wanted;
    if (!Array.isArray(data) || data.length === 0) return [path || 'items'];
    return data.flatMap((item, index) => findMissing(items, item, `${path}[${index}]`, onlyRequired));
  }
  if (wanted.kind !== 'object') return data === undefined ? [path] : [];
  const record = isSchemaObject(data) ? data : {};
  return wanted.properties.flatMap(([name, part]) => {
    if (onlyRequired && !wanted.required.has(name) && record[name] === undefined) return [];
    const inner = path ? `${path}.${name}` : name;
    return record[name] === undefined ? [inner] : findMissing(part, record[name], inner, onlyRequired);
  });
}

/** Names each property once. A property that some rows have is named with the cells of the rows that do not. */
export function describeMissing(missing: readonly string[], unread: Readonly<Record<string, UnreadCell>>): string {
  const cells = new Map<string, string[]>();
  for (const path of missing) {
    const name = path.replace(/\[\d+\]/g, '[]').replace(/^\[\]\.?/, '') || path;
    const cell = unread[path];
    cells.set(name, [...(cells.get(name) ?? []), ...(cell ? [describeCell(cell)] : [])]);
  }
  const names = [...cells].map(([name, places]) =>
    places.length > 0 ? `${name} (${list(places, maxCells, '; ')})` : name,
  );
  return list(names, maxListed);
}

function describeCell({ source, text }: UnreadCell): string {
  if (text.trim() === '') return `${source} is empty`;
  const shown = text.length > maxCellLength ? `${text.slice(0, maxCellLength)}…` : text;
  return isAbsent(text) ? `${source} is "${shown}"` : `${source} is "${shown}", which is no such value`;
}

export function list(names: readonly string[], maxCount: number, separator = ', '): string {
  const shown = names.slice(0, maxCount).join(separator);
  return names.length > maxCount ? `${shown} and ${names.length - maxCount} more` : shown;
}
