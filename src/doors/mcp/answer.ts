import type { CallToolResult } from '@modelcontextprotocol/server';
import { formatError, toFault } from '../../core/errors.js';
import type { ToolResult } from '../../tools/tool.js';
import { replyText } from '../replies/result-text.js';
import { untold } from './advertise.js';
import { imageContent } from './fit-image.js';
import type { Page, Pages } from './pages.js';

/** What a call came to, as the client gets it: text, fields, pictures. */
export async function answerOf(result: ToolResult, pages: Pages): Promise<CallToolResult> {
  const page = pages.first(replyText(result));
  const images = await Promise.all((result.pictures ?? []).map(imageContent));
  return {
    content: [...textContent(page, images.length > 0), ...images],
    structuredContent: shorten(fieldsOf(result), page, pages),
    ...(result.success ? {} : { isError: true }),
  };
}

/** Text that is not the result of a tool of the registry. */
export function plainAnswer(text: string, fields: Record<string, unknown> = {}): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: fields };
}

export function pageAnswer(page: Page): CallToolResult {
  return { content: textContent(page, false), structuredContent: page.next ? { more: page.next } : {} };
}

export function faultAnswer(error: unknown): CallToolResult {
  const fault = toFault(error);
  const { code } = fault;
  const said = formatError(fault);
  return {
    content: [{ type: 'text', text: `${code}: ${said}` }],
    structuredContent: { code, error: said },
    isError: true,
  };
}

function textContent({ text, next }: Page, mayBeEmpty: boolean): CallToolResult['content'] {
  if (text === '' && mayBeEmpty) return [];
  return [{ type: 'text', text: next ? `${text}\n… goes on: more(cursor="${next}")` : text }];
}

/** Everything that the tool gave back, and what was seen. */
function fieldsOf({ success, data, error, metadata }: ToolResult): Record<string, unknown> {
  const { effect, seen, code = 'internal', news } = metadata;
  const meanwhile = Array.isArray(news) && news.length > 0 ? { news } : {};
  if (!success) return { code, error: error ?? 'It failed.', ...(effect ? { effect } : {}), ...meanwhile };
  const given: unknown = data === undefined ? {} : JSON.parse(JSON.stringify(data, withoutBytes));
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return { value: given, ...meanwhile };
  const fields = Object.fromEntries(Object.entries(given).filter(([name]) => !untold.has(name)));
  const isNew = seen !== undefined && 'effect' in fields && !Object.values(fields).includes(seen);
  return { ...fields, ...(isNew ? { seen } : {}), ...meanwhile };
}

function withoutBytes(_: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'bytes' in value ? undefined : value;
}

const mostCharacters = 20_000;

/** Fields that would make the answer too long are left out, the longest first. `more` gives them, or the text that they are in. */
function shorten(fields: Record<string, unknown>, page: Page, pages: Pages): Record<string, unknown> {
  const lengths = Object.entries(fields)
    .map(([name, value]) => ({ name, length: JSON.stringify(value)?.length ?? 0 }))
    .sort((one, other) => other.length - one.length);
  let total = lengths.reduce((sum, { length }) => sum + length, 0);
  if (total <= mostCharacters) return page.next ? { ...fields, more: page.next } : fields;
  const kept = { ...fields };
  const gone: Record<string, unknown> = {};
  for (const { name, length } of lengths) {
    if (total <= mostCharacters) break;
    gone[name] = fields[name];
    delete kept[name];
    total -= length;
  }
  return { ...kept, left_out: Object.keys(gone), more: page.here ?? pages.keep(JSON.stringify(gone)) };
}
