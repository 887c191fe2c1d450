import { setTimeout as sleep } from 'node:timers/promises';
import { cancelled, orAborted } from '../../core/deadline.js';
import { HandrailError } from '../../core/errors.js';

export interface RetryOptions {
  /** How long one answer may take. */
  timeoutMs: number;
  /** How often it is asked at most. */
  tries: number;
  /** How long to wait before asking a second time; longer each time after that. Default 500. */
  firstWaitMs?: number;
}

const longestWaitMs = 30_000;

/** Asks until there is an answer, where asking again can help. Throws `model_failed` with what the provider said. */
export async function withRetries<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  { timeoutMs, tries, firstWaitMs = 500 }: RetryOptions,
  name: string,
  signal: AbortSignal,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    const clock = AbortSignal.timeout(timeoutMs);
    const both = AbortSignal.any([signal, clock]);
    try {
      // A package that does not listen to the signal is left behind.
      return await orAborted(ask(both), both, ({ reason }) => reason);
    } catch (error) {
      if (signal.aborted) throw cancelled(signal);
      if (error instanceof HandrailError) throw error;
      const late = clock.aborted ? `It gave no answer within ${timeoutMs} ms.` : undefined;
      const mayHelp = late !== undefined || isPassing(error);
      const most = isNobodyThere(error) ? Math.min(tries, maxConnectAttempts) : tries;
      const isTooLong = (retryAfterMs(error) ?? 0) > longestWaitMs;
      if (!mayHelp || tried >= most || isTooLong) throw failure(name, error, late, tried);
      await pause(waitMs(error, firstWaitMs * 2 ** (tried - 1)), signal);
    }
  }
}

/** A server that is just starting may be there a moment later; an address where there is none never will. */
const maxConnectAttempts = 3;

function isNobodyThere(error: unknown): boolean {
  return /ECONNREFUSED|ENOTFOUND|EAI_AGAIN/.test(`${messageOf(error)} ${codeOf(error)}`);
}

/** The code of what is at the bottom of an error: packages wrap it several times. */
function codeOf(error: unknown): string {
  const inner = error instanceof Error ? error.cause : undefined;
  const code = fieldOf(error, 'code');
  return typeof code === 'string' ? code : inner === undefined ? '' : codeOf(inner);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    throw cancelled(signal);
  }
}

/** Whether it may be otherwise the next time: busy, broken, cut off. What the provider refuses, it refuses again. */
function isPassing(error: unknown): boolean {
  const status = statusOf(error);
  if (status === undefined) return true; // the line, not the provider
  return status === 408 || status === 425 || status === 429 || status >= 500 || status < 400;
}

/** As the provider asks, or longer each time, never quite the same, so that many do not come back at once. */
function waitMs(error: unknown, usualMs: number): number {
  const asked = retryAfterMs(error);
  const own = Math.min(longestWaitMs, usualMs);
  return Math.min(longestWaitMs, asked ?? own) + Math.random() * own * 0.5;
}

function retryAfterMs(error: unknown): number | undefined {
  const headers = fieldOf(error, 'headers');
  const read = (name: string): string | undefined => {
    if (headers instanceof Headers) return headers.get(name) ?? undefined;
    const value = fieldOf(headers, name);
    return typeof value === 'string' ? value : undefined;
  };
  const precise = Number(read('retry-after-ms') ?? Number.NaN);
  if (precise >= 0) return precise;
  const said = read('retry-after') ?? /"retryDelay"\s*:\s*"([\d.]+)s"/.exec(messageOf(error))?.[1];
  if (said === undefined) return undefined;
  const seconds = Number(said);
  if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1_000;
  const at = Date.parse(said);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/** The conversation or a picture in it was more than the provider takes. */
export function isContextOverflow(error: unknown): boolean {
  if (!(error instanceof HandrailError) || error.code !== 'model_failed') return false;
  const status = statusOf(error.cause);
  if (status === 413) return true;
  return (
    status === 400 &&
    /context[ _-]?(length|window)|too (long|large|many (tokens|images))|maximum.{0,30}(tokens|length|size)|exceed\w*.{0,40}(tokens?|limit|size|dimensions|pixels)|image.{0,60}(exceed|large|size|dimension|reject|invalid|process|could not)|prompt is too long|request_too_large|image_too_large|image_parse_error/i.test(
      messageOf(error.cause),
    )
  );
}

function failure(name: string, error: unknown, late: string | undefined, tried: number): HandrailError {
  const status = statusOf(error);
  const said = late ?? readable(messageOf(error));
  const asked = retryAfterMs(error) ?? 0;
  const wait = asked > longestWaitMs ? ` It asks to wait for ${Math.ceil(asked / 1_000)} s.` : '';
  const times = tried > 1 ? ` (asked ${tried} times)` : '';
  return new HandrailError(
    'model_failed',
    `${name} gave no answer${status === undefined ? '' : ` (HTTP ${status})`}${times}: ${said}${wait}`,
    fixFor(status),
    { cause: error },
  );
}

function fixFor(status: number | undefined): string {
  if (status === 401 || status === 403) return 'Check the key and what it may be used for.';
  if (status === 404) return 'Check the name of the model and the base URL: `handrail models` lists what is usable.';
  if (status === 400 || status === 422) return 'The provider refused the request as it is.';
  if (status === 429) return 'Wait, or raise the limit of the account.';
  if (status !== undefined) return 'Try again later.';
  return 'Check the base URL and the connection.';
}

/** Providers wrap their sentence in JSON; packages put a number before it. */
function readable(message: string): string {
  const inner = /"message"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(message)?.[1];
  return (inner ? inner.replace(/\\n/g, ' ').replace(/\\(.)/g, '$1') : message).slice(0, 500);
}

function statusOf(error: unknown): number | undefined {
  const status = fieldOf(error, 'status') ?? fieldOf(error, 'statusCode');
  return typeof status === 'number' ? status : undefined;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error.cause instanceof Error ? ` ${error.cause.message}` : '';
  return `${error.message}${inner}`;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
