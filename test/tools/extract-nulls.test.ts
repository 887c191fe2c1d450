import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { type BrowserSession, openSession } from '../../src/index.js';
import { type Served, servePages } from '../support/serve.js';

const table = (...rows: string[][]) =>
  `<table><tr><th>Name<th>Price<th>Stock</tr>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;

const pages = {
  '/gaps': table(['Stoneware mug', '€14.50', '3'], ['Glass mug', '', '0'], ['Tin mug', '–', 'n/a']),
  '/words': table(['Stoneware mug', '€14.50', '3'], ['Glass mug', 'call us', '0'], ['Tin mug', 'call us', '1']),
  '/sparse': table(['Stoneware mug', '€14.50', ''], ['Glass mug', 'n/a', ''], ['Tin mug', 'n/a', '']),
};

describe('session.extract', () => {
  let served: Served;
  let session: BrowserSession;
  beforeAll(async () => {
    served = await servePages(pages);
    session = await openSession({ policy: 'open', url: served.url });
  });
  afterAll(async () => {
    await session?.close();
    served?.close();
  });
  const open = async (path: keyof typeof pages) => {
    expect((await session.perform({ type: 'navigate', url: served.url + path })).error).toBeUndefined();
  };
  const named = <Part extends z.ZodType>(price: Part) => z.array(z.object({ name: z.string(), price }));

  it('gives null for absent values that can be null', async () => {
    await open('/gaps');
    const item = z.object({ name: z.string(), price: z.number().nullable(), stock: z.int().nullable() });
    const mugs = await session.extract(z.array(item));
    expectTypeOf(mugs).toEqualTypeOf<{ name: string; price: number | null; stock: number | null }[]>();
    expect(mugs).toEqual([
      { name: 'Stoneware mug', price: 14.5, stock: 3 },
      { name: 'Glass mug', price: null, stock: 0 },
      { name: 'Tin mug', price: null, stock: null },
    ]);
  });

  it('gives the values of a column that is mostly empty, and null for a column that the page does not have', async () => {
    await open('/sparse');
    const item = z.object({ name: z.string(), price: z.number().nullable(), weight: z.enum(['light']).nullable() });
    expect(await session.extract(z.array(item))).toEqual([
      { name: 'Stoneware mug', price: 14.5, weight: null },
      { name: 'Glass mug', price: null, weight: null },
      { name: 'Tin mug', price: null, weight: null },
    ]);
  });

  it('leaves out absent values that are optional', async () => {
    await open('/gaps');
    expect(await session.extract(named(z.number().nullish()))).toEqual([
      { name: 'Stoneware mug', price: 14.5 },
      { name: 'Glass mug' },
      { name: 'Tin mug' },
    ]);
  });

  it('names row and column of a required value that is absent', async () => {
    await open('/gaps');
    await expect(session.extract(named(z.number()))).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(
        /^The page has no value for price \(table 1, column Price, row 2 is empty; table 1, column Price, row 3 is "–"\)\. /,
      ),
      facts: { cells: [{ path: '[1].price', source: 'table 1, column Price, row 2', text: '' }, { text: '–' }] },
    });
  });

  it.each([
    ['required', z.number()],
    ['can be null', z.number().nullable()],
  ])('names row, column and text of a value of another kind that is %s', async (_, price) => {
    await open('/words');
    await expect(session.extract(named(price))).rejects.toThrow(
      /price \(table 1, column Price, row 2 is "call us", which is no such value; .* row 3 /,
    );
  });

  it('names row and column of a value that does not match the schema', async () => {
    await open('/gaps');
    const schema = z.array(z.object({ name: z.string().max(9), stock: z.string() }));
    await expect(session.extract(schema)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(/\[0\]\.name, table 1, column Name, row 1: Too big.*; it is "Stoneware mug"\.$/),
      facts: { cells: [{ path: '[0].name', source: 'table 1, column Name, row 1', text: '"Stoneware mug"' }] },
    });
  });
});
