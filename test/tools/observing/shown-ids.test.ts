import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BrowserToolExecutor } from '../../../src/exports/compat.js';
import { builtinRegistry, callTool, createRegistry, pickTools } from '../../../src/exports/tools.js';
import { type BrowserSession, defineTool, openSession } from '../../../src/index.js';
import { createShownIds } from '../../../src/session/shown-ids.js';
import { named } from '../../support/named.js';
import { type Served, servePages } from '../../support/serve.js';

const page = `<title>Shop</title><h1>Shop</h1>
  <button onclick="fetch('/bought', { method: 'POST' })">Book now</button><button>Look</button>`;
const guesses = Array.from({ length: 8 }, (_, index) => `el_${index + 1}` as const);

describe('an element id that the caller never received', () => {
  let site: Served;
  let session: BrowserSession;
  const bought = () => site.log.filter((request) => request.includes('/bought')).length;

  beforeAll(async () => {
    site = await servePages({ '/': page });
    session = await openSession({ policy: 'open', url: site.url });
  });
  afterAll(async () => {
    await session?.close();
    site?.close();
  });

  it('is refused by the session, by tools and by browse_*, and nothing is clicked', async () => {
    const host = { session, memory: new Map<string, string>() };
    const executor = new BrowserToolExecutor(session);
    await executor.execute('browse_navigate', { url: site.url });
    for (const id of guesses) {
      const element = Number(id.slice(3));
      const { error } = await session.perform({ type: 'click', target: { element: id } });
      expect(error?.code, id).toBe('unknown_element');
      await expect(executor.execute('browse_click', { element_id: id })).rejects.toThrow(/no element/);
      const clicked = await callTool(builtinRegistry(), 'click', { selector: id }, host);
      expect(clicked.metadata.code, id).toBe('unknown_element');
      const used = await callTool(pickTools(['computer_use']), 'computer_use', { action: 'click', element }, host);
      expect(used.metadata.code, id).toBe('unknown_element');
      await expect(session.observe({ expand: id })).rejects.toThrow(/no element/);
      await expect(session.read({ what: 'text', element: id })).rejects.toThrow(/no element/);
    }
    expect(bought()).toBe(0);
  });

  it('is refused in the actions of a custom tool, which may use what it found itself', async () => {
    const raw = defineTool({
      needs: { required: [], optimal: [] },
      takes: { urls: [], paths: [], secrets: [] },
      name: 'raw_click',
      title: 'Click',
      description: 'Clicks an id.',
      category: 'interaction',
      safety: 'low_risk',
      effect: 'page',
      idempotent: false,
      timeoutMs: 5_000,
      input: z.object({ id: z.string() }),
      output: z.object({}),
      returns: 'Nothing.',
      examples: ['raw_click(id="el_1")'],
      async run({ id }, context) {
        const found = id === '' ? named(await context.observe(), 'Look').id : (id as 'el_1');
        await context.perform({ type: 'click', target: { element: found } });
        return {};
      },
    });
    const registry = createRegistry([raw]);
    const host = { session, memory: new Map<string, string>(), renderOutcome: () => '' };
    const guessed = await callTool(registry, 'raw_click', { id: 'el_2' }, host);
    expect(guessed.metadata.code).toBe('unknown_element');
    expect((await callTool(registry, 'raw_click', { id: '' }, host)).error).toBeUndefined();
  });

  it('is known after an answer that contains it', async () => {
    const executor = new BrowserToolExecutor(session);
    const { ui_map } = (await executor.execute('browse_observe')) as { ui_map: string };
    const [, id = ''] = /\[(el_\d+)\] Button[^\n]*Book now/.exec(ui_map) ?? [ui_map];
    await executor.execute('browse_click', { element_id: id });
    expect(bought()).toBe(1);
  });
});

describe('the ids of a text', () => {
  it('include ranges, and exclude those that only repeat the input', () => {
    const ids = createShownIds();
    const input = createShownIds();
    input.addText('press el_7');
    ids.addText('A2 el_105, C2–O2 el_107–el_119 and el_7; el_99999999999 is cut off', input);
    const has = (number: number) => ids.has(`el_${number}`);
    expect([105, 107, 112, 119].map(has)).toEqual([true, true, true, true]);
    expect([7, 104, 106, 120, 999_999].map(has)).toEqual([false, false, false, false, false]);
  });
});
