import { isRecord } from '../../core/is-record.js';
import { fieldOf, parseJson } from '../adapter/json.js';
import type { Price } from '../adapter/prices.js';
import { reportedCounts } from '../adapter/usage.js';
import type { Usage } from '../model.js';
import { keepAddress, loadPackage } from '../provider.js';

/** Sends requests to any server with OpenAI's chat completions API. */
export interface ChatClient {
  /** Sends one request body and returns the response body. Throws what the package throws. */
  complete(body: Record<string, unknown>, signal: AbortSignal): Promise<unknown>;
}

/** `baseUrl` is the URL before `/chat/completions`. Default: OpenAI's own. */
export function chatClient({ apiKey, baseUrl }: { apiKey: string; baseUrl: string | undefined }): ChatClient {
  return {
    async complete(body, signal) {
      const { default: OpenAI } = await loadPackage('openai', () => import('openai'));
      const client = new OpenAI({
        apiKey,
        maxRetries: 0,
        fetch: fetchWithErrorMessage,
        fetchOptions: keepAddress,
        baseURL: baseUrl,
      });
      return readBody(await client.post('/chat/completions', { body, signal }).asResponse());
    },
  };
}

const maxShownLength = 200;

/** The JSON of a response. Its content type does not matter: some servers send none, or `text/plain`. */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  const body = parseJson(text);
  if (body !== undefined) return body;
  const type = response.headers.get('content-type') ?? 'no content type';
  const shown = text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text;
  const received = text.trim() === '' ? `an empty body (${type})` : `${type}: ${JSON.stringify(shown)}`;
  throw Object.assign(new Error(`The response of ${response.url} is not JSON. Received ${received}.`), {
    status: response.status,
  });
}

/** Moves the message of an error to where the package reads it: not every server puts it there. */
async function fetchWithErrorMessage(url: string | URL | Request, options?: RequestInit): Promise<Response> {
  const response = await fetch(url, options);
  if (response.ok) return response;
  const text = await response.text();
  const body = parseJson(text);
  if (!isRecord(body) || isRecord(body.error)) return new Response(text, response);
  const message = [body.error, body.message, body.detail].find((field) => typeof field === 'string') ?? text;
  return new Response(JSON.stringify({ error: { ...body, message } }), response);
}

/** A price of zero for a server on this machine; undefined for any other. */
export function localPrice(baseUrl: string | undefined): Price | undefined {
  const host = baseUrl === undefined ? '' : new URL(baseUrl).hostname;
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host) ? { input: 0, output: 0 } : undefined;
}

/** The content of a chat completion. */
export interface ChatReply {
  text: string;
  /** The reasoning, if the server returns it separately. */
  reasoning?: string;
  /** Why the model or the server refuses. */
  refusal?: string;
  /** The calls that the server's own parser found. */
  calls: { name: string; input: unknown }[];
  /** The reply was cut off at the token limit. */
  isCut: boolean;
}

/** Reads any response; undefined if it has no content. Never throws. */
export function readChatReply(response: unknown): ChatReply | undefined {
  const choices = fieldOf(response, 'choices');
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = fieldOf(choice, 'message');
  const text = contentText(fieldOf(message, 'content'));
  const reasoning = contentText(fieldOf(message, 'reasoning_content') ?? fieldOf(message, 'reasoning'));
  const finishReason = fieldOf(choice, 'finish_reason');
  const filtered = finishReason === 'content_filter' ? text || 'The server stopped the reply (content_filter).' : '';
  const refusal = contentText(fieldOf(message, 'refusal')) || filtered;
  const calls = readCalls(fieldOf(message, 'tool_calls'));
  if (!text && !refusal && calls.length === 0 && !reasoning) return undefined;
  return {
    text,
    reasoning: reasoning || undefined,
    refusal: refusal || undefined,
    calls,
    isCut: finishReason === 'length',
  };
}

/** The server's own token counts. */
export function readChatUsage(response: unknown): Usage | undefined {
  const usage = fieldOf(response, 'usage');
  const inputTokens = countOf(usage, 'prompt_tokens');
  const outputTokens = countOf(usage, 'completion_tokens');
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  const inputDetails = fieldOf(usage, 'prompt_tokens_details');
  return reportedCounts({
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    cachedTokens: countOf(inputDetails, 'cached_tokens'),
    imageTokens: countOf(inputDetails, 'image_tokens'),
    reasoningTokens: countOf(fieldOf(usage, 'completion_tokens_details'), 'reasoning_tokens'),
  });
}

/** More than any model requests in one reply. */
const maxCalls = 50;

function readCalls(calls: unknown): ChatReply['calls'] {
  if (!Array.isArray(calls)) return [];
  return calls.slice(0, maxCalls).flatMap((call: unknown) => {
    const called = fieldOf(call, 'function');
    const name = fieldOf(called, 'name');
    return typeof name === 'string' ? [{ name, input: fieldOf(called, 'arguments') }] : [];
  });
}

/** The text of a message's content: a string, or the text parts of a list. */
export function contentText(content: unknown): string {
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

/** A text without the reasoning at its start. */
export function withoutThinking(text: string): string {
  return text.replace(/^\s*<think>[\s\S]*?<\/think>/, '');
}
