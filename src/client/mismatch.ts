import type { z } from 'zod';
import { type CellFact, HandrailError } from '../core/errors.js';
import { isRecord } from '../core/is-record.js';

interface Found {
  data: unknown;
  /** The source of each value, by its path. */
  sources: Readonly<Record<string, string>>;
}

const maxIssues = 3;
const maxValueLength = 60;

/** The error for data that was found but does not match the schema: names the value, its path and its place on the page. */
export function toMismatch({ issues }: z.ZodError, found: Found): HandrailError {
  const cells = issues.map(({ path }): CellFact => {
    const at = formatPath(path);
    return { path: at, source: sourceOf(at, found.sources), text: toText(valueAt(found.data, path)) };
  });
  const sentences = issues.slice(0, maxIssues).map(({ message }, index) => {
    const { path, source, text } = cells[index] ?? { path: '', source: '', text: '' };
    const where = [path, source].filter(Boolean).join(', ') || 'the data';
    return `${where}: ${message.replace(/\.$/, '')}${path && text ? `; it is ${text.slice(0, maxValueLength)}` : ''}.`;
  });
  const more = issues.length > maxIssues ? ` ${issues.length - maxIssues} more values do not match.` : '';
  return new HandrailError(
    'not_found',
    `The data of the page does not match the schema. ${sentences.join(' ')}${more}`,
    'Change the schema to what the page shows, or select another part of it with selector.',
    { facts: { cells: cells.filter(({ path }) => path) } },
  );
}

function formatPath(path: readonly PropertyKey[]): string {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return text.replace(/^\./, '');
}

/** The sources of long tables name a column once, without the row. */
function sourceOf(path: string, sources: Found['sources']): string {
  return sources[path] ?? (/^\[(\d+)\]/.test(path) ? `row ${Number(/\d+/.exec(path)?.[0]) + 1}` : '');
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)];
    return isRecord(value) ? value[String(step)] : undefined;
  }, data);
}

function toText(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value);
}
