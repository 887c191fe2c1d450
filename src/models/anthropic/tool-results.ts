import { cutText } from '../../core/boundary.js';
import { isRecord } from '../../core/is-record.js';
import type { Picture } from '../../core/observation.js';
import type { Exchange } from '../adapter/conversation.js';
import type { CallResult } from '../model.js';
import { toToolsetError, toToolsetMap } from './browser-text.js';

export interface TextBlock {
  type: 'text';
  text: string;
}

export interface ImageBlock {
  type: 'image';
  source: { type: 'base64'; media_type: string; data: string };
}

export interface BrowserState {
  type: 'browser_state';
  tabs: { tab_id: string; title: string; url: string; active: boolean }[];
}

/** The answer to one tool use. */
export interface ToolResultBlock {
  type: 'tool_result';
  tool_use_id: string;
  toolset_name?: string;
  is_error?: true;
  content: (TextBlock | ImageBlock | BrowserState)[];
}

/** A tool use of the model. */
export interface ToolUse {
  id: string;
  name: string;
  toolset?: string;
  input: unknown;
}

/** The provider requires these exact texts for uses after a failure. */
const notExecuted: Readonly<Record<string, string>> = {
  computer: 'Not executed: an earlier computer action in this turn failed.',
  browser: 'Not executed: an earlier action in this turn failed.',
};

const maxTextCharacters = 50_000;

type ShowPicture = (picture: Picture) => TextBlock | ImageBlock;

/** One result for each tool use, in order. After a failed screen action no later one may be reported as executed. */
export function buildToolResults(
  uses: readonly ToolUse[],
  { results }: Exchange,
  show: ShowPicture,
): ToolResultBlock[] {
  let hasFailed = false;
  return uses.map((use) => {
    const parts = results.filter(({ call }) => call.id === use.id);
    const kind = screenToolOf(use);
    const skippedText = kind === undefined ? undefined : notExecuted[kind];
    if (skippedText !== undefined && hasFailed) return failedResult(use, skippedText);
    const failure = parts.find(({ result }) => !result.success);
    if (!failure && parts.length > 0) return { ...resultHead(use), content: resultContent(use, parts, show) };
    if (skippedText !== undefined) hasFailed = true;
    return failedResult(use, failure?.skipped ?? failure?.result.error ?? 'It was not executed.');
  });
}

/** The toolset, or the single tool of earlier versions, if the use acts on the screen. */
function screenToolOf({ toolset, name }: ToolUse): string | undefined {
  if (toolset !== undefined) return toolset;
  return name === 'computer' ? 'computer' : undefined;
}

function resultHead({ id, toolset }: ToolUse): Pick<ToolResultBlock, 'type' | 'tool_use_id' | 'toolset_name'> {
  return { type: 'tool_result', tool_use_id: id, ...(toolset === undefined ? {} : { toolset_name: toolset }) };
}

function failedResult(use: ToolUse, reason: string): ToolResultBlock {
  const text = reason.trim() || 'It failed.';
  const content = [textBlock(use.toolset === 'browser' ? toToolsetError(text) : text)];
  return { ...resultHead(use), is_error: true, content };
}

function resultContent(use: ToolUse, parts: readonly CallResult[], show: ShowPicture): ToolResultBlock['content'] {
  const isBrowser = use.toolset === 'browser';
  const text = parts.map(resultText).filter(Boolean).join('\n') || 'OK';
  // The page's own text stays as it is.
  const shown = isBrowser && use.name !== 'get_page_text' ? toToolsetMap(text) : text;
  const pictures = parts.flatMap(({ result }) => result.pictures ?? []).map(show);
  const tabs = isBrowser ? browserState(parts) : undefined;
  return [textBlock(cutText(shown, maxTextCharacters)), ...pictures, ...(tabs ? [tabs] : [])];
}

function resultText({ call, result }: CallResult): string {
  if ('answer' in call) return call.answer;
  if ('capture' in call) return '';
  const { outcomeText = '' } = result.metadata;
  const data = dataText(result.data);
  return 'action' in call ? [outcomeText, data].filter(Boolean).join('\n') : data || outcomeText;
}

/** A text as it is; anything else as JSON. */
function dataText(data: unknown): string {
  if (data === undefined || data === null) return '';
  if (typeof data === 'string') return data;
  if (isRecord(data) && typeof data.text === 'string') return data.text;
  return JSON.stringify(data) ?? '';
}

/** All tabs after a call that changes or lists tabs. */
function browserState(parts: readonly CallResult[]): BrowserState | undefined {
  const data = parts.at(-1)?.result.data;
  const tabs = isRecord(data) && Array.isArray(data.tabs) ? data.tabs.filter(isRecord) : [];
  if (tabs.filter(({ active }) => active === true).length !== 1) return undefined;
  return {
    type: 'browser_state',
    tabs: tabs.map(({ id, title, url, active }) => ({
      tab_id: String(id),
      title: String(title ?? ''),
      url: String(url ?? ''),
      active: active === true,
    })),
  };
}

export function textBlock(text: string): TextBlock {
  return { type: 'text', text: text.toWellFormed() };
}

/** Every request sends a picture again; it is encoded once. */
const encoded = new WeakMap<Buffer, string>();

export function imageBlock({ bytes, type }: Pick<Picture, 'bytes'> & { type: string }): ImageBlock {
  const data = encoded.get(bytes) ?? bytes.toString('base64');
  encoded.set(bytes, data);
  return { type: 'image', source: { type: 'base64', media_type: type, data } };
}
