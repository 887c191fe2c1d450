import { setTimeout as sleep } from 'node:timers/promises';
import { timeoutSignal, toCancelledError, withAbort } from '../../core/deadline.js';
import { HandrailError, joinSentences } from '../../core/errors.js';

export interface RetryOptions {
  /** The time limit for one attempt. */
  timeoutMs: number;
  maxAttempts: number;
  /** The delay before the second attempt. It doubles with each further attempt. Default 500. */
  initialDelayMs?: number;
}

const maxDelayMs = 30_000;
/** A starting server may answer a moment later; more attempts to connect do not help. */
const maxConnectAttempts = 3;

/** Calls `send` until it succeeds, as long as another attempt can help. Throws `model_failed` with the provider's message. */
export async function withRetries<T>(
  send: (signal: AbortSignal) => Promise<T>,
  { timeoutMs, maxAttempts, initialDelayMs = 500 }: RetryOptions,
  name: string,
  signal: AbortSignal,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const timeout = timeoutSignal(timeoutMs, signal);
    try {
      // Some packages ignore the signal: their promise is abandoned.
      return await withAbort(send(timeout.signal), timeout.signal, ({ reason }) => reason);
    } catch (error) {
      if (signal.aborted) throw toCancelledError(signal);
      if (error instanceof HandrailError) throw error;
      const timedOut = timeout.isOver() ? `No response within ${timeoutMs} ms.` : undefined;
      const canHelp = timedOut !== undefined || isTransient(error);
      const limit = isUnreachable(error) ? Math.min(maxAttempts, maxConnectAttempts) : maxAttempts;
      const isDelayTooLong = (retryAfterMs(error) ?? 0) > maxDelayMs;
      if (!canHelp || attempt >= limit || isDelayTooLong) throw toModelError(name, error, timedOut, attempt);
      await delay(delayMs(error, initialDelayMs * 2 ** (attempt - 1)), signal);
    } finally {
      timeout.stop();
    }
  }
}

function isUnreachable(error: unknown): boolean {
  return /ECONNREFUSED|ENOTFOUND|EAI_AGAIN/.test(`${messageOf(error)} ${codeOf(error)}`);
}

/** The code of the innermost error: packages wrap it several times. */
function codeOf(error: unknown): string {
  const code = property(error, 'code');
  if (typeof code === 'string') return code;
  return error instanceof Error && error.cause !== undefined ? codeOf(error.cause) : '';
}

async function delay(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    throw toCancelledError(signal);
  }
}

/** Whether another attempt may succeed: the provider was busy or broken, or the connection failed. */
function isTransient(error: unknown): boolean {
  const status = httpStatus(error);
  if (status === undefined) return true; // the connection, not the provider
  return status === 408 || status === 425 || status === 429 || status >= 500 || status < 400;
}

/** The provider's delay, or an exponential one; with jitter, so that many clients do not return at once. */
function delayMs(error: unknown, exponentialMs: number): number {
  const own = Math.min(maxDelayMs, exponentialMs);
  return Math.min(maxDelayMs, retryAfterMs(error) ?? own) + Math.random() * own * 0.5;
}

function retryAfterMs(error: unknown): number | undefined {
  const headers = property(error, 'headers');
  const read = (name: string): string | undefined => {
    if (headers instanceof Headers) return headers.get(name) ?? undefined;
    const value = property(headers, name);
    return typeof value === 'string' ? value : undefined;
  };
  const milliseconds = Number(read('retry-after-ms') ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const value = read('retry-after') ?? /"retryDelay"\s*:\s*"([\d.]+)s"/.exec(messageOf(error))?.[1];
  if (value === undefined) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** Whether the conversation, or a picture in it, exceeds the provider's limits. */
export function isContextOverflow(error: unknown): boolean {
  if (!(error instanceof HandrailError) || error.code !== 'model_failed') return false;
  const status = httpStatus(error.cause);
  if (status === 413) return true;
  return (
    status === 400 &&
    /context[ _-]?(length|window)|too (long|large|many (tokens|images))|maximum.{0,30}(tokens|length|size)|exceed\w*.{0,40}(tokens?|limit|size|dimensions|pixels)|image.{0,60}(exceed|large|size|dimension|reject|invalid|process|could not)|prompt is too long|request_too_large|image_too_large|image_parse_error/i.test(
      messageOf(error.cause),
    )
  );
}

function toModelError(name: string, error: unknown, timedOut: string | undefined, attempts: number): HandrailError {
  const status = httpStatus(error);
  const retryAfter = retryAfterMs(error) ?? 0;
  const wait = retryAfter > maxDelayMs ? `It requests a wait of ${Math.ceil(retryAfter / 1_000)} s.` : '';
  const facts = [
    ...(status === undefined ? [] : [`HTTP ${status}`]),
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
  ];
  const details = facts.length > 0 ? ` (${facts.join(', ')})` : '';
  return new HandrailError(
    'model_failed',
    joinSentences(
      `${name} ${describeAnswer(status)}${details}: ${timedOut ?? providerMessage(messageOf(error))}`,
      wait,
    ),
    hintFor(status),
    { cause: error },
  );
}

function describeAnswer(status: number | undefined): string {
  if (status === undefined) return 'did not respond';
  if (status < 400) return 'gave no usable answer';
  return status >= 500 || status === 408 || status === 429 ? 'could not answer' : 'rejected the request';
}

function hintFor(status: number | undefined): string {
  if (status === 401 || status === 403) return 'Check the key and its permissions.';
  if (status === 404) return 'Check the name of the model and the base URL: `handrail models` lists what is available.';
  if (status === 400 || status === 422) return 'The provider rejected the request.';
  if (status === 429) return 'Wait, or raise the limit of the account.';
  if (status !== undefined && status < 400) return 'Check the base URL: another server may answer there.';
  if (status !== undefined) return 'Try again later.';
  return 'Check the base URL and the connection.';
}

/** Providers wrap their message in JSON; packages put a number before it. */
function providerMessage(message: string): string {
  const inner = /"message"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(message)?.[1];
  return (inner ? inner.replace(/\\n/g, ' ').replace(/\\(.)/g, '$1') : message).slice(0, 500);
}

/** The HTTP status of a package's error. */
export function httpStatus(error: unknown): number | undefined {
  const status = property(error, 'status') ?? property(error, 'statusCode');
  return typeof status === 'number' ? status : undefined;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error.cause instanceof Error ? error.cause.message : '';
  return error.message.includes(inner) ? error.message : joinSentences(error.message, inner);
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
