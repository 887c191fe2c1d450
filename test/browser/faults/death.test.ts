import { describe, expect, it } from 'vitest';
import { type Backdoor, backdoor, backdoorArgument } from '../backdoor.js';
import { eventually } from '../launch-witness.js';
import { browserProcesses, click, idOf, keepBrowser, kill, open, timed, useWitness } from './witness.js';

const slow = { timeout: 60_000 };
const witness = useWitness();

const busy = (ms: number) => `const end = Date.now() + ${ms}; while (Date.now() < end);`;

describe('the browser is killed (fault 1)', slow, () => {
  it('during a click: reported within a second, restarted once at the same URL, and not clicked again', async () => {
    const url = witness.page('/shop', `<button onclick="tell('bought'); ${busy(20_000)}">Buy</button>`);
    const session = await open({ url });
    const element = idOf(await session.observe(), 'Buy');
    const [before] = browserProcesses('browser');
    const outcome = session.perform({ type: 'click', target: { element } });
    await eventually(() => witness.words().includes('bought'), 5_000);
    const killed = performance.now();
    kill(browserProcesses());
    const answer = await outcome;
    const told = performance.now() - killed;
    expect(answer).toMatchObject({ ok: false, effect: 'unknown', error: { code: 'browser_died' } });
    expect(told).toBeLessThan(1_000);

    const observation = await session.observe();
    expect(observation.url).toBe(url);
    expect(idOf(observation, 'Buy')).not.toBe(element);
    const after = browserProcesses('browser');
    expect(after.length).toBe(1);
    expect(after[0]).not.toBe(before);
    expect(witness.words()).toEqual(['bought']);
    expect(witness.count('/shop')).toBe(2);
    console.log(`fault 1: told after ${told.toFixed(0)} ms`);
  });

  it('twice, with three tabs: each time all tabs and the active one are restored', async () => {
    const pages = ['one', 'two', 'three'].map((name) =>
      witness.page(`/${name}`, `<title>${name}</title><h1>${name}</h1>`),
    );
    const session = await open({ url: pages[0] });
    await session.perform({ type: 'tab', do: 'new', url: pages[1] });
    await session.perform({ type: 'tab', do: 'new', url: pages[2] });
    const tabs = (await session.observe()).tabs ?? [];
    await session.perform({ type: 'tab', do: 'select', tab: tabs[1]?.id });
    for (let death = 0; death < 2; death += 1) {
      kill(browserProcesses());
      await eventually(() => browserProcesses('browser').length === 0, 2_000);
      const observation = await session.observe();
      expect(observation.url).toBe(pages[1]);
      expect(observation.tabs?.map((tab) => tab.url)).toEqual(pages);
      expect(observation.tabs?.find((tab) => tab.active)?.url).toBe(pages[1]);
    }
  });

  it('while idle: the next observation reports it, and an old element is not clicked', async () => {
    const url = witness.page('/idle', `<button onclick="tell('clicked')">Go</button>`);
    const session = await open({ url });
    const element = idOf(await session.observe(), 'Go');
    kill(browserProcesses());
    const outcome = await session.perform({ type: 'click', target: { element } });
    expect(outcome.ok).toBe(false);
    expect(outcome.effect).not.toBe('changed');
    const observation = await session.observe();
    expect(observation.url).toBe(url);
    expect(JSON.stringify([outcome.error, outcome.changes, observation.changes])).toMatch(/died|replaced/);
    expect(witness.words()).toEqual([]);
    expect((await click(session, 'Go')).ok).toBe(true);
    await eventually(() => witness.words().length === 1, 2_000);
  });

  it('during an observation: it returns, and the session can be closed at once', async () => {
    const url = witness.page('/close', `<h1>hello</h1>`);
    const session = await open({ url });
    const looking = session.observe();
    kill(browserProcesses());
    expect((await looking).url).toBe(url);
    kill(browserProcesses());
    const { ms } = await timed(() => session.close());
    expect(ms).toBeLessThan(5_000);
    await eventually(() => browserProcesses().length === 0, 3_000);
  });

  it('under two sessions: both continue in one new browser', async () => {
    const urls = ['a', 'b'].map((name) => witness.page(`/s-${name}`, `<button onclick="tell('${name}')">Go</button>`));
    const both = await Promise.all(urls.map((url) => open({ url })));
    expect(browserProcesses('browser').length).toBe(1);
    kill(browserProcesses());
    const seen = await Promise.all(both.map((session) => session.observe()));
    expect(seen.map((one) => one.url)).toEqual(urls);
    expect(browserProcesses('browser').length).toBe(1);
    for (const session of both) await click(session, 'Go');
    await eventually(() => witness.words().sort().join() === 'a,b', 2_000);
  });
});

