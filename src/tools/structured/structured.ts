import { z } from 'zod';
import { type CellFact, HandrailError, messageOf } from '../../core/errors.js';
import type { DataBlock } from '../../core/read.js';
import type { FillFromText } from '../context.js';
import { collectPageData, type PageData } from './facts.js';
import { matchSchema } from './match.js';
import { describeMissing, findMissing, list } from './missing.js';
import { withNulls } from './nulls.js';
import type { UnreadCell } from './records.js';
import { expandShorthand, isSchemaObject, readSchema, type Schema, type SchemaNode } from './schema.js';

export interface StructuredData {
  data: unknown;
  /** The source of each value, by its path. */
  sources: Record<string, string>;
  /** The paths without a value. */
  missing: string[];
  valid: boolean;
  problems: string[];
}

export interface StructuredRequest {
  schema: Schema;
  blocks: readonly DataBlock[];
  instruction?: string;
  /** Requests the missing values from a model. */
  fill?: (schema: Schema) => ReturnType<FillFromText>;
}

/** Extracts data that matches a JSON Schema, with the source of each value. Throws `not_found` if a required value is missing. */
export async function extractFromBlocks({
  schema,
  blocks,
  instruction = '',
  fill,
}: StructuredRequest): Promise<StructuredData> {
  const whole = expandShorthand(schema);
  const wanted = readSchema(whole);
  const check = createValidator(whole);
  const pageData = collectPageData(blocks);
  const { data: found, sources, unread } = matchSchema(wanted, pageData, instruction);
  const openPaths = findMissing(wanted, found, '', false);
  const filled = openPaths.length > 0 && fill ? fillGaps(wanted, found, await fill(whole), sources, '') : found;
  const missing = findMissing(wanted, filled, '', false);
  const data = withNulls(wanted, filled, unread, '');
  const missingRequired = findMissing(wanted, data, '', true);
  if (missingRequired.length > 0) throw toMissingError(missingRequired, data, listColumns(pageData), unread);
  const problems = check(data);
  return { data, sources, missing, valid: problems.length === 0, problems };
}

function createValidator(schema: Schema): (data: unknown) => string[] {
  let parsed: z.ZodType;
  try {
    parsed = z.fromJSONSchema(schema);
  } catch (error) {
    throw new HandrailError(
      'invalid_input',
      `The schema is not supported: ${messageOf(error)}`,
      'Use type, properties, items, required and enum.',
    );
  }
  return (data) => {
    const result = parsed.safeParse(data);
    return result.success ? [] : result.error.issues.map(({ path, message }) => `${formatPath(path)}: ${message}`);
  };
}

function formatPath(path: readonly PropertyKey[]): string {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return text.replace(/^\./, '') || 'root';
}

/** Adds the values of the model where the page has none. */
function fillGaps(
  wanted: SchemaNode,
  found: unknown,
  answer: unknown,
  sources: Record<string, string>,
  path: string,
): unknown {
  if (found === undefined || (Array.isArray(found) && found.length === 0)) {
    if (answer !== undefined && answer !== null) sources[path || 'items'] = 'model';
    return answer ?? undefined;
  }
  if (wanted.kind === 'array' && wanted.items && Array.isArray(found)) {
    const { items } = wanted;
    const isSameLength = Array.isArray(answer) && answer.length === found.length;
    return isSameLength
      ? found.map((item, index) => fillGaps(items, item, answer[index], sources, `${path}[${index}]`))
      : found;
  }
  if (wanted.kind !== 'object' || !isSchemaObject(found) || !isSchemaObject(answer)) return found;
  const filled = wanted.properties.map(([name, part]): [string, unknown] => [
    name,
    fillGaps(part, found[name], answer[name], sources, path ? `${path}.${name}` : name),
  ]);
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined));
}

const maxListed = 12;

function toMissingError(
  missing: readonly string[],
  data: unknown,
  columns: string[],
  unread: Readonly<Record<string, UnreadCell>>,
): HandrailError {
  const has = columns.length > 0 ? ` The page has: ${list(columns, maxListed)}.` : '';
  const cells = missing.flatMap((path): CellFact[] => {
    const cell = unread[path];
    return cell ? [{ path, ...cell }] : [];
  });
  const found = JSON.stringify(data).slice(0, maxFoundLength);
  return new HandrailError(
    'not_found',
    `The page has no value for ${describeMissing(missing, unread)}.${has} Found: ${found}.`,
    cells.length > 0
      ? 'Make them nullable or optional, or read only a part of the page with selector.'
      : 'Make them optional, name them as the page does, or open the page that shows them.',
    { facts: { columns, ...(cells.length > 0 ? { cells: cells.slice(0, maxListed) } : {}) } },
  );
}

const maxFoundLength = 600;

/** The columns of the tables and the labels of the values, once each. */
function listColumns({ sets, facts }: PageData): string[] {
  const names = [...sets.flatMap(({ columns }) => columns), ...facts.map(({ label }) => label)];
  return [...new Set(names.map((name) => name.trim()).filter(Boolean))];
}
