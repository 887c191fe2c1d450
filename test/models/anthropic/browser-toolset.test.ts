import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAgent, openSession } from '../../../src/index.js';
import { anthropic } from '../../../src/models/anthropic/anthropic.js';
import {
  anthropicContract,
  type Intent,
  type ModelInput,
  type Policy,
  serveContract,
} from '../../../src/testing/index.js';
import { drawScreen } from '../../contract/drawn-screen.js';
import { type Served, servePages } from '../../support/serve.js';
import { asking, bodyOf, playClaude, resultsOf } from './play.js';
import type { Block, Fields } from './wire.js';

const options = { model: 'claude-opus-5-5', tool: 'browser_toolset_20260801' } as const;
const done: Intent = { do: 'done', answer: 'It is done.' };
const browsing = (uses: Fields[]) => asking(uses.map((use) => ({ toolset_name: 'browser', ...use })));
const point = (x: number, y: number): Fields => ({ type: 'coordinate', x, y });
const ref = (name: string): Fields => ({ type: 'ref', ref: name });

describe('the browser toolset on a drawn screen', () => {
  it('points by coordinates and by references', async () => {
    const turn = browsing([
      { name: 'left_click', input: { target: point(300, 70) } },
      { name: 'left_click', input: { target: ref('ref_2'), modifiers: 'ctrl+shift' } },
      { name: 'double_click', input: { target: ref('ref_3') } },
      { name: 'hover', input: { target: ref('ref_1') } },
      { name: 'scroll_to', input: { target: ref('ref_1') } },
      { name: 'left_click_drag', input: { from: ref('ref_1'), target: point(5, 6) } },
      { name: 'scroll', input: { target: point(5, 6), scroll_direction: 'down' } },
      { name: 'left_mouse_down', input: { target: point(5, 6) } },
      { name: 'left_mouse_up', input: { target: point(7, 8) } },
      { name: 'type', input: { text: 'cats' } },
      { name: 'key', input: { text: 'ctrl+a', repeat: null } },
      { name: 'hold_key', input: { text: 'a', duration: 2 } },
      { name: 'navigate', input: { url: 'reload' } },
      { name: 'navigate', input: { url: '/cart' } },
    ]);
    const { screen, server, result } = await playClaude([turn, [done]], { claude: options });
    expect(screen.done).toEqual([
      { type: 'click', target: { x: 300, y: 70 } },
      { type: 'click', target: { element: 'el_2' }, modifiers: ['Control', 'Shift'] },
      { type: 'click', target: { element: 'el_3' }, count: 2 },
      { type: 'move', target: { element: 'el_1' } },
      { type: 'move', target: { element: 'el_1' } },
      { type: 'drag', path: [{ element: 'el_1' }, { x: 5, y: 6 }] },
      { type: 'scroll', target: { x: 5, y: 6 }, dx: 0, dy: 300 },
      { type: 'press', target: { x: 5, y: 6 } },
      { type: 'release', target: { x: 7, y: 8 } },
      { type: 'type', text: 'cats' },
      { type: 'key', keys: 'ctrl+a' },
      { type: 'key', keys: 'a', holdMs: 2_000 },
      { type: 'reload' },
      { type: 'navigate', url: 'http://drawn.test/cart' },
    ]);
    expect(screen.hits).toEqual(['One', 'Two', 'Three']);
    expect([result.status, server.violations]).toEqual(['done', []]);
  });

  it('has its own text after a failure, and lists what is valid', async () => {
    const wrong: [Fields, RegExp][] = [
      [{ name: 'left_click', input: { target: ref('button 7') } }, /ref_7/],
      [{ name: 'left_click', input: {} }, /coordinate/],
      [{ name: 'left_click', input: { target: point(5_000, 1) } }, /from 0 to 799/],
      [{ name: 'javascript_exec', input: { text: 'alert(1)' } }, /Valid: navigate/],
      [{ name: 'form_input', input: { target: ref('ref_1') } }, /value/],
      [{ name: 'file_upload', input: { target: ref('ref_1'), document_ids: ['d'] } }, /paths/],
    ];
    const later = { name: 'screenshot', input: {} };
    const turns = wrong.map(([use]) => browsing([use, later]));
    const { server, screen } = await playClaude([...turns, [done]], { claude: options, limits: { maxFailures: 50 } });
    for (const [index, [, words]] of wrong.entries()) {
      const [first, second] = server.inputs[index + 1]?.results ?? [];
      expect(first?.text).toMatch(words);
      expect(second).toMatchObject({ failed: true, text: 'Not executed: an earlier action in this turn failed.' });
    }
    expect([screen.done, server.violations]).toEqual([[], []]);
  });

  it('selects another tab first if one is named', async () => {
    const turn = browsing([{ name: 'left_click', input: { target: point(300, 70), tab_id: 'tab_2' } }]);
    const { screen } = await playClaude([turn, [done]], { claude: options });
    expect(screen.done).toEqual([
      { type: 'tab', do: 'select', tab: 'tab_2' },
      { type: 'click', target: { x: 300, y: 70 } },
    ]);
  });

  it('is declared without unsupported members, and without equivalent functions', async () => {
    const { server } = await playClaude([[done]], { claude: options, screen: drawScreen() });
    const off = { enabled: false };
    expect(bodyOf(server).tools[0]).toEqual({
      type: 'browser_toolset_20260801',
      configs: { read_console: off, read_network: off, javascript_exec: off },
    });
    expect(server.inputs[0]?.tools.toSorted()).toEqual(['ask_user', 'fail', 'remember']);
  });
});

