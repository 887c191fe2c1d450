import { HandrailError } from '../../core/errors.js';
import { isRecord } from '../../core/is-record.js';
import { parseJson } from '../adapter/json.js';
import type { ModelSettings } from '../adapter/provider-adapter.js';
import { chatClient } from '../chat-completions/client.js';
import { checkKeyReceiver, keepAddress } from '../provider.js';

/** The connection to a Fara model. */
export interface FaraTransport {
  send(messages: readonly unknown[], signal: AbortSignal): Promise<unknown>;
}

const sampling = { max_tokens: 1024, temperature: 0 } as const;

/** Connects to the server of a model. Throws `invalid_option` with the fix for an invalid URL, or for Azure without a key. */
export function faraTransport(model: string, settings: ModelSettings): FaraTransport {
  const url = faraEndpoint(settings);
  const variable = process.env.FARA_AZURE_API_KEY || undefined;
  if (settings.apiKey === undefined && variable !== undefined)
    checkKeyReceiver({ title: 'Fara', baseUrlVariable: 'FARA_AZURE_ENDPOINT' }, { baseUrl: url }, 'FARA_AZURE_API_KEY');
  const apiKey = (settings.apiKey ?? variable)?.trim();
  const isScore = isScoringEndpoint(url);
  const isAzure = /\.azure\.com$/i.test(new URL(url).hostname);
  if (!apiKey && (isScore || isAzure))
    throw new HandrailError(
      'invalid_option',
      'FARA Azure ML API key not found.',
      'Set FARA_AZURE_API_KEY in .env or pass azure_ml_api_key parameter.',
    );
  const key = apiKey || 'none';
  if (isScore) return { send: (messages, signal) => score(url, key, { messages, ...sampling }, signal) };
  const client = chatClient({ apiKey: key, baseUrl: url.replace(/\/chat\/completions$/, '') });
  const servedName = isAzure ? model.replace(/^microsoft\//, '') : model;
  return { send: (messages, signal) => client.complete({ model: servedName, messages, ...sampling }, signal) };
}

/** Whether a URL is an Azure ML scoring endpoint, which takes messages without a model name. */
export function isScoringEndpoint(url: string): boolean {
  return URL.canParse(url) && /\/score\/?$/i.test(new URL(url).pathname);
}

/** Where vLLM serves Fara according to its guide. */
export const localServerUrl = 'http://localhost:5000/v1';

/** The URL of the model. Throws `invalid_option` if it is not a URL. */
export function faraEndpoint({ baseUrl }: ModelSettings): string {
  const url = baseUrl ?? (process.env.FARA_BASE_URL || process.env.FARA_AZURE_ENDPOINT || localServerUrl);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new HandrailError(
      'invalid_option',
      `"${url}" is not the URL of a server.`,
      `Use a URL such as https://<name>.<region>.inference.ml.azure.com/score or ${localServerUrl}.`,
    );
  return url.replace(/\/+$/, '');
}

/** An error response, with the status and headers that decide about a retry. */
class ScoreError extends Error {
  override readonly name = 'ScoreError';
  constructor(
    readonly status: number,
    readonly headers: Headers,
    message: string,
  ) {
    super(`Azure ML request failed with status ${status}: ${message}`);
  }
}

async function score(url: string, key: string, body: Record<string, unknown>, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
    ...keepAddress,
    signal,
  }).catch((cause: unknown) => {
    throw new Error(`Azure ML connection failed: ${reasonOf(cause)}`, { cause });
  });
  const text = await response.text();
  if (!response.ok) throw new ScoreError(response.status, response.headers, errorMessage(text, key));
  // Some endpoints return plain text and declare it as JSON.
  if (!/^\s*(?:[{["]|null\s*$)/.test(text)) return text;
  return JSON.parse(text) as unknown; // throws if the response was cut off: the request is sent again
}

/** The server's error message, without the key. */
function errorMessage(text: string, key: string): string {
  const body = parseJson(text);
  const error = isRecord(body) ? (body.error ?? body.message ?? body.detail) : undefined;
  const inner = isRecord(error) ? error.message : error;
  const message = typeof inner === 'string' ? inner : text;
  return (message || 'no message').slice(0, 500).replaceAll(key, '(key)');
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}
