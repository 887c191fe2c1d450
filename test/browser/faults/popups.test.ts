import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { maxOwnTabs, maxTabs } from '../../../src/environments/browser/tabs/tab-list.js';
import { sample } from '../../support/sample.js';
import { eventually } from '../launch-witness.js';
import { browserProcesses, click, idOf, keepBrowser, open, timed, useWitness } from './witness.js';

const slow = { timeout: 90_000 };
const witness = useWitness();
beforeAll(() => {
  witness.page('/popup', '<title>popup</title><h1>popup</h1><button onclick="tell(\'in popup\')">Inside</button>');
});

describe('windows that pages open (fault 13)', slow, () => {
  keepBrowser();

  it.each(
    sample(
      [
        ['window.open', `<button onclick="window.open('/popup')">Open</button>`],
        ['a link', `<a href="/popup" target="_blank">Open</a>`],
        ['a link without opener', `<a href="/popup" target="_blank" rel="noopener">Open</a>`],
        [
          'a window of its own size',
          `<button onclick="window.open('/popup', '', 'width=300,height=200')">Open</button>`,
        ],
      ],
      2,
    ),
  )('one is followed: %s', async (_, html) => {
    const url = witness.page('/one', html);
    const session = await open({ url });
    const outcome = await click(session, 'Open');
    expect(outcome.changes).toContainEqual(expect.objectContaining({ kind: 'popup', tab: 'tab_2' }));
    const observation = await session.observe();
    expect(observation.url).toBe(`${witness.origin}/popup`);
    expect(observation.tabs?.map((tab) => [tab.id, tab.active])).toEqual([
      ['tab_1', false],
      ['tab_2', true],
    ]);
    await session.perform({ type: 'click', target: { element: idOf(observation, 'Inside') } });
    await eventually(() => witness.words().join() === 'in popup', 2_000);
    // There is nothing before it but the page that opened it.
    const back = await session.perform({ type: 'back' });
    expect(back).toMatchObject({ ok: true, effect: 'changed' });
    const returned = await session.observe();
    expect([returned.url, returned.tabs?.length ?? 1]).toEqual([url, 1]);
    expect(await session.perform({ type: 'back' })).toMatchObject({ ok: false, error: { code: 'navigation_failed' } });
  });

  it('of several, none is selected', async () => {
    const url = witness.page(
      '/three',
      `<button onclick="for (let turn = 0; turn < 3; turn += 1) window.open('/popup?' + turn)">Open</button>`,
    );
    const session = await open({ url });
    const outcome = await click(session, 'Open');
    expect(outcome.changes.filter((change) => change.kind === 'popup').length).toBe(3);
    const observation = await session.observe();
    expect(observation.url).toBe(url);
    expect(observation.tabs?.length).toBe(4);
  });

  it('fifty at once: at most the limit stay open, all are reported, and the session continues', async () => {
    const url = witness.page(
      '/storm',
      `<button onclick="for (let turn = 0; turn < 50; turn += 1) window.open('/popup?' + turn)">Storm</button><button onclick="tell('still here')">Go</button>`,
    );
    const session = await open({ url, limits: { actionTimeoutMs: 14_000 } });
    const before = memory();
    const { ms, value } = await timed(() => click(session, 'Storm'));
    expect(ms).toBeLessThan(15_000);
    const popups = value.changes.filter((change) => change.kind === 'popup');
    expect(popups.length).toBeGreaterThanOrEqual(maxTabs);
    expect(popups.some((change) => change.kind === 'popup' && change.note?.includes('too many tabs'))).toBe(true);
    const observation = await session.observe();
    expect(observation.url).toBe(url);
    await eventually(async () => ((await session.observe()).tabs?.length ?? 0) <= maxTabs, 5_000);
    await eventually(() => browserProcesses('renderer').length <= maxTabs + 4, 10_000);
    expect(memory() - before).toBeLessThan(2_500);
    const acted = await timed(() => click(session, 'Go'));
    expect(acted.value.ok).toBe(true);
    await eventually(() => witness.words().includes('still here'), 2_000);
    console.log(
      `fault 13: 50 windows in ${ms.toFixed(0)} ms, ${(await session.observe()).tabs?.length} tabs, ${popups.length} told, ` +
        `${(memory() - before).toFixed(0)} MB more, a click after that ${acted.ms.toFixed(0)} ms`,
    );
    // The caller itself may open more.
    let one = await session.perform({ type: 'tab', do: 'new' });
    expect(one.ok).toBe(true);
    for (let count = 0; one.ok && count < maxOwnTabs; count += 1)
      one = await session.perform({ type: 'tab', do: 'new' });
    expect(one).toMatchObject({ ok: false, error: { code: 'unknown_tab' } });
    expect((await session.observe()).tabs).toHaveLength(maxOwnTabs);
    await session.perform({ type: 'tab', do: 'close', tab: (await session.observe()).tabs?.at(-1)?.id });
    expect((await session.perform({ type: 'tab', do: 'new' })).ok).toBe(true);
  });

  it('one that closes itself immediately', async () => {
    witness.page('/brief', `<script>window.close()</script>`);
    const url = witness.page(
      '/opener',
      `<button onclick="window.open('/brief')">Open</button><button onclick="tell('here')">Go</button>`,
    );
    const session = await open({ url });
    const { ms, value } = await timed(() => click(session, 'Open'));
    expect(value.ok).toBe(true);
    expect(ms).toBeLessThan(6_000);
    await eventually(async () => (await session.observe()).url === url, 3_000);
    expect((await click(session, 'Go')).ok).toBe(true);
    await eventually(() => witness.words().join() === 'here', 2_000);
  });

  it('a popup that opens popups, and one that hangs', async () => {
    witness.page('/nest', `<button onclick="window.open('/nest')">More</button>`);
    witness.page('/hanging', `<script>for (;;);</script>`);
    const session = await open({ url: witness.page('/nest0', `<button onclick="window.open('/nest')">More</button>`) });
    for (let turn = 0; turn < 3; turn += 1) await click(session, 'More');
    expect((await session.observe()).tabs?.length).toBe(4);
    const url = `${witness.elsewhere}/hangopen`;
    witness.page(
      '/hangopen',
      `<button onclick="window.open('${witness.origin}/hanging', '_blank', 'noopener')">Hang</button>`,
    );
    await session.perform({ type: 'navigate', url });
    const { ms } = await timed(() => click(session, 'Hang'));
    expect(ms).toBeLessThan(15_000);
    expect((await timed(() => session.observe())).ms).toBeLessThan(4_000);
  });
});

describe('endless windows (fault 13)', slow, () => {
  it('the session survives an endless stream', async () => {
    const url = witness.page(
      '/endless',
      `<button onclick="setInterval(() => window.open('/popup'), 60)">Storm</button><h1>calm</h1>`,
    );
    const session = await open({ url });
    await click(session, 'Storm');
    for (let turn = 0; turn < 3; turn += 1) {
      const { ms, value } = await timed(() => session.observe());
      expect(ms).toBeLessThan(4_000);
      expect(value.tabs?.length ?? 1).toBeLessThanOrEqual(maxTabs);
    }
    const home = (await session.observe()).tabs?.find((tab) => tab.url === url);
    if (home) await session.perform({ type: 'tab', do: 'close', tab: home.id });
    const { ms } = await timed(() => session.close());
    expect(ms).toBeLessThan(8_000);
    await eventually(() => browserProcesses().length === 0, 5_000);
  });
});

/** Megabytes of all browser processes, shared pages counted once. */
function memory(): number {
  let total = 0;
  for (const pid of browserProcesses()) {
    try {
      const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      total += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024;
    } catch {
      // ended meanwhile
    }
  }
  return total;
}
