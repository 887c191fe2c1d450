import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningShop, startShop } from '../../examples/shop/server.mjs';
import { acquireBrowser, type BrowserLease } from '../../src/environments/browser/launch/acquire-browser.js';
import { run } from '../../src/index.js';
import { serveContract } from '../../src/testing/index.js';
import { families } from './cases.js';
import { openPage } from './open-page.js';
import { hasty } from './play.js';
import { customer, shopper } from './shopper.js';

let shop: RunningShop;
/** Keeps one browser open between the cases. */
let browser: BrowserLease;
beforeAll(async () => {
  shop = await startShop();
  browser = await acquireBrowser({});
});
afterAll(async () => {
  await browser.release();
  await shop.close();
});

it.each(families.map((one, index) => ({ one, name: one.name, product: 1 + (index % 24) })))(
  '$name buys something in the shop',
  async ({ one, product }) => {
    const url = `${shop.url}/product/${product}`;
    await using opened = await openPage({ url, viewport: { width: 1000, height: 640 } });
    const { session, page } = opened;
    await using server = await serveContract(one.contract, shopper(one, page));
    const { length: earlier } = shop.orders;
    let scrolled = false;
    const result = await run({
      task: 'Buy what is open in the shop.',
      session,
      model: one.model(server.url, hasty),
      approve: 'all',
      journal: false,
      limits: { maxSteps: 45 },
      on(event) {
        if (event.type === 'call_started' && /scroll/i.test(event.text)) scrolled = true;
      },
    });
    expect(server.violations).toEqual([]);
    expect([result.status, result.reason]).toEqual(['done', undefined]);
    expect(scrolled).toBe(true);
    const { card: _, ...known } = customer;
    expect(shop.orders.slice(earlier)).toMatchObject([
      { items: [{ id: product, quantity: 1 }], customer: { ...known, cardEnding: '4242' } },
    ]);
  },
);
