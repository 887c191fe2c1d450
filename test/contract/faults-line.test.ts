import { describe, expect, it } from 'vitest';
import type { PlannedFault, Policy } from '../../src/testing/index.js';
import { sample } from '../support/sample.js';
import { type AdapterCase, cases } from './cases.js';
import { type DrawnScreen, smallScreen } from './drawn-screen.js';
import { play } from './play.js';

/** Decides by the state of the screen, not by the number of requests: a response may get lost. */
const clickThenDone =
  (screen: DrawnScreen): Policy =>
  () =>
    screen.hits.length === 0 ? [{ do: 'click', at: screen.at('One') }] : [{ do: 'done', answer: 'One is clicked.' }];

/** After any fault: the task is done, each action once, without a violation. */
async function survives(one: AdapterCase, faults: PlannedFault[], timeoutMs = 20_000): Promise<number> {
  const screen = smallScreen();
  const played = await play(one, clickThenDone(screen), { screen, faults, settings: { timeoutMs, maxAttempts: 6 } });
  expect(played.result).toMatchObject({ status: 'done' });
  expect(screen.hits).toEqual(['One']);
  expect(played.server.violations).toEqual([]);
  return played.server.requests.length;
}

/** A provider that always fails ends the run with an error after a limited number of requests. */
async function givesUp(one: AdapterCase, fault: PlannedFault, maxAttempts = 2): Promise<number> {
  const faults = Array.from({ length: 60 }, () => fault);
  const { result, server, screen } = await play(one, [], { faults, settings: { maxAttempts } });
  expect(result.status).toBe('failed');
  expect(result.reason).toMatch(/\S{3}.*\.$/s);
  expect(result.error?.code).not.toBe('internal');
  expect(screen.done).toEqual([]);
  return server.requests.length;
}

describe.each(cases)('$name, when the line or the server fails,', { concurrent: true }, (one) => {
  it('retries after 429, 500, 503 and 529', async () => {
    const faults = [429, 500, 503, 529].map((status) => ({ status }));
    expect(await survives(one, faults)).toBe(6);
  });

  it('waits as long as the provider asks', async () => {
    const times: number[] = [];
    const { contract } = one;
    const watched = {
      ...contract,
      readRequest: (...given: Parameters<typeof contract.readRequest>) => {
        times.push(performance.now());
        return contract.readRequest(...given);
      },
      errorBody: (...given: Parameters<typeof contract.errorBody>) => {
        times.push(performance.now());
        return contract.errorBody(...given);
      },
    };
    await survives({ ...one, contract: watched }, [{ status: 429, headers: { 'retry-after': '0.25' } }]);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(245);
  });

  it('sends at most the allowed number of requests', async () => {
    expect(await givesUp(one, { status: 503 }, 3)).toBe(3);
    expect(await givesUp(one, { reset: 'before' }, 3)).toBe(3);
  });

  it.each([400, 401, 403])('does not retry after %i', async (status) => {
    expect(await givesUp(one, { status }, 5)).toBe(1);
  });

  it('reports an unreachable server and a wrong protocol', async () => {
    const impatient = { apiKey: 'test-key', maxAttempts: 2, initialDelayMs: 1 };
    const elsewhere = { ...one, model: () => one.model('http://127.0.0.1:1', impatient) };
    const sealed = { ...one, model: (url: string) => one.model(url.replace('http:', 'https:'), impatient) };
    for (const wrong of [elsewhere, sealed]) {
      const { result } = await play(wrong, []);
      expect(result).toMatchObject({ status: 'failed', error: { code: 'model_failed' } });
    }
  });

  it('continues after resets', async () => {
    expect(await survives(one, [{ reset: 'before' }, { reset: 'middle' }])).toBe(4);
  });

  it('continues after stalled responses', async () => {
    expect(await survives(one, [{ stall: 'before' }, { stall: 'middle' }], 300)).toBeGreaterThanOrEqual(4);
  });

  it('continues after truncated responses', async () => {
    await survives(one, [{ truncateAt: 0 }, { truncateAt: 1 }, { truncateAt: 30 }]);
  });

  const garbage: Record<string, string | Buffer> = {
    'a page of HTML': '<html><body>Busy</body></html>',
    nothing: '',
    'an empty object': '{}',
    'an empty list': '[]',
    null: 'null',
    'a text': '"Certainly!"',
    'a number that is too large': '{"id":1e999,"choices":1e999,"content":1e999,"output":1e999,"candidates":1e999}',
    'keys that reach into prototypes':
      '{"__proto__":{"calls":[]},"constructor":{"prototype":1},"do":[{"__proto__":1}]}',
    'broken UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0x22, 0x7d]),
    'deep nesting': `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  };
  it.each(sample(Object.entries(garbage), 2))('ends with a sentence after %s', async (_, body) => {
    expect(await givesUp(one, { body })).toBeLessThanOrEqual(12);
  });

  it('ends with an error after ten megabytes', async () => {
    const body = JSON.stringify({ filler: 'x'.repeat(10_000_000) });
    expect(await givesUp(one, { body })).toBeLessThanOrEqual(12);
  });

  it('accepts lone surrogates', async () => {
    const body =
      '{"say":"\\ud800","content":[{"type":"text","text":"\\udfff"}],"choices":[{"message":{"content":"\\ud83d"}}]}';
    const faults = Array.from({ length: 60 }, () => ({ body }));
    const { result, screen } = await play(one, [], { faults, settings: { maxAttempts: 2 } });
    expect(result.error?.code).not.toBe('internal');
    expect([result.verified, screen.done]).toEqual([false, []]);
  });

  it('continues after an unreadable response', async () => {
    await survives(one, [{ body: '{}' }, { body: '<html></html>' }]);
  });
});
