import { HandrailError } from '../../core/errors.js';
import { isRecord } from '../../core/record.js';
import { parse } from '../adapter/json.js';
import type { ModelSettings } from '../adapter/provider-adapter.js';
import { chatClient } from '../chat-completions/client.js';

/** How a Fara model is reached. */
export interface FaraWire {
  /** An Azure ML scoring endpoint, which is sent only messages; else a chat server. */
  readonly isScore: boolean;
  ask(messages: readonly unknown[], signal: AbortSignal): Promise<unknown>;
}

const sampling = { max_tokens: 1024, temperature: 0 } as const;

/** The server a model is asked at. Throws `invalid_option` with the fix for an address that is none, or one in Azure without a key. */
export function faraWire(model: string, settings: ModelSettings): FaraWire {
  const url = faraEndpoint(settings);
  const apiKey = settings.apiKey ?? (process.env.FARA_AZURE_API_KEY || undefined);
  const isScore = isScoreEndpoint(url);
  const isAzure = /\.azure\.com$/i.test(new URL(url).hostname);
  if (!apiKey?.trim() && (isScore || isAzure))
    throw new HandrailError(
      'invalid_option',
      'FARA Azure ML API key not found.',
      'Set FARA_AZURE_API_KEY in .env or pass azure_ml_api_key parameter.',
    );
  const key = apiKey?.trim() || 'none';
  if (isScore) {
    return { isScore, ask: (messages, signal) => score(url, key, { messages, ...sampling }, signal) };
  }
  const client = chatClient({ apiKey: key, baseUrl: url.replace(/\/chat\/completions$/, '') });
  const known = isAzure ? model.replace(/^microsoft\//, '') : model;
  return { isScore, ask: (messages, signal) => client.complete({ model: known, messages, ...sampling }, signal) };
}

/** An address that takes messages and no name of a model. */
export function isScoreEndpoint(url: string): boolean {
  return URL.canParse(url) && /\/score\/?$/.test(new URL(url).pathname);
}

/** Where vLLM serves Fara as its guide says. */
export const localServer = 'http://localhost:5000/v1';

/** Where the model is. Throws `invalid_option` for an address that is none. */
export function faraEndpoint({ baseUrl }: ModelSettings): string {
  const url = baseUrl ?? (process.env.FARA_BASE_URL || process.env.FARA_AZURE_ENDPOINT || localServer);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new HandrailError(
      'invalid_option',
      `"${url}" is not the address of a server.`,
      `Give one such as https://<name>.<region>.inference.ml.azure.com/score or ${localServer}.`,
    );
  return url.replace(/\/+$/, '');
}

/** An answer that is an error, with what is needed to know whether asking again can help. */
class ScoreError extends Error {
  override readonly name = 'ScoreError';
  constructor(
    readonly status: number,
    readonly headers: Headers,
    said: string,
  ) {
    super(`Azure ML request failed with status ${status}: ${said}`);
  }
}

async function score(url: string, key: string, body: Record<string, unknown>, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
    signal,
  }).catch((cause: unknown) => {
    throw new Error(`Azure ML connection failed: ${reasonOf(cause)}`, { cause });
  });
  const text = await response.text();
  if (!response.ok) throw new ScoreError(response.status, response.headers, sentenceIn(text, key));
  // Some endpoints give the model's words as they are, and call it JSON.
  if (!/^\s*(?:[{["]|null\s*$)/.test(text)) return text;
  return JSON.parse(text) as unknown; // throws where the answer was cut off on its way: it is asked for again
}

/** What the server said, without the key, should it be in there. */
function sentenceIn(text: string, key: string): string {
  const body = parse(text);
  const error = isRecord(body) ? (body.error ?? body.message ?? body.detail) : undefined;
  const inner = isRecord(error) ? error.message : error;
  const said = typeof inner === 'string' ? inner : text;
  return (said || 'It said nothing.').slice(0, 500).replaceAll(key, '(key)');
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}