describe('the browser toolset in a browser', () => {
  let site: Served;
  beforeAll(async () => {
    site = await servePages({
      '/': `<!doctype html><title>Order</title><h1>Order a shirt</h1><form action="/save">
        <label>Your name <input name="name"></label>
        <label>Size <select name="size"><option>S</option><option>L</option></select></label>
        <label><input type="checkbox" name="news"> Send me news</label>
        <button>Save the order</button></form>`,
      '/save': '<!doctype html><title>Saved</title><p>The order was saved as number 4711.</p>',
      '/other': '<!doctype html><title>Other</title><p>Another page.</p>',
    });
  });
  afterAll(() => site.close());

  const refOf = ({ results }: ModelInput, words: RegExp): Fields => {
    const lines = results
      .map(({ text }) => text)
      .join('\n')
      .split('\n');
    const line = lines.find((one) => words.test(one) && /ref_\d+/.test(one));
    return ref(/ref_\d+/.exec(line ?? '')?.[0] ?? `none for ${words} in ${lines.join('|')}`);
  };

  it('lists only interactive elements on request, in the terms of the toolset', async () => {
    const turns: ((told: ModelInput) => ReturnType<Policy>)[] = [
      () => browsing([{ name: 'read_page', input: { filter: 'all' } }]),
      () => browsing([{ name: 'read_page', input: { filter: 'interactive' } }]),
      () => browsing([{ name: 'new_tab', input: {} }]),
      () => browsing([{ name: 'read_page', input: { ref: 'ref_1' } }]),
    ];
    await using server = await serveContract(anthropicContract, (told) => turns[told.turn - 1]?.(told) ?? [done]);
    await using session = await openSession({ url: `${site.url}/` });
    const model = anthropic({ apiKey: 'test-key', baseUrl: server.url, ...options });
    await using agent = createAgent({ session, model, journal: false, approve: 'all' });
    await agent.send('Look around.');
    const [all = '', usable = '', , elsewhere = ''] = server.inputs.slice(1).map(({ results }) => results[0]?.text);
    expect(all).toMatch(/ref_\d+\] Text "Order a shirt"/);
    expect(usable).not.toMatch(/\] (Text|Container|Image)\b/);
    for (const name of ['Your name', 'Size', 'Send me news', 'Save the order'])
      expect([name, usable]).toEqual([name, expect.stringMatching(`ref_\\d+\\] \\w+ "${name}`)]);
    // A reference identifies its tab, too.
    expect(elsewhere).toContain('page "Order"');
    expect(elsewhere).not.toContain('type:');
    expect(server.violations).toEqual([]);
  }, 60_000);

  it('reads, fills, finds, submits and switches tabs', async () => {
    const turns: ((told: ModelInput) => ReturnType<Policy>)[] = [
      () =>
        browsing([
          { name: 'read_page', input: { filter: 'interactive' } },
          { name: 'find', input: { query: 'Save' } },
        ]),
      (told) =>
        browsing([
          { name: 'form_input', input: { target: refOf(told, /your name/i), value: 'Ada' } },
          { name: 'form_input', input: { target: refOf(told, /size/i), value: 'L' } },
          { name: 'form_input', input: { target: refOf(told, /news/i), value: true } },
          { name: 'left_click', input: { target: refOf(told, /save the order/i) } },
        ]),
      () =>
        browsing([
          { name: 'get_page_text', input: {} },
          { name: 'new_tab', input: {} },
        ]),
      () => browsing([{ name: 'navigate', input: { url: `${site.url}/other` } }]),
      () => browsing([{ name: 'list_tabs', input: {} }]),
      () => browsing([{ name: 'switch_tab', input: { tab_id: 'tab_1' } }]),
      () => [done],
    ];
    await using server = await serveContract(anthropicContract, (told) => turns[told.turn - 1]?.(told) ?? [done]);
    await using session = await openSession({ url: `${site.url}/` });
    const model = anthropic({ apiKey: 'test-key', baseUrl: server.url, ...options });
    await using agent = createAgent({ session, model, journal: false, approve: 'all' });
    const result = await agent.send('Order a shirt.');
    expect([result.status, server.violations]).toEqual(['done', []]);
    expect(site.log).toContain('GET /save?name=Ada&size=L&news=on');
    expect(server.inputs[3]?.results[0]?.text).toContain('number 4711');
    const state = (index: number): Block | undefined =>
      resultsOf(server, index)
        .flatMap(({ content }) => (Array.isArray(content) ? (content as Block[]) : []))
        .find(({ type }) => type === 'browser_state');
    expect(state(3)?.tabs).toHaveLength(2);
    const listed = state(5)?.tabs as Fields[];
    expect(listed.map(({ url, active }) => [String(url).slice(site.url.length), active])).toEqual([
      ['/save?name=Ada&size=L&news=on', false],
      ['/other', true],
    ]);
    expect(state(6)?.tabs).toMatchObject([{ tab_id: 'tab_1', active: true }, { active: false }]);
    expect(JSON.stringify(server.inputs.map(({ text }) => text))).not.toMatch(/\bel_\d/);
  }, 60_000);
});
