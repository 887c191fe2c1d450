import { describe, expect, it } from 'vitest';
import { HandrailError } from '../../../src/index.js';
import { isContextOverflow, withRetries } from '../../../src/models/adapter/retry.js';

const patience = { timeoutMs: 500, maxAttempts: 4, initialDelayMs: 5 };
const never = new AbortController().signal;
const answer = (status: number, headers: Record<string, string> = {}): Error =>
  Object.assign(new Error(`{"error":{"message":"said ${status}"}}`), { status, headers: new Headers(headers) });

async function count(errors: unknown[]): Promise<{ asked: number; end: unknown }> {
  let asked = 0;
  const end = await withRetries(
    async () => {
      const error = errors[asked];
      asked += 1;
      if (error) throw error;
      return 'fine';
    },
    patience,
    'test/model',
    never,
  ).catch((error: unknown) => error);
  return { asked, end };
}

describe('a request to a provider', () => {
  it.each([429, 500, 502, 503, 529, 408])('is repeated after %i', async (status) => {
    expect(await count([answer(status)])).toEqual({ asked: 2, end: 'fine' });
  });

  it.each([400, 401, 403, 404, 413, 422])('is not repeated after %i, and the provider is quoted', async (status) => {
    const { asked, end } = await count([answer(status), answer(status)]);
    expect(asked).toBe(1);
    expect(end).toMatchObject({ code: 'model_failed', message: expect.stringContaining(`said ${status}`) });
  });

  it.each([
    ['a reset', new TypeError('fetch failed', { cause: new Error('read ECONNRESET') })],
    ['a cut answer', new SyntaxError('Unexpected end of JSON input')],
  ])('is repeated after %s', async (_, error) => {
    expect(await count([error, error])).toEqual({ asked: 3, end: 'fine' });
  });

  it('ends after the maximum number of attempts', async () => {
    const { asked, end } = await count(Array.from({ length: 10 }, () => answer(500)));
    expect(asked).toBe(4);
    expect(end).toMatchObject({ code: 'model_failed', message: expect.stringContaining('4 attempts') });
  });

  it('waits as long as the provider asks', async () => {
    const began = performance.now();
    await count([answer(429, { 'retry-after-ms': '120' })]);
    expect(performance.now() - began).toBeGreaterThanOrEqual(119);
  });

  it('abandons a request that never ends', async () => {
    let asked = 0;
    const end = await withRetries(
      () => {
        asked += 1;
        return asked < 3 ? new Promise<string>(() => undefined) : Promise.resolve('at last');
      },
      { ...patience, timeoutMs: 20 },
      'test/model',
      never,
    );
    expect([asked, end]).toEqual([3, 'at last']);
  });

  it('ends at once when it is cancelled, even during a delay', async () => {
    const cancel = new AbortController();
    const asking = withRetries(
      () => Promise.reject(answer(500)),
      { ...patience, initialDelayMs: 60_000 },
      'test/model',
      cancel.signal,
    );
    cancel.abort();
    await expect(asking).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('an error is recognized as a context overflow', () => {
  it.each([
    [413, 'request_too_large', true],
    [400, 'prompt is too long: 210000 tokens > 200000 maximum', true],
    [400, 'This model\u2019s maximum context length is 128000 tokens', true],
    [400, 'messages.1.content.0.image.source.base64: image exceeds 5 MB maximum', true],
    [400, 'The image dimensions exceed max allowed size: 8000 pixels', true],
    [400, 'The input token count (1200000) exceeds the maximum number of tokens allowed', true],
    [400, 'tools.0: Input tag does not match', false],
    [401, 'invalid key', false],
    [400, 'No tool output found for computer call call_1.', false],
  ])('%i %s: %j', (status, message, isOverflow) => {
    const cause = Object.assign(new Error(message), { status });
    expect(isContextOverflow(new HandrailError('model_failed', 'no', 'no', { cause }))).toBe(isOverflow);
  });
});
