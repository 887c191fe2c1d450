import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningShop, startShop } from '../../../examples/shop/server.mjs';
import { type BrowserSession, openSession, type Picture } from '../../../src/index.js';
import { extractionTools } from '../../../src/tools/builtin/extraction.js';
import { callTool, type ToolHost } from '../../../src/tools/call/call-tool.js';
import { parseCallString } from '../../../src/tools/call-string.js';
import { createRegistry } from '../../../src/tools/registry.js';
import type { Tool } from '../../../src/tools/tool.js';

describe('reading tools on the home page of the shop', () => {
  let shop: RunningShop;
  let session: BrowserSession;
  let host: ToolHost;
  const registry = createRegistry(extractionTools as readonly Tool[]);
  const call = (tool: string, input: Record<string, unknown> = {}) => callTool(registry, tool, input, host);

  beforeAll(async () => {
    shop = await startShop();
    session = await openSession({ policy: 'open', url: shop.url });
    host = { session, memory: new Map(), knownElement: (id) => session.knownElement(id) };
  });
  afterAll(async () => {
    await session?.close();
    await shop?.close();
  });

  const examples = extractionTools.flatMap(({ examples: calls }) => calls.map((example) => ({ example })));

  it.each(examples)('$example works', async ({ example }) => {
    const { tool, input } = parseCallString(example);
    const result = await call(tool, input);
    expect(result.error).toBeUndefined();
    expect(result.success).toBe(true);
    expect(shop.log.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('reads the prices of the shop', async () => {
    const prices = { text: '€14.50\n€89.00\n€54.00\n€12.00', truncated: false };
    expect((await call('extract_text', { selector: '.price' })).data).toEqual(prices);
    const { data } = await call('extract_structured', {
      schema: { products: [{ name: 'string', price: 'number', link: 'string' }] },
    });
    expect(data).toMatchObject({
      data: {
        products: [
          { name: 'Stoneware mug', price: 14.5, link: `${shop.url}/product/1` },
          { name: 'Walnut desk lamp', price: 89, link: `${shop.url}/product/2` },
          { name: 'Copper watering can', price: 54, link: `${shop.url}/product/3` },
          { name: 'Linen notebook', price: 12, link: `${shop.url}/product/4` },
        ],
      },
      sources: { 'products[1].price': "table 'Popular right now', column price, row 2" },
      missing: [],
      valid: true,
    });
  });

  it('reads a part by a phrase, and cuts what is too long', async () => {
    const { data } = await call('extract_text', { selector: 'Linen notebook' });
    expect(data).toEqual({ text: 'Linen notebook', truncated: false });
    expect((await call('get_page_content', { limit: 100 })).data).toMatchObject({
      truncated: true,
      html: expect.stringMatching(/^<html/),
    });
  });

  it('reads elements by id, selector and phrase', async () => {
    const { data } = await call('get_element_info', { selector: 'input[name=q]' });
    expect(data).toMatchObject({
      role: 'TextInput',
      name: 'Search products',
      tag: 'input',
      attributes: { name: 'q', type: 'search' },
    });
    const id = (data as { id: string }).id;
    expect((await call('get_element_info', { selector: id })).data).toMatchObject({ id, name: 'Search products' });
    expect((await call('get_attribute', { selector: id, attribute: 'Placeholder' })).data).toEqual({
      attribute: 'Placeholder',
      value: 'Search products',
    });
    expect((await call('get_attribute', { selector: id, attribute: 'title' })).data).toEqual({
      attribute: 'title',
      value: null,
    });
  });

  it('finds and expands', async () => {
    const found = await call('find', { query: 'Linen notebook' });
    expect(found.data).toMatchObject({ text: expect.stringMatching(/el_\d+.*Linen notebook/) });
    expect((await call('find', { query: 'no such thing' })).data).toMatchObject({ found: 0 });
    const inside = await call('expand', { element: '.tiles' });
    expect(inside.data).toMatchObject({ text: expect.stringContaining('Lighting') });
  });

  it('takes pictures of the requested size', async () => {
    const taken = async (input: Record<string, unknown>) => (await call('screenshot', input)).pictures?.[0] as Picture;
    expect(await taken({ width: 720 })).toMatchObject({ size: { width: 720, height: 450 }, marks: false });
    expect(await taken({ picture: 'marks' })).toMatchObject({ size: { width: 1440, height: 900 }, marks: true });
    const part = await taken({ selector: 'h1' });
    expect(part.region.height).toBeLessThan(200);
    expect(part.bytes.length).toBeGreaterThan(100);
  });

  it('is not offered to models without vision', () => {
    expect(extractionTools.find(({ name }) => name === 'screenshot')?.needs.required).toEqual(['vision']);
  });

  it.each([
    ['extract_text', { selector: '.nowhere' }, 'not_found'],
    ['extract_text', { selector: '#a[' }, 'invalid_input'],
    ['extract_text', { selector: 'el_99999' }, 'unknown_element'],
    ['extract_text', { part: 'main' }, 'invalid_input'],
    ['read_page', { selector: '.card' }, 'ambiguous'],
    ['read_page', { selector: '10,20' }, 'invalid_input'],
    ['get_attribute', { selector: 'h1' }, 'invalid_input'],
    ['expand', { element: 'el_99999' }, 'unknown_element'],
  ])('%s %o is rejected with %s', async (tool, input, code) => {
    const result = await call(tool, input);
    expect(result).toMatchObject({ success: false, metadata: { code } });
    expect(result.error).toMatch(/\.$/);
  });

  it('reads the order as the shop recorded it', async () => {
    const form = {
      name: 'Ada',
      email: 'ada@example.com',
      address: 'Here 1',
      country: 'Ireland',
      delivery: 'express',
      date: '2099-12-31',
      card: '4242 4242 4242 4242',
      terms: 'yes',
    };
    await session.perform({ type: 'navigate', url: `${shop.url}/product/2` });
    const { elements } = await session.read({ what: 'elements', css: 'button.primary' });
    const [add] = elements;
    if (!add) throw new Error('There is no button.');
    await session.perform({ type: 'click', target: { element: add.id } });
    await session.perform({ type: 'navigate', url: `${shop.url}/checkout` });
    for (const [name, value] of Object.entries(form)) {
      const css = name === 'delivery' ? `[name=delivery][value=${value}]` : `[name=${name}]`;
      const [field] = (await session.read({ what: 'elements', css })).elements;
      if (!field) throw new Error(`There is no field ${name}.`);
      const isBox = name === 'terms' || name === 'delivery';
      await session.perform({ type: 'set_value', target: { element: field.id }, value: isBox ? true : value });
    }
    const entered = await session.read({ what: 'data' });
    expect(JSON.stringify(entered)).not.toContain('4242');
    expect(entered.blocks.find((block) => block.kind === 'form' && block.fields.length > 3)).toMatchObject({
      fields: [
        { label: 'Full name', value: 'Ada' },
        { label: 'Email', value: 'ada@example.com' },
        { label: 'Address', value: 'Here 1' },
        { label: 'Country', value: 'Ireland' },
        { label: 'Delivery', value: expect.stringContaining('xpress') },
        { label: 'Delivery date', value: '2099-12-31' },
        { label: 'Card number', value: '•••' },
        { label: 'I accept the terms of sale', value: true },
      ],
    });
    const [place] = (await session.read({ what: 'elements', css: 'main form button.primary' })).elements;
    if (!place) throw new Error('There is no button.');
    await session.perform({ type: 'click', target: { element: place.id } });
    const schema = {
      type: 'object',
      properties: {
        orderNumber: { type: 'string' },
        total: { type: 'number' },
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: { product: { type: 'string' }, quantity: { type: 'integer' }, price: { type: 'number' } },
          },
        },
      },
      required: ['orderNumber', 'total', 'items'],
    };
    const { data } = await call('extract_structured', { schema });
    const [order] = shop.orders;
    expect(data).toMatchObject({
      data: {
        orderNumber: order?.number,
        total: (order?.total ?? 0) / 100,
        items: order?.items.map(({ name: product, quantity, price }) => ({ product, quantity, price: price / 100 })),
      },
      valid: true,
    });
  });
});
