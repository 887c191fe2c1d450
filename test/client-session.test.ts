import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { type BrowserSession, defineTool, openSession, run } from '../src/index.js';
import { type Served, servePages } from './support/serve.js';

const page = `<title>Mugs</title>
<table><thead><tr><th>Name</th><th>Price</th></tr></thead><tbody>
<tr><td>Stoneware mug</td><td>€14.50</td></tr><tr><td>Glass mug</td><td>€9.00</td></tr></tbody></table>
<form><label>Email <input id="email" name="email"></label><label>City <input id="city" name="city"></label></form>
<button id="save" onclick="this.dataset.clicked = 'yes'">Save</button>
<button>Edit</button><button>Edit</button>
<div style="position: relative; width: 200px; height: 40px"><button id="under">Hidden</button>
<div role="dialog" aria-label="Cookies" style="position: absolute; inset: 0; background: white"><button>OK</button></div></div>`;

describe('A session', () => {
  let served: Served;
  let session: BrowserSession;
  beforeAll(async () => {
    served = await servePages({ '/': page });
    session = await openSession({ policy: 'open', url: served.url });
  });
  afterAll(async () => {
    await session?.close();
    served?.close();
  });
  const evaluate = async (script: string) => (await session.perform({ type: 'evaluate', script })).value;

  it('extracts typed data by a zod schema', async () => {
    const mugs = await session.extract(z.array(z.object({ name: z.string(), price: z.number() })));
    expectTypeOf(mugs).toEqualTypeOf<{ name: string; price: number }[]>();
    expect(mugs).toEqual([
      { name: 'Stoneware mug', price: 14.5 },
      { name: 'Glass mug', price: 9 },
    ]);
  });

  it('names the columns of the page once each if a value is missing', async () => {
    const failed = session.extract(z.array(z.object({ name: z.string(), weight: z.number() })));
    await expect(failed).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(
        /^The page has no value for weight\. The page has: (?:\w+, )*Name, Price\b(?!.*: .*\bPrice, )/,
      ),
      facts: { columns: expect.arrayContaining(['Name', 'Price']) },
    });
  });

  it.each([
    ['a JSON Schema', { type: 'object' }, /is a JSON Schema/],
    ['a schema of zod 3', { _def: {}, parse: () => 1 }, /is a schema of zod 3/],
  ])('names %s where zod is expected', async (_, schema, message) => {
    await expect(session.extract(schema as never)).rejects.toThrow(message);
  });

  it('calls tools, typed by their name', async () => {
    const filled = await session.call('fill_form', { fields: { Email: 'ada@example.org', City: 'Ulm' } });
    if (!filled.success) throw new Error(filled.error);
    expectTypeOf(filled.data.filled).toEqualTypeOf<string[]>();
    expect(filled.data.filled).toEqual(['Email', 'City']);
    expect(await evaluate('[email.value, city.value]')).toEqual(['ada@example.org', 'Ulm']);
    const failed = await session.call('click', { selector: 'the Delete button', timeout: 0 });
    expect(failed).toMatchObject({ success: false, fault: { code: 'not_found' } });
    // @ts-expect-error the field is misspelt
    expect(await session.call('click', { selektor: 'Save' })).toMatchObject({ success: false });
  });

  it('keeps the order of calls that come at once, also by phrase', async () => {
    const typed = session.perform({ type: 'type', target: 'City', text: 'Bern', clear: true });
    const seen = session.observe();
    const last = session.perform({ type: 'evaluate', script: 'city.value' });
    expect((await typed).error).toBeUndefined();
    expect((await seen).elements.find(({ name }) => name === 'City')?.value).toBe('Bern');
    expect((await last).value).toBe('Bern');
  });

  it('calls a tool of defineTool', async () => {
    const countTool = defineTool({
      name: 'count_rows',
      description: 'Counts the rows.',
      input: z.object({ css: z.string() }),
      effect: 'none',
      run: async ({ css }, { read }) => (await read({ what: 'elements', css })).elements.length,
    });
    const counted = await session.call(countTool, { css: 'input' });
    expectTypeOf(counted).toExtend<{ success: boolean; data?: number | undefined }>();
    expect(counted.data).toBe(2);
  });

  it('performs an action on a phrase, and refuses one that matches several elements', async () => {
    expect(await session.perform({ type: 'click', target: 'the Save button' })).toMatchObject({ ok: true });
    expect(await evaluate('save.dataset.clicked')).toBe('yes');
    await session.perform({ type: 'type', target: 'Email', text: 'eve@example.org', clear: true });
    expect(await evaluate('email.value')).toBe('eve@example.org');
    const { ok, error } = await session.perform({ type: 'click', target: 'Edit' });
    expect(ok).toBe(false);
    expect(error).toMatchObject({
      code: 'ambiguous',
      candidates: [
        { role: 'Button', name: 'Edit' },
        { role: 'Button', name: 'Edit' },
      ],
    });
  });

  it('reports what covers a target as data', async () => {
    const { elements } = await session.observe();
    const hidden =
      elements.find(({ name }) => name === 'Hidden') ?? (await session.observe({ find: 'Hidden' })).elements[0];
    if (!hidden) throw new Error('The button was not found.');
    const { error } = await session.perform({ type: 'click', target: { element: hidden.id } });
    expect(error).toMatchObject({ code: 'covered', by: { name: expect.stringMatching(/Cookies|OK/) } });
    expect(error?.by?.id).toMatch(/^el_\d+$/);
  });

  it('says what a target is', async () => {
    const wrong = { type: 'click', target: { id: 5 } } as never;
    const { error } = await session.perform(wrong);
    expect(error).toMatchObject({
      code: 'invalid_action',
      hint: expect.stringContaining("A target is { element: 'el_5' }"),
    });
  });
});

describe('A signal', () => {
  it('ends the start of a session, and another one starts', async () => {
    const controller = new AbortController();
    const opening = openSession({ policy: 'open', url: 'about:blank', signal: controller.signal });
    controller.abort();
    await expect(opening).rejects.toMatchObject({ code: 'cancelled' });
    const session = await openSession({ policy: 'open', signal: undefined });
    expect((await session.observe()).url).toBe('about:blank');
    await session.close();
  });

  it('ends a run that is starting its browser', async () => {
    const controller = new AbortController();
    const running = run({ task: 'Click Save.', journal: false, signal: controller.signal });
    controller.abort();
    expect((await running).status).toBe('cancelled');
  });
});
