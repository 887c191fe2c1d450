import type { Picture } from '../../core/observation.js';
import { isRecord } from '../../core/record.js';
import type { Exchange } from '../adapter/conversation.js';
import type { CallResult } from '../model.js';
import { faultInBrowserWords, mapInBrowserWords } from './browser-text.js';

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

/** What answers one thing that the model asked for. */
export interface ToolResultBlock {
  type: 'tool_result';
  tool_use_id: string;
  toolset_name?: string;
  is_error?: true;
  content: (TextBlock | ImageBlock | BrowserState)[];
}

/** What the model asked for, as it stands in its own words. */
export interface ToolUse {
  id: string;
  name: string;
  toolset?: string;
  input: unknown;
}

/** To be said of what came after a failure, to the letter. */
export const notExecuted: Readonly<Record<string, string>> = {
  computer: 'Not executed: an earlier computer action in this turn failed.',
  browser: 'Not executed: an earlier action in this turn failed.',
};

const mostCharacters = 50_000;

/** One answer for each thing asked for, in its order. After the first that failed or was left out, none is said to have been done. */
export function toolResults(
  uses: readonly ToolUse[],
  { results }: Exchange,
  show: (picture: Picture) => TextBlock | ImageBlock,
): ToolResultBlock[] {
  let hasFailed = false;
  return uses.map((use) => {
    const parts = results.filter(({ call }) => call.id === use.id);
    const kind = kindOf(use);
    const sentence = kind === undefined ? undefined : notExecuted[kind];
    if (sentence !== undefined && hasFailed) return failed(use, sentence);
    const bad = parts.find(({ result }) => !result.success);
    if (!bad && parts.length > 0) return { ...begun(use), content: contentOf(use, parts, show) };
    if (sentence !== undefined) hasFailed = true;
    return failed(use, bad?.skipped ?? bad?.result.error ?? 'It was not carried out.');
  });
}

/** Whether it acts on the screen: by a toolset, or by the one tool that the earlier versions have. */
function kindOf({ toolset, name }: ToolUse): string | undefined {
  if (toolset !== undefined) return toolset;
  return name === 'computer' ? 'computer' : undefined;
}

function begun({ id, toolset }: ToolUse): Pick<ToolResultBlock, 'type' | 'tool_use_id' | 'toolset_name'> {
  return { type: 'tool_result', tool_use_id: id, ...(toolset === undefined ? {} : { toolset_name: toolset }) };
}

function failed(use: ToolUse, why: string): ToolResultBlock {
  const words = why.trim() || 'It failed.';
  return {
    ...begun(use),
    is_error: true,
    content: [text(use.toolset === 'browser' ? faultInBrowserWords(words) : words)],
  };
}

function contentOf(
  use: ToolUse,
  parts: readonly CallResult[],
  show: (picture: Picture) => TextBlock | ImageBlock,
): ToolResultBlock['content'] {
  const isBrowser = use.toolset === 'browser';
  const words = parts.map(wordsOf).filter(Boolean).join('\n') || 'OK';
  // What a page says about itself stays as it is.
  const said = (isBrowser && use.name !== 'get_page_text' ? mapInBrowserWords(words) : words).slice(0, mostCharacters);
  const shown = parts.flatMap(({ result }) => result.pictures ?? []).map(show);
  const tabs = isBrowser ? stateIn(parts) : undefined;
  return [text(said), ...shown, ...(tabs ? [tabs] : [])];
}

function wordsOf({ call, result }: CallResult): string {
  if ('answer' in call) return call.answer;
  if ('look' in call) return '';
  if ('action' in call) return [result.metadata.seen, asText(result.data)].filter(Boolean).join('\n');
  return asText(result.data) || (result.metadata.seen ?? '');
}

/** Texts as they are, anything else as JSON. */
function asText(data: unknown): string {
  if (data === undefined || data === null) return '';
  if (typeof data === 'string') return data;
  if (isRecord(data) && typeof data.text === 'string') return data.text;
  return JSON.stringify(data) ?? '';
}

/** All tabs after a call that dealt with tabs. */
function stateIn(parts: readonly CallResult[]): BrowserState | undefined {
  const data = parts.at(-1)?.result.data;
  const given = isRecord(data) && Array.isArray(data.tabs) ? data.tabs.filter(isRecord) : [];
  if (given.filter(({ active }) => active === true).length !== 1) return undefined;
  const tabs = given.map(({ id, title, url, active }) => ({
    tab_id: String(id),
    title: String(title ?? ''),
    url: String(url ?? ''),
    active: active === true,
  }));
  return { type: 'browser_state', tabs };
}

export function text(words: string): TextBlock {
  return { type: 'text', text: words.toWellFormed() };
}

/** The same picture is sent many times; it is written down once. */
const written = new WeakMap<Buffer, string>();

export function image({ bytes, type }: Pick<Picture, 'bytes'> & { type: string }): ImageBlock {
  const data = written.get(bytes) ?? bytes.toString('base64');
  written.set(bytes, data);
  return { type: 'image', source: { type: 'base64', media_type: type, data } };
}