describe('a page crashes (fault 2)', slow, () => {
  const args = [backdoorArgument];
  keepBrowser({ args });

  async function way(): Promise<Backdoor> {
    return backdoor(browserProcesses('browser')[0] ?? 0);
  }

  it.each([
    ['chrome://crash', 'Page.navigate', { url: 'chrome://crash' }],
    ['a fault of the renderer', 'Page.crash', {}],
  ])('by %s: the next observation tells and shows it again; other tabs are as they were', async (_, method, params) => {
    const calm = witness.page('/calm', `<input aria-label="Note">`);
    witness.page('/wild', `<button onclick="tell('wild')">Wild</button>`);
    const wild = `${witness.elsewhere}/wild`;
    const session = await open({ url: calm, args });
    await session.perform({ type: 'type', target: { element: idOf(await session.observe(), 'Note') }, text: 'kept' });
    await session.perform({ type: 'tab', do: 'new', url: wild });
    const before = await session.observe();
    await (await way()).send(wild, method, params);
    const observation = await session.observe();
    expect(observation.url).toBe(wild);
    expect(observation.changes).toContainEqual(expect.objectContaining({ kind: 'page', what: 'crashed' }));
    expect(observation.changes).toContainEqual({ kind: 'page', what: 'replaced', detail: wild });
    expect(observation.tabs?.map((tab) => tab.id)).toEqual(before.tabs?.map((tab) => tab.id));
    expect((await click(session, 'Wild')).ok).toBe(true);
    await eventually(() => witness.words().join() === 'wild', 2_000);
    await session.perform({ type: 'tab', do: 'select', tab: before.tabs?.[0]?.id });
    const back = await session.observe();
    expect(back.url).toBe(calm);
    expect(back.elements.find((element) => element.name === 'Note')?.value).toBe('kept');
  });

  it('by SIGKILL of the renderer during a click: effect unknown, replaced, not clicked again', async () => {
    const url = witness.page('/wild2', `<button onclick="tell('wild'); ${busy(20_000)}">Wild</button>`);
    const session = await open({ url, args });
    const element = idOf(await session.observe(), 'Wild');
    const working = session.perform({ type: 'click', target: { element } });
    await eventually(() => witness.words().includes('wild'), 5_000);
    kill(browserProcesses('renderer'));
    const { ms, value } = await timed(() => working);
    expect(value).toMatchObject({ ok: false, effect: 'unknown', error: { code: 'page_crashed' } });
    expect(value.changes).toContainEqual({ kind: 'page', what: 'replaced', detail: url });
    expect(ms).toBeLessThan(2_000);
    const observation = await session.observe();
    expect(observation.url).toBe(url);
    expect(idOf(observation, 'Wild')).not.toBe(element);
    expect(witness.words()).toEqual(['wild']);
  });

  it('before an action: the action is not executed on the reopened page', async () => {
    const url = witness.page(
      '/wild3',
      `<button style="position:fixed;inset:0" onclick="tell('clicked')">Wild</button>`,
    );
    const session = await open({ url, args });
    await session.observe();
    await (await way()).send(url, 'Page.crash');
    const outcome = await session.perform({ type: 'click', target: { x: 100, y: 100 } });
    expect(outcome).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'page_crashed' } });
    expect((await session.observe()).changes).toContainEqual({ kind: 'page', what: 'replaced', detail: url });
    expect(witness.words()).toEqual([]);
  });

  it('in a background tab: replaced when it is selected', async () => {
    const calm = witness.page('/calm4', `<h1>calm</h1>`);
    witness.page('/wild4', `<button>Wild</button>`);
    const wild = `${witness.elsewhere}/wild4`;
    const session = await open({ url: calm, args });
    await session.perform({ type: 'tab', do: 'new', url: wild });
    const tabs = (await session.observe()).tabs ?? [];
    await session.perform({ type: 'tab', do: 'select', tab: tabs[0]?.id });
    await (await way()).send(wild, 'Page.crash');
    expect((await session.observe()).url).toBe(calm);
    const outcome = await session.perform({ type: 'tab', do: 'select', tab: tabs[1]?.id });
    const observation = await session.observe();
    expect(observation.url).toBe(wild);
    expect(idOf(observation, 'Wild')).toBeDefined();
    expect(JSON.stringify([outcome.changes, observation.changes])).toContain('crashed');
  });

  it('chrome://crash is not a supported URL', async () => {
    const url = witness.page('/raw', `<h1>raw</h1>`);
    const session = await open({ url, args });
    const refused = await session.perform({ type: 'navigate', url: 'chrome://crash' });
    expect(refused).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'bad_url' } });
    expect((await session.observe()).url).toBe(url);
  });
});
