import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countTokens } from '../src/exports/tools.js';
import { type BrowserSession, type ElementId, openSession } from '../src/index.js';
import { named } from './support/named.js';
import { isLongJob } from './support/sample.js';
import { type Served, servePages } from './support/serve.js';
import { startBrowser } from './support/start-browser.js';

const rows = Array.from(
  { length: 200 },
  (_, row) => `<tr><td><a href="#${row}">Order ${row + 1}</a></td><td>${row * 7} €</td>
    <td><button onclick="fetch('/edit/${row + 1}', { method: 'POST' })">Edit</button>
    <button onclick="fetch('/delete/${row + 1}', { method: 'POST' })">Delete</button></td></tr>`,
);
const links = Array.from({ length: 30 }, (_, link) => `<li><a href="/section/${link}">Section ${link + 1}</a></li>`);

const pages = {
  '/table': `<title>Orders</title><nav><ul>${links.join('')}</ul></nav><h1>Orders</h1>
    <table>${rows.join('')}</table><h2>Legal notice</h2><p>All prices in euro.</p>`,
  '/still': `<title>Still</title><h1>Still</h1><button onclick="fetch('/pressed', { method: 'POST' })">Press</button>
    <label>Mail <input></label><input type="password" aria-label="Key" value="correct horse">
    <p id="far" style="margin-top: 3000px">The far <a href="#x">return policy</a> is here.</p>`,
  '/swap': `<title>Swap</title><button id="b">Submit</button><script>
    function swap() { const next = document.createElement('button'); next.textContent = 'Submit'; next.onclick = () => fetch('/new', { method: 'POST' });
      document.getElementById('b').replaceWith(next); }
    document.getElementById('b').onclick = () => fetch('/old', { method: 'POST' });
  </script><button onclick="swap()">Swap</button>`,
  '/other': '<title>Other</title><h1>Other</h1>',
};

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

