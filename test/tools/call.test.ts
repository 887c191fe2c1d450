import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { builtinRegistry, callTool } from '../../src/exports/tools.js';
import { defineTool } from '../../src/index.js';
import { describeRisk } from './call/risk.js';
import { call, facts, home, host, session, useWorkshop, workshop } from './call/session.js';

useWorkshop();

describe('A call', () => {
  it('returns the result and the observed changes', async () => {
    await home();
    const result = await call('click', { selector: 'Add to cart in the row with Bowl' });
    expect(result).toMatchObject({
      success: true,
      data: { clicked: 'Add to cart in the row with Bowl', success: true, effect: 'changed' },
      metadata: { tool: 'click', effect: 'changed', navigated: false, target: { role: 'Button', name: 'Add to cart' } },
    });
    expect(workshop.told()).toContain('added Bowl');
    expect(workshop.told()).not.toContain('added Cup');
  });

  it.each([
    ['clik', {}, 'unknown_tool', /Did you mean click\?.*Valid tools:/],
    [
      'click',
      {},
      'invalid_input',
      /click needs selector\. Fields of click: selector, button\?, modifiers\?, timeout\?/,
    ],
    ['click', { selector: 'a', speed: 3 }, 'invalid_input', /click has no field speed\. Fields of click/],
    ['click', { selector: 7 }, 'invalid_input', /selector/],
    ['click', 'the button', 'invalid_input', /takes named fields/],
    ['click', ['el_1'], 'invalid_input', /takes named fields/],
    ['scroll', { direction: 'sideways' }, 'invalid_input', /direction/],
    ['wait_for', {}, 'invalid_input', /one condition/],
    ['wait_for', { text: 'a', gone: 'b' }, 'invalid_input', /one condition/],
    ['recall', { key: 'nothing' }, 'not_found', /There is no fact/],
    ['tabs', { do: 'select' }, 'invalid_input', /Open tabs/],
    ['tabs', { do: 'select', tab: 'Bank' }, 'unknown_tab', /No tab has "Bank"/],
    ['ask_user', { question: 'Why?' }, 'user_unavailable', /No user can answer/],
    ['evaluate', { script: '1' }, 'denied', /not allowed/],
    ['goto', { url: 'javascript:alert(1)' }, 'bad_url', /./],
  ])('%s(%j) is rejected as %s', async (name, input, code, sentence) => {
    await home();
    const result = await call(name, input);
    expect(result.success).toBe(false);
    expect(result.metadata.code).toBe(code);
    expect(result.error).toMatch(sentence);
    expect(workshop.told()).toEqual([]);
  });

  it('accepts the field names of other systems', async () => {
    await home();
    const result = await call('type_text', { target: 'Name', value: 'Ada', clear_first: true });
    expect(result.error).toBeUndefined();
    const { value } = await session.perform({
      type: 'evaluate',
      script: 'document.querySelector("[name=name]").value',
    });
    expect(value).toBe('Ada');
  });

  it.each([
    ['#checkout', /sent name=/],
    ['css=form button', /sent name=/],
    ['the Checkout button', /sent name=/],
  ])('finds its target by %s', async (selector, told) => {
    await home();
    const result = await call('click', { selector });
    expect(result.error).toBeUndefined();
    await expect.poll(() => workshop.told().join()).toMatch(told);
  });

  it('finds its target by id and by coordinates', async () => {
    await home();
    const { elements } = await session.observe();
    const button = elements.find(({ name }) => name === 'Checkout');
    const { x = 0, y = 0, width = 0, height = 0 } = button?.bounds ?? {};
    expect((await call('click', { selector: button?.id })).success).toBe(true);
    expect((await call('click', { selector: `${x + width / 2}, ${y + height / 2}` })).success).toBe(true);
    await expect.poll(() => workshop.told().filter((line) => line.startsWith('sent')).length).toBe(2);
  });

  it.each([
    ['Add to cart', 'ambiguous', /matches 2 elements: el_\d+ Button "Add to cart".*, el_\d+ Button/],
    ['td button', 'ambiguous', /2 elements match the selector td button/],
    ['.nothing', 'not_found', /No element matches the selector \.nothing/],
    ['button[', 'invalid_input', /selector/],
    ['the Launch rocket button', 'not_found', /No element on the page matches "the Launch rocket button"/],
    ['el_99999', 'unknown_element', /el_99999/],
    ['5000,5000', 'out_of_range', /5000/],
    ['   ', 'invalid_input', /empty/],
  ])('rejects the target %j as %s, with the candidates, and does nothing', async (selector, code, sentence) => {
    await home();
    const result = await call('click', { selector, timeout: 300 });
    expect(result.metadata.code).toBe(code);
    expect(result.error).toMatch(sentence);
    expect(result.error).toContain(`Failed to click ${selector}: `);
    expect(workshop.told()).toEqual([]);
  });

  it('lists similar elements if no element matches, and presses none', async () => {
    await home();
    for (const [selector, similar] of [
      ['Pay checkout', /Similar: el_\d+ Button "Checkout"/],
      ['the Add to basket button', /Similar: (?:el_\d+ Button "Add to cart".*){2}/],
    ] as const) {
      const { error, metadata } = await call('click', { selector, timeout: 300 });
      expect(metadata.code).toBe('not_found');
      expect(error).toMatch(similar);
    }
    expect(workshop.told()).toEqual([]);
  });

  it('waits for a target that appears later', async () => {
    await home();
    await session.perform({
      type: 'evaluate',
      script: `setTimeout(() => { const late = document.createElement('button'); late.textContent = 'Late one'; late.onclick = () => tell('late'); document.querySelector('h1').after(late); }, 500)`,
    });
    expect((await call('click', { selector: 'Late one' })).error).toBeUndefined();
    await expect.poll(() => workshop.told()).toContain('late');
  });

  it('that takes too long ends with an unknown effect', async () => {
    await home();
    let aborted = false;
    const slow = defineTool({
      ...facts,
      name: 'slow',
      examples: ['slow()'],
      timeoutMs: 300,
      run: async (_, context) => {
        context.signal.addEventListener('abort', () => {
          aborted = true;
        });
        await context.perform({ type: 'wait', for: { seconds: 30 } });
        return { ok: true };
      },
    });
    const began = performance.now();
    const result = await callTool(builtinRegistry().register(slow), 'slow', {}, host());
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(result).toMatchObject({ success: false, metadata: { code: 'deadline', effect: 'unknown' } });
    expect(aborted).toBe(true);
    expect((await session.observe()).url).toBe(`${workshop.url}/`);
  });

  it('that is cancelled ends at once', async () => {
    await home();
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    const result = await call('wait', { seconds: 60 }, {}, controller.signal);
    expect(result).toMatchObject({ success: false, metadata: { code: 'cancelled' } });
    expect(await call('click', { selector: '#checkout' }, {}, AbortSignal.abort())).toMatchObject({
      metadata: { code: 'cancelled' },
    });
    expect(workshop.told()).toEqual([]);
  });

  it('never throws, whatever the tool does', async () => {
    const broken = defineTool({
      ...facts,
      name: 'broken',
      examples: ['broken()'],
      run: () => {
        throw new TypeError('a mistake of the author');
      },
    });
    const lying = defineTool({
      ...facts,
      name: 'lying',
      examples: ['lying()'],
      run: async () => ({ ok: 'yes' }) as never,
    });
    const registry = builtinRegistry().register(broken).register(lying);
    expect(await callTool(registry, 'broken', {}, host())).toMatchObject({
      success: false,
      error: 'a mistake of the author',
      metadata: { code: 'internal' },
    });
    expect((await callTool(registry, 'lying', {}, host())).error).toMatch(/does not match its output schema/);
  });

  it('of a custom tool gets parsed input and acts through the session', async () => {
    await home();
    const buy = defineTool({
      ...facts,
      name: 'buy',
      input: z.object({ product: z.enum(['Cup', 'Bowl']), times: z.number().int().default(1) }),
      examples: ['buy(product="Cup")'],
      async run({ product, times }, context) {
        for (let count = 0; count < times; count += 1) {
          const { target } = await context.resolve(`Add to cart in the row with ${product}`);
          await context.perform({ type: 'click', target });
        }
        return { ok: true };
      },
    });
    const registry = builtinRegistry().register(buy);
    expect((await callTool(registry, 'buy', { product: 'Plate' }, host())).metadata.code).toBe('invalid_input');
    expect(await callTool(registry, 'buy', { product: 'Cup', times: 2 }, host())).toMatchObject({
      success: true,
      data: { ok: true },
    });
    await expect.poll(() => workshop.told().filter((line) => line === 'added Cup').length).toBe(2);
  });

  it('reports that nothing was found, as text and as a number', async () => {
    await home();
    const { data } = await call('find', { query: 'Zeppelin' });
    expect(data).toMatchObject({
      found: 0,
      text: expect.stringMatching(/^No element on this page contains "Zeppelin"\./),
    });
  });

  it('that waits reports the duration and the changes', async () => {
    await home();
    expect((await call('wait', { seconds: 0.2 })).metadata.outcomeText).toBe('waited 0.2 s');
    // A clock that the page itself does not wait for: nothing but the wait sees what it does.
    const clock = `new Worker(URL.createObjectURL(new Blob(['setTimeout(() => postMessage(1), 1000)'])))`;
    const script = `${clock}.onmessage = () => { document.querySelector('h1').after('It is later now.') }; 0`;
    await session.perform({ type: 'evaluate', script });
    const { outcomeText: seen = '' } = (await call('wait', { seconds: 1.4 })).metadata;
    expect(seen).toMatch(/^waited 1\.4 s\n/);
    expect(seen).toContain('It is later now.');
    expect((await call('wait_for', { text: 'Cart' })).metadata.outcomeText).toMatch(
      /^waited \d(\.\d)? s: "Cart" is shown$/,
    );
    expect((await call('wait_for', { url: '127' })).metadata.outcomeText).toMatch(
      /^waited \d(\.\d)? s: the URL contains "127"$/,
    );
  });

  it('that moves a list item down puts it after the target, and before it on the way up', async () => {
    await home();
    await call('drag', { source: 'First song', target: 'Second song' });
    await expect.poll(() => workshop.told()).toContain('songs Second,First,Third');
    await call('drag', { source: 'Third song', target: 'First song' });
    await expect.poll(() => workshop.told()).toContain('songs Second,Third,First');
  });

  it('fills in a form, and reports which fields were filled in when one is missing', async () => {
    await home();
    const fields = { Name: 'Ada', Email: 'ada@example.com', 'I accept the terms': true };
    expect(await call('fill_form', { fields })).toMatchObject({ success: true, data: { filled: Object.keys(fields) } });
    await call('click', { selector: '#checkout' });
    await expect.poll(() => workshop.told().join()).toContain('name=Ada&email=ada%40example.com&terms=on');
    const partly = await call('fill_form', { fields: { Name: 'Grace', Shoesize: '42' }, timeout: 200 });
    expect(partly.error).toMatch(
      /^Shoesize: No element on the page matches "Shoesize".*Fields filled in before: Name\./,
    );
  });
});

describeRisk();
