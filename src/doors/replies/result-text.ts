import { isRecord } from '../../core/record.js';
import type { ToolResult } from '../../tools/tool.js';

/** A result as a reader gets it who pays by the token: what was seen to change, or what was read. */
export function replyText(result: ToolResult): string {
  const { success, error, data, metadata } = result;
  const { seen, news = [], code = 'internal', effect } = metadata;
  if (!success) {
    const doubt = effect === 'unknown' ? ['It may have happened all the same: look before you repeat it.'] : [];
    return [...news, `${code}: ${error ?? 'It failed.'}`, ...doubt].join('\n');
  }
  if (seen !== undefined && has(data, 'effect')) return [...news, seen].join('\n');
  const lines = [...news, dataText(data), seen !== undefined && has(data, 'status') ? seen : ''];
  return lines.filter(Boolean).join('\n');
}

/** What acting tools give back besides what was seen is in what was seen; other vocabularies have their own words for it. */
function has(data: unknown, field: 'effect' | 'status'): boolean {
  return isRecord(data) && field in data;
}

const texts = ['text', 'markdown', 'html', 'map', 'answer'] as const;

const besideText = new Set(['truncated', 'total', 'count', 'found', 'apps']);

/** Text as it is; anything else as JSON in one line. Pictures are given apart. */
function dataText(data: unknown): string {
  if (typeof data === 'string') return data;
  if (!isRecord(data)) return JSON.stringify(data) ?? '';
  const { picture: _, screenshot_base64: __, ...rest } = data;
  for (const field of texts) {
    const text = rest[field];
    if (typeof text === 'string' && isAllThereIs(rest, field)) return rest.truncated === true ? `${text}\n… cut` : text;
  }
  const { ui_map: map, ...facts } = rest;
  const json = Object.keys(facts).length === 0 ? '' : JSON.stringify(facts);
  return typeof map === 'string' ? `${json}\n${map}` : json;
}

/** A text with only its own facts beside it is given as it is. */
function isAllThereIs(data: Record<string, unknown>, text: string): boolean {
  return Object.keys(data).every((field) => field === text || besideText.has(field));
}