describe('a session', () => {
  let server: Served;
  let session: BrowserSession;

  beforeAll(async () => {
    server = await servePages(pages);
    session = await openSession({ policy: 'open', url: `${server.url}/still` });
  });
  afterAll(async () => {
    await session?.close();
    server?.close();
  });

  const go = (path: string) => session.perform({ type: 'navigate', url: `${server.url}${path}` });

  it('keeps the id of a node and never reuses an id', async () => {
    await go('/still');
    const first = await session.observe();
    const again = await session.observe();
    expect(again.elements.map((element) => element.id)).toEqual(first.elements.map((element) => element.id));
    await go('/other');
    await go('/still');
    const ids = new Set(first.elements.map((element) => element.id));
    for (const { id } of (await session.observe()).elements) expect(ids.has(id)).toBe(false);
  });

  it('suggests the element that replaced a stale one, and clicks nothing', async () => {
    await go('/swap');
    const seen = await session.observe();
    const old = named(seen, 'Submit').id;
    await session.perform({ type: 'click', target: { element: named(seen, 'Swap').id } });
    const now = named(await session.observe(), 'Submit').id;
    const outcome = await session.perform({ type: 'click', target: { element: old } });
    expect(outcome).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'stale_element' } });
    expect(outcome.error?.message).toContain(`${now} Button "Submit" looks the same`);
    expect(server.log).not.toContain('POST /new');
    expect(server.log).not.toContain('POST /old');
  });

  it('respects every budget and folds a long table', async () => {
    await go('/table');
    for (const budget of [60, 150, 400, 1_000, 2_000, 5_000]) {
      const { text } = await session.observe({ budget });
      expect(countTokens(text)).toBeLessThanOrEqual(budget);
    }
    const { text } = await session.observe();
    expect(countTokens(text)).toBeLessThanOrEqual(2_000);
    expect(text).toMatch(/px below/);
  });

  it('reaches the controls of every row by expanding', async () => {
    await go('/table');
    const seen = await session.observe();
    const list = seen.elements.find((element) => element.list?.rowCount === 200)?.list;
    expect(list).toBeDefined();
    const controls = new Map<string, ElementId>();
    let from = 0;
    for (let turn = 0; turn < 20 && controls.size < 600; turn += 1) {
      const part = await session.observe({ expand: { element: list?.container ?? 'el_1', from } });
      expect(countTokens(part.text)).toBeLessThanOrEqual(2_000);
      let last = from;
      for (const element of part.elements) {
        if (!element.list || !element.interactive) continue;
        controls.set(`${element.list.row}:${element.name}`, element.id);
        last = Math.max(last, element.list.row);
      }
      from = last + 1;
    }
    expect(controls.size).toBe(600);
    const target = controls.get('149:Delete');
    expect(target).toBeDefined();
    const outcome = await session.perform({ type: 'click', target: { element: target ?? 'el_1' } });
    expect(outcome).toMatchObject({ ok: true, effect: 'changed' });
    expect(server.log).toContain('POST /delete/150');
  });

  it('finds text outside of the screen, and its element is usable', async () => {
    await go('/still');
    expect((await session.observe()).text).not.toContain('return policy');
    const found = await session.observe({ find: 'return policy' });
    const link = named(found, 'return policy');
    expect(link.states).toContain('offscreen');
    const outcome = await session.perform({ type: 'click', target: { element: link.id } });
    expect(outcome.changes).toContainEqual(expect.objectContaining({ kind: 'url', to: `${server.url}/still#x` }));
  });

  it('observes only a region', async () => {
    await go('/table');
    const region = { x: 0, y: 0, width: 400, height: 100 };
    const seen = await session.observe({ region });
    expect(seen.elements.length).toBeGreaterThan(0);
    for (const { bounds } of seen.elements) expect(bounds.y).toBeLessThan(100);
  });

  it('reports the changes since the previous observation', async () => {
    await go('/still');
    const seen = await session.observe();
    await session.perform({ type: 'type', target: { element: named(seen, 'Mail').id }, text: 'x@y.z' });
    await session.perform({ type: 'navigate', url: `${server.url}/other` });
    const { changes } = await session.observe();
    expect(changes).toEqual([]);
  });

  it('never shows a password', async () => {
    await go('/still');
    const seen = await session.observe();
    expect(JSON.stringify(seen)).not.toContain('correct horse');
    expect(named(seen, 'Key').states).toContain('password');
  });

  it('calls the gate before every action, and runs only what it allows', async () => {
    const asked: string[] = [];
    const guarded = await openSession({
      url: `${server.url}/still`,
      gate: ({ action, element }) => {
        asked.push(action.type);
        if (element?.name === 'Press') return { verdict: 'deny', reason: 'not today' };
        if (action.type === 'scroll') return 'ask';
        if (action.type === 'key') throw new Error('broken gate');
        return 'allow';
      },
    });
    try {
      server.log.length = 0;
      const press = named(await guarded.observe(), 'Press').id;
      const denied = await guarded.perform({ type: 'click', target: { element: press } });
      expect(denied).toMatchObject({
        ok: false,
        effect: 'unchanged',
        error: { code: 'denied', message: expect.stringContaining('not today') },
      });
      expect((await guarded.perform({ type: 'scroll', dx: 0, dy: 500 })).error?.code).toBe('needs_approval');
      expect((await guarded.perform({ type: 'key', keys: 'PageDown' })).error?.code).toBe('denied');
      expect((await guarded.observe()).scroll?.y).toBe(0);
      expect(server.log).toEqual([]);
      expect(asked).toEqual(['navigate', 'click', 'scroll', 'key']);
    } finally {
      await guarded.close();
    }
  });

  it('notifies its listeners, and works with `await using`', async () => {
    const heard: string[] = [];
    {
      await using short = await openSession({ policy: 'open' });
      short.on((event) =>
        heard.push(event.type === 'action_ended' ? `${event.type} ${event.outcome.effect}` : event.type),
      );
      await short.perform({ type: 'navigate', url: `${server.url}/other` });
      await short.observe();
    }
    expect(heard).toEqual(['action_started', 'action_ended changed', 'observed', 'closed']);
  });

  it('runs one operation at a time, in call order', async () => {
    await go('/still');
    const field = named(await session.observe(), 'Mail').id;
    await Promise.all(
      ['one ', 'two ', 'three'].map((text) => session.perform({ type: 'type', target: { element: field }, text })),
    );
    expect(named(await session.observe(), 'Mail').value).toBe('one two three');
  });

  it('rejects invalid options and leaves nothing behind', async () => {
    await expect(openSession({ url: 'javascript:alert(1)' })).rejects.toMatchObject({ code: 'bad_url' });
    await expect(openSession({ url: 'http://127.0.0.1:1/' })).rejects.toMatchObject({ code: 'navigation_failed' });
  });

  it('returns an error after close', async () => {
    const closed = await openSession({ policy: 'open' });
    await closed.close();
    await closed.close();
    expect((await closed.perform({ type: 'reload' })).error?.code).toBe('closed');
    await expect(closed.observe()).rejects.toMatchObject({ code: 'closed' });
  });

  const many = isLongJob ? 1_000 : 200;
  it(`does not grow over ${many} observations`, async () => {
    const own = await startBrowser();
    const watched = await openSession({ cdp: own.cdp, url: `${server.url}/table` });
    try {
      const used = async () => {
        collectGarbage();
        return { page: await own.heapOf('/table'), node: process.memoryUsage().heapUsed };
      };
      for (let turn = 0; turn < 100; turn += 1) await watched.observe();
      const before = await used();
      for (let turn = 0; turn < many; turn += 1) await watched.observe();
      const after = await used();
      expect(after.page - before.page).toBeLessThan(many * 1_000);
      expect(after.node - before.node).toBeLessThan(many * 15_000);
    } finally {
      await watched.close();
      await own.close();
    }
  }, 120_000);
});
