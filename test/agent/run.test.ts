import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startShop } from '../../examples/shop/server.mjs';
import { call, scripted } from '../../src/exports/testing.js';
import { createAgent, run } from '../../src/index.js';
import { browserProcesses, kill } from '../browser/faults/witness.js';
import { eventually } from '../browser/launch-witness.js';
import { expectComplete, journalOf } from './try-run.js';

const folder = mkdtempSync(join(tmpdir(), 'handrail-run-'));
let shop: Awaited<ReturnType<typeof startShop>>;

beforeAll(async () => {
  shop = await startShop();
});
afterAll(async () => {
  await shop?.close();
  rmSync(folder, { recursive: true, force: true });
});

const nothingRuns = () => eventually(() => browserProcesses().length === 0, 10_000);
const add = call('click', { selector: 'Add to cart in the row with Stoneware mug' });
const done = { calls: [call('complete', { summary: 'Done.' })] };

describe('A run on a real page', { timeout: 90_000 }, () => {
  it('leaves a journal, pictures and a report, and no browser', async () => {
    const before = shop.log.length;
    const result = await run({
      task: 'Put a mug into the cart.',
      url: shop.url,
      journal: folder,
      model: scripted([{ thought: 'The first one.', calls: [add] }, done]),
      expect: { text: 'Cart 1', url: shop.url },
    });
    expect(result).toMatchObject({ status: 'done', verified: true, steps: 2 });
    expect(shop.log.slice(before).filter(({ method, path }) => method === 'POST' && path === '/cart/add')).toHaveLength(
      1,
    );
    expectComplete(result);
    const pictures = journalOf(result).filter(({ type }) => type === 'picture');
    expect(pictures.map(({ step, when }) => `${step} ${when}`)).toEqual(['1 before', '1 after', '2 before', '2 after']);
    for (const { file } of pictures) {
      const bytes = readFileSync(join(result.folder ?? '', String(file)));
      expect(bytes.subarray(8, 12).toString()).toBe('WEBP');
    }
    await nothingRuns();
  });

  it.each([
    ['page crashed', () => kill(browserProcesses('renderer'))],
    ['browser was killed', () => kill(browserProcesses())],
  ])(
    'continues after the %s: the page returns, the model is notified, and nothing is done twice',
    async (_, strike) => {
      const before = shop.log.length;
      const told: string[] = [];
      const result = await run({
        task: 'Put a mug into the cart.',
        url: shop.url,
        journal: folder,
        model: scripted([
          async () => {
            strike();
            return { calls: [add] };
          },
          ({ history, observation }) => {
            const last = history.at(-1);
            if (last?.role === 'results') {
              told.push(...last.notes, ...last.results.map(({ result: { error = '' } }) => error));
            }
            told.push(observation.url ?? '');
            return { calls: [call('fail', { reason: 'That was enough.' })] };
          },
        ]),
      });
      expect(result).toMatchObject({ status: 'failed', reason: 'That was enough.' });
      expect(told.join('\n')).toMatch(/crash|killed|died|gone|replaced/i);
      expect(told.at(-1)).toContain(shop.url);
      const added = shop.log.slice(before).filter(({ method, path }) => method === 'POST' && path === '/cart/add');
      expect(added.length).toBeLessThanOrEqual(1);
      expectComplete(result);
      await nothingRuns();
    },
  );

  it('that is cancelled during an action ends within about a second and leaves no process', async () => {
    const controller = new AbortController();
    let cancelledAt = 0;
    const result = await run({
      task: 'Wait.',
      url: shop.url,
      journal: folder,
      signal: controller.signal,
      model: scripted([{ calls: [call('wait', { seconds: 120 })] }]),
      on: ({ type }) => {
        if (type !== 'call_started') return;
        cancelledAt = performance.now();
        controller.abort();
      },
    });
    expect(result.status).toBe('cancelled');
    expect(performance.now() - cancelledAt).toBeLessThan(6_000);
    expectComplete(result);
    await nothingRuns();
  });

  it('that cannot start reports why: no such host, no such page', async () => {
    const result = await run({ task: 'Look.', url: 'http://127.0.0.1:9/', journal: folder, model: scripted([done]) });
    expect(result).toMatchObject({ status: 'failed', steps: 0, error: { code: 'navigation_failed' } });
    expectComplete(result);
    await nothingRuns();
  });

  it('with several tasks keeps one browser and one cart', async () => {
    await using agent = createAgent({
      url: shop.url,
      journal: false,
      model: scripted([
        { calls: [add] },
        done,
        { calls: [call('goto', { url: '/cart' })] },
        { calls: [call('complete', { summary: 'x', result: 'Stoneware mug' })] },
      ]),
    });
    expect((await agent.send('Put a mug into the cart.')).status).toBe('done');
    const second = await agent.send('What is in the cart?');
    expect(second).toMatchObject({ status: 'done', verified: true, answer: 'Stoneware mug', url: `${shop.url}/cart` });
  });
});
