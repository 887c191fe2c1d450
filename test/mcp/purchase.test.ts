import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningShop, startShop } from '../../examples/shop/server.mjs';
import { ensureBuilt, removeFolders, temporaryFolder } from '../cli/handrail.js';
import { isLongJob, seed } from '../support/sample.js';
import { type FormAnswer, type Generation, generations, overStdio } from './connect.js';
import { customer, purchases, type Vocabulary, vocabularies } from './purchases.js';

const products: Record<Vocabulary, Record<Generation, number>> = {
  browser: { '2026-07-28': 1, '2025-11-25': 2 },
  browse: { '2026-07-28': 3, '2025-11-25': 4 },
  computer_use: { '2026-07-28': 5, '2025-11-25': 6 },
};

let shop: RunningShop;
beforeAll(async () => {
  ensureBuilt();
  shop = await startShop();
});
afterAll(async () => {
  await shop.close();
  removeFolders();
});

describe.each(vocabularies)('with %s a purchase is completed', (vocabulary) => {
  /** Each vocabulary with one generation of the protocol; `npm run long` runs each with both. */
  const speakers = isLongJob
    ? generations
    : generations.filter((_, index) => index === (vocabularies.indexOf(vocabulary) + seed) % 2);
  it.each(speakers)('by a client of %s', async (generation) => {
    const product = products[vocabulary][generation];
    const parameters = ['--tools', vocabulary, '--url', `${shop.url}/product/${product}`];
    const asked: string[] = [];
    const elicit = ({ message }: { message: string }): FormAnswer => {
      asked.push(message);
      return { action: 'accept', content: { answer: 'once' } };
    };
    const client = await overStdio(generation, parameters, temporaryFolder(), { elicit });
    try {
      await client.list(); // from here on the client checks every answer against the schemas
      await purchases[vocabulary](client, shop.url);
    } finally {
      await client.close();
    }
    const bought = shop.orders.filter(({ items }) => items.some(({ id }) => id === product));
    expect(bought).toHaveLength(1);
    const { card: _, date: __, ...known } = customer;
    expect(bought[0]).toMatchObject({ items: [{ id: product, quantity: 1 }], customer: known });
    expect(shop.log).toContainEqual(
      expect.objectContaining({
        method: 'POST',
        path: '/checkout',
        body: expect.objectContaining({ date: customer.date }),
      }),
    );
    if (vocabulary === 'browser')
      expect(asked).toEqual([expect.stringMatching(/^Allow this\?\nCall submit .*Place order/)]);
  });
});
