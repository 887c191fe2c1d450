import { isRecord } from '../../core/record.js';
import { parse } from '../adapter/json.js';
import type { Price } from '../adapter/prices.js';
import type { Usage } from '../model.js';
import { loadPackage } from '../provider.js';

/** Asks a server that speaks OpenAI's chat completions, whoever runs it. */
export interface ChatClient {
  /** One question, one answer, as they are on the wire. Throws what the package throws. */
  complete(body: Record<string, unknown>, signal: AbortSignal): Promise<unknown>;
}

/** `baseUrl` is what `/chat/completions` is added to; without one, OpenAI's own. */
export function chatClient({ apiKey, baseUrl }: { apiKey: string; baseUrl: string | undefined }): ChatClient {
  return {
    async complete(body, signal) {
      const { default: OpenAI } = await loadPackage('openai', () => import('openai'));
      const where = baseUrl === undefined ? {} : { baseURL: baseUrl };
      const client = new OpenAI({ apiKey, maxRetries: 0, fetch: fetchTelling, ...where });
      return client.post<unknown>('/chat/completions', { body, signal });
    },
  };
}

/** Not every server puts its sentence where the package looks for it: the reason of an error would be lost. */
async function fetchTelling(url: string | URL | Request, options?: RequestInit): Promise<Response> {
  const response = await fetch(url, options);
  if (response.ok) return response;
  const text = await response.text();
  const body = parse(text);
  if (!isRecord(body) || isRecord(body.error)) return new Response(text, response);
  const said = [body.error, body.message, body.detail].find((one) => typeof one === 'string') ?? text;
  return new Response(JSON.stringify({ error: { ...body, message: said } }), response);
}

/** What a server asks for its models, where that is known: what runs on this machine costs nothing. */
export function priceAt(baseUrl: string | undefined): Price | undefined {
  const host = baseUrl === undefined ? '' : new URL(baseUrl).hostname;
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host) ? { input: 0, output: 0 } : undefined;
}

/** What a model said, as far as it can be read. */
export interface ChatAnswer {
  text: string;
  /** What it thought before, where the server tells that apart. */
  reasoning?: string;
  /** The model or the server will not do it, in its own words. */
  refusal?: string;
  /** What the server's own parser took for calls. */
  calls: { name: string; input: unknown }[];
  /** It was cut off at the most tokens it may say. */
  cut: boolean;
}

/** Reads any answer at all; nothing for one that says nothing. Never throws. */
export function readChatAnswer(answer: unknown): ChatAnswer | undefined {
  const choices = fieldOf(answer, 'choices');
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = fieldOf(choice, 'message');
  const text = textOf(fieldOf(message, 'content'));
  const reasoning = textOf(fieldOf(message, 'reasoning_content') ?? fieldOf(message, 'reasoning'));
  const finish = fieldOf(choice, 'finish_reason');
  const said = textOf(fieldOf(message, 'refusal'));
  const filtered = finish === 'content_filter' ? text || 'The server stopped the answer (content_filter).' : '';
  const refusal = said || filtered;
  const calls = callsOf(fieldOf(message, 'tool_calls'));
  if (!text && !refusal && calls.length === 0 && !reasoning) return undefined;
  return {
    text,
    ...(reasoning ? { reasoning } : {}),
    ...(refusal ? { refusal } : {}),
    calls,
    cut: finish === 'length',
  };
}

/** The server's own count of tokens, where it gives one. */
export function chatUsage(answer: unknown): Usage | undefined {
  const usage = fieldOf(answer, 'usage');
  const inputTokens = countOf(usage, 'prompt_tokens');
  const outputTokens = countOf(usage, 'completion_tokens');
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  const input = fieldOf(usage, 'prompt_tokens_details');
  const cachedTokens = countOf(input, 'cached_tokens');
  const imageTokens = countOf(input, 'image_tokens');
  const reasoningTokens = countOf(fieldOf(usage, 'completion_tokens_details'), 'reasoning_tokens');
  return {
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    ...(cachedTokens === undefined ? {} : { cachedTokens }),
    ...(imageTokens === undefined ? {} : { imageTokens }),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
  };
}

function callsOf(calls: unknown): ChatAnswer['calls'] {
  if (!Array.isArray(calls)) return [];
  return calls.slice(0, mostCalls).flatMap((call: unknown) => {
    const asked = fieldOf(call, 'function');
    const name = fieldOf(asked, 'name');
    return typeof name === 'string' ? [{ name, input: fieldOf(asked, 'arguments') }] : [];
  });
}

/** No model means more than this in one answer. */
const mostCalls = 50;

/** Text as it is, or the text parts of a list. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => fieldOf(part, 'text'))
    .filter((text) => typeof text === 'string')
    .join('');
}

function countOf(value: unknown, name: string): number | undefined {
  const count = fieldOf(value, name);
  return typeof count === 'number' && Number.isFinite(count) && count >= 0 ? count : undefined;
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
