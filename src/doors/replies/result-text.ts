import { isRecord } from '../../core/is-record.js';
import type { ToolResult } from '../../tools/tool.js';

/** Formats a tool result in few tokens: what changed, or what was read. */
export function formatToolResult({ success, error, data, metadata, pictures = [] }: ToolResult): string {
  const { outcomeText, notices = [], code = 'internal', effect } = metadata;
  if (!success) {
    const warning = effect === 'unknown' ? ['The action may have taken effect. Observe before you repeat it.'] : [];
    return [...notices, `${code}: ${error ?? 'The call failed.'}`, ...warning].join('\n');
  }
  // An acting tool's own fields repeat the outcome text. Tools with a `status` field have their own vocabulary, so both are shown.
  if (outcomeText !== undefined && (hasField(data, 'effect') || isTabList(data)))
    return [...notices, outcomeText].join('\n');
  const lines = [
    ...notices,
    pictures.length > 0 && isPictureFacts(data) ? '' : formatData(data),
    outcomeText !== undefined && hasField(data, 'status') ? outcomeText : '',
  ];
  return lines.filter(Boolean).join('\n');
}

function hasField(data: unknown, field: 'effect' | 'status'): boolean {
  return isRecord(data) && field in data;
}

/** Whether the data only describes the picture beside it. */
function isPictureFacts(data: unknown): boolean {
  return isRecord(data) && Object.keys(data).every((field) => pictureFacts.has(field));
}

const pictureFacts = new Set(['type', 'width', 'height']);

const textFields = ['text', 'markdown', 'html', 'map', 'answer'] as const;

/** Fields that describe a text. They are omitted next to it. */
const textFacts = new Set(['truncated', 'total', 'count', 'found', 'apps']);

/** Text as it is, other data as one line of JSON. Pictures are delivered separately. */
function formatData(data: unknown): string {
  if (typeof data === 'string') return data;
  if (!isRecord(data)) return JSON.stringify(data) ?? '';
  if (isTabList(data)) return data.tabs.map(formatTab).join('\n');
  const { picture: _, screenshot_base64: __, ...rest } = data;
  for (const field of textFields) {
    const text = rest[field];
    if (typeof text === 'string' && isOnlyText(rest, field)) return rest.truncated === true ? `${text}\n… cut` : text;
  }
  const { ui_map: map, ...facts } = rest;
  const json = Object.keys(facts).length === 0 ? '' : JSON.stringify(facts);
  return typeof map === 'string' ? `${json}\n${map}` : json;
}

interface ListedTab {
  id: string;
  title: string;
  url: string;
  active: boolean;
}

/** The result of `tabs`. After a change of the tabs, the outcome shows the page. */
function isTabList(data: unknown): data is { tabs: ListedTab[] } {
  return isRecord(data) && Object.keys(data).join() === 'tabs' && Array.isArray(data.tabs);
}

function formatTab({ id, title, url, active }: ListedTab): string {
  return `${id} ${JSON.stringify(title)} ${url}${active ? ' active' : ''}`;
}

function isOnlyText(data: Record<string, unknown>, textField: string): boolean {
  return Object.keys(data).every((field) => field === textField || textFacts.has(field));
}
