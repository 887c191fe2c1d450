import type { CallToolResult } from '@modelcontextprotocol/server';
import { formatError, toFault } from '../../core/errors.js';
import { isRecord } from '../../core/is-record.js';
import type { ToolResult } from '../../tools/tool.js';
import { formatToolResult } from '../replies/result-text.js';
import { toImageContent } from './image-content.js';
import type { Page, Pages } from './pages.js';
import { omittedFields } from './tool-definition.js';

/** Converts a tool result: text, structured fields, pictures. */
export async function toCallResult(result: ToolResult, pages: Pages): Promise<CallToolResult> {
  const page = pages.firstPage(formatToolResult(result));
  const images = await Promise.all((result.pictures ?? []).map(toImageContent));
  return {
    content: [...textContent(page, images.length > 0), ...images],
    structuredContent: shorten(fieldsOf(result), page, pages),
    ...(result.success ? {} : { isError: true }),
  };
}

/** A result that does not come from a tool of the registry. */
export function textResult(text: string, fields: Record<string, unknown> = {}): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: fields };
}

export function pageResult(page: Page): CallToolResult {
  return { content: textContent(page, false), structuredContent: page.next ? { more: page.next } : {} };
}

export function errorResult(error: unknown): CallToolResult {
  const fault = toFault(error);
  const { code } = fault;
  const message = formatError(fault);
  return {
    content: [{ type: 'text', text: `${code}: ${message}` }],
    structuredContent: { code, error: message },
    isError: true,
  };
}

function textContent({ text, next }: Page, mayBeEmpty: boolean): CallToolResult['content'] {
  if (text === '' && mayBeEmpty) return [];
  return [{ type: 'text', text: next ? `${text}\n… continues: more(cursor="${next}")` : text }];
}

/** The fields of the result, with the outcome text if no field contains it. */
function fieldsOf({ success, data, error, metadata }: ToolResult): Record<string, unknown> {
  const { effect, outcomeText, code = 'internal', notices: all } = metadata;
  const notices = all && all.length > 0 ? { notices: all } : {};
  if (!success) return { code, error: error ?? 'The call failed.', ...(effect ? { effect } : {}), ...notices };
  const json: unknown = data === undefined ? {} : JSON.parse(JSON.stringify(data, withoutBytes));
  if (!isRecord(json)) return { value: json, ...notices };
  const fields = Object.fromEntries(Object.entries(json).filter(([name]) => !omittedFields.has(name)));
  const isNew = outcomeText !== undefined && 'effect' in fields && !Object.values(fields).includes(outcomeText);
  return { ...fields, ...(isNew ? { outcomeText } : {}), ...notices };
}

function withoutBytes(_: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'bytes' in value ? undefined : value;
}

const maxFieldCharacters = 20_000;

/** Leaves the longest fields out if the result is too long. `more` returns them, or the text that contains them. */
function shorten(fields: Record<string, unknown>, page: Page, pages: Pages): Record<string, unknown> {
  const lengths = Object.entries(fields)
    .map(([name, value]) => ({ name, length: JSON.stringify(value)?.length ?? 0 }))
    .sort((one, other) => other.length - one.length);
  let total = lengths.reduce((sum, { length }) => sum + length, 0);
  if (total <= maxFieldCharacters) return page.next ? { ...fields, more: page.next } : fields;
  const rest = { ...fields };
  const omitted: Record<string, unknown> = {};
  for (const { name, length } of lengths) {
    if (total <= maxFieldCharacters) break;
    omitted[name] = fields[name];
    delete rest[name];
    total -= length;
  }
  return { ...rest, omitted: Object.keys(omitted), more: page.here ?? pages.store(JSON.stringify(omitted)) };
}
