import { describe, expect, it } from 'vitest';
import { sample } from '../../support/sample.js';
import { eventually } from '../launch-witness.js';
import { browserProcesses, click, hangs, idOf, keepBrowser, open, timed, useWitness } from './witness.js';

const slow = { timeout: 60_000 };
keepBrowser();
const witness = useWitness();

describe('endless JavaScript on a click (fault 3)', slow, () => {
  it.each([
    ['in the handler', `tell('clicked'); for (;;);`],
    ['right after it', `tell('clicked'); setTimeout(() => { for (;;); }, 0)`],
  ])('%s: ends at the deadline, the page is replaced, nothing is done twice', async (_, script) => {
    const url = witness.page('/endless', `<button onclick="${script}">Hang</button>`);
    const session = await open({ url, limits: { actionTimeoutMs: 1_500 } });
    const element = idOf(await session.observe(), 'Hang');
    const { ms, value } = await timed(() => session.perform({ type: 'click', target: { element } }));
    expect(value).toMatchObject({ ok: false, error: { code: 'page_hung' } });
    expect(value.effect).not.toBe('unchanged');
    expect(value.changes).toContainEqual({ kind: 'page', what: 'hung' });
    expect(value.changes).toContainEqual({ kind: 'page', what: 'replaced', detail: url });
    expect(ms).toBeGreaterThan(1_400);
    expect(ms).toBeLessThan(3_500);
    console.log(`fault 3: ${ms.toFixed(0)} ms with a deadline of 1500 ms`);

    const seen = await timed(() => session.observe());
    expect(seen.value.url).toBe(url);
    expect(idOf(seen.value, 'Hang')).not.toBe(element);
    expect(seen.ms).toBeLessThan(1_000);
    expect(witness.words()).toEqual(['clicked']);
    expect(witness.count('/endless')).toBeGreaterThanOrEqual(2);
  });

  it('leaves no busy page behind', async () => {
    const url = witness.page('/work', `<button onclick="for (;;);">Hang</button>`);
    const session = await open({ url, limits: { actionTimeoutMs: 1_500 } });
    await session.perform({ type: 'tab', do: 'new', url: witness.page('/calm', '<h1>calm</h1>') });
    const tabs = (await session.observe()).tabs ?? [];
    await session.perform({ type: 'tab', do: 'select', tab: tabs[0]?.id });
    const before = browserProcesses('renderer').length;
    await click(session, 'Hang');
    await eventually(() => browserProcesses('renderer').length <= before, 5_000);
    expect((await session.observe()).tabs?.map((tab) => tab.url)).toEqual(tabs.map((tab) => tab.url));
  });

  it('does not replace a page that is only busy', async () => {
    const url = witness.page(
      '/busy',
      `<input aria-label="Note"><button onclick="const end = Date.now() + 3500; while (Date.now() < end); tell('done')">Busy</button>`,
    );
    const session = await open({ url });
    await session.perform({ type: 'type', target: { element: idOf(await session.observe(), 'Note') }, text: 'kept' });
    const outcome = await click(session, 'Busy');
    expect(outcome.ok).toBe(true);
    expect(outcome.changes.some((change) => change.kind === 'page')).toBe(false);
    expect(witness.words()).toEqual(['done']);
    const note = (await session.observe()).elements.find((element) => element.name === 'Note');
    expect(note?.value).toBe('kept');
  });

  it('a page that hung before the action: nothing is executed, and the page is replaced', async () => {
    const hanging = hangs(witness);
    const url = witness.page('/later', `<button onclick="tell('clicked')">Go</button>${hanging.script}`);
    const session = await open({ url, limits: { actionTimeoutMs: 1_500, observeTimeoutMs: 500 } });
    const element = idOf(await session.observe(), 'Go');
    await hanging.begin();
    const { ms, value } = await timed(() => session.perform({ type: 'click', target: { element } }));
    expect(value).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'page_hung' } });
    expect(ms).toBeLessThan(4_000);
    const observation = await session.observe();
    expect(observation.changes).toContainEqual(expect.objectContaining({ kind: 'page', what: 'hung' }));
    expect(witness.words()).toEqual([]);
  });
});

describe('a hung page is observed (fault 4)', slow, () => {
  const page = `<title>hangs</title><h1>Here</h1><button>Go</button>`;

  it('the observation returns by its deadline and is marked incomplete', async () => {
    const hanging = hangs(witness);
    const url = witness.page('/hung', page + hanging.script);
    const session = await open({ url, limits: { observeTimeoutMs: 1_000 } });
    await hanging.begin();
    const { ms, value } = await timed(() => session.observe());
    expect(ms).toBeLessThan(1_600);
    expect(value.text).toContain('INCOMPLETE: the page did not respond within 1000 ms');
    expect(value.url).toBe(url);
    const withPicture = await timed(() => session.observe({ picture: 'plain' }));
    expect(withPicture.ms).toBeLessThan(3_500);
    expect(withPicture.value.image).toBeUndefined();
    console.log(`fault 4: ${ms.toFixed(0)} ms, with a picture ${withPicture.ms.toFixed(0)} ms, deadline 1000 ms`);
  });

  it.each(sample(['navigate', 'reload', 'tab', 'wait', 'key', 'scroll'], 2))(
    '%s gets by or ends in time',
    async (type) => {
      const hanging = hangs(witness);
      const url = witness.page('/hung2', page + hanging.script);
      const next = witness.page('/next', '<h1>next</h1>');
      const session = await open({
        url,
        limits: { observeTimeoutMs: 500, actionTimeoutMs: 1_500, navigationTimeoutMs: 4_000 },
      });
      await hanging.begin();
      const actions = {
        navigate: { type, url: next },
        reload: { type },
        tab: { type, do: 'new', url: next },
        wait: { type, for: { text: 'never' }, timeoutMs: 500 },
        key: { type, keys: 'Tab' },
        scroll: { type, dx: 0, dy: 100 },
      };
      const { ms, value } = await timed(() => session.perform(actions[type] as never));
      expect(ms).toBeLessThan(type === 'wait' ? 8_000 : 6_500);
      if (type === 'navigate' || type === 'tab') {
        expect(value.ok).toBe(true);
        expect((await session.observe()).url).toBe(next);
      }
      expect((await timed(() => session.close())).ms).toBeLessThan(5_000);
      console.log(`fault 4: ${type} on a hung page: ${ms.toFixed(0)} ms, ${value.error?.code ?? 'ok'}`);
    },
  );
});
