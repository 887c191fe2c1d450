import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isLongJob } from '../../support/sample.js';
import { eventually, foldersOf } from '../launch-witness.js';
import { heldResources, listenerCounts, openFiles } from './resources.js';
import {
  browserProcesses,
  click,
  type Hanging,
  hangs,
  idOf,
  keepBrowser,
  open,
  temporary,
  timed,
  useWitness,
} from './witness.js';

const slow = { timeout: 120_000 };
const witness = useWitness();

/** A page that shows the visitor's name from the cookie and from the storage, and sets the name from the query. */
function reception(): string {
  witness.route('/reception', (request, response) => {
    const name = new URL(request.url ?? '/', witness.origin).searchParams.get('name');
    if (name) response.setHeader('Set-Cookie', `name=${name}`);
    const known = /name=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? 'nobody';
    response.setHeader('Content-Type', 'text/html');
    response.end(
      `<title>reception</title><h1>cookie ${known}</h1><h2></h2><input aria-label="Name"><button onclick="fetch('/log?' + document.querySelector('input').value + ' ' + localStorage.name)">Sign</button>
       <script>${name ? `localStorage.name = '${name}';` : ''} document.querySelector('h2').textContent = 'storage ' + localStorage.name</script>`,
    );
  });
  return `${witness.origin}/reception`;
}

describe('many sessions at once', slow, () => {
  it('eight in one browser stay separate: cookies, storage, tabs, ids and actions', async () => {
    const url = reception();
    const names = Array.from({ length: 8 }, (_, index) => `guest${index}`);
    const sessions = await Promise.all(names.map(() => open({ url })));
    expect(browserProcesses('browser').length).toBe(1);
    await Promise.all(
      sessions.map(async (session, index) => {
        const name = names[index] ?? '';
        await session.perform({ type: 'navigate', url: `${url}?name=${name}` });
        await session.perform({ type: 'navigate', url });
        const observation = await session.observe();
        expect(observation.text).toContain(`cookie ${name}`);
        expect(observation.text).toContain(`storage ${name}`);
        if (index % 2) await session.perform({ type: 'tab', do: 'new', url });
        const field = idOf(await session.observe(), 'Name');
        await session.perform({ type: 'type', target: { element: field }, text: name });
        await click(session, 'Sign');
        const after = await session.observe();
        expect(after.tabs?.length ?? 1).toBe(index % 2 ? 2 : 1);
        expect(after.elements.find((element) => element.name === 'Name')?.value).toBe(name);
      }),
    );
    expect(witness.words().sort()).toEqual(names.map((name) => `${name} ${name}`));
    // Every session counts its elements from 1, and an id of one means nothing to another.
    const [one, other] = sessions;
    const strange = (await one?.observe())?.elements.at(-1)?.id;
    expect(Number(strange?.slice(3))).toBeLessThan(60);
    await one?.close();
    expect((await other?.observe())?.text).toContain('cookie guest1');
    expect(browserProcesses('browser').length).toBe(1);
    await Promise.all(sessions.map((session) => session.close()));
    await eventually(() => browserProcesses().length === 0, 5_000);
  });

  it('storage state from one session to another, as an object and as a file', async () => {
    const url = reception();
    const first = await open({ url: `${url}?name=carried` });
    const path = join(temporary('state'), 'state.json');
    const state = await first.storageState(path);
    await first.close();
    for (const storageState of [state, path]) {
      const session = await open({ url, storageState });
      const { text } = await session.observe();
      expect(text).toContain('cookie carried');
      expect(text).toContain('storage carried');
    }
    const stranger = await open({ url });
    expect((await stranger.observe()).text).toContain('cookie nobody');
  });
});

describe('cancelling', slow, () => {
  keepBrowser();

  const cases: [
    string,
    string,
    (session: Awaited<ReturnType<typeof open>>, signal: AbortSignal, hanging: Hanging) => Promise<unknown>,
  ][] = [
    [
      'a click on a page that hangs',
      `<button onclick="tell('pressed'); const end = Date.now() + 2500; while (Date.now() < end);">Go</button>`,
      async (session, signal) => {
        const element = idOf(await session.observe(), 'Go');
        return session.perform({ type: 'click', target: { element } }, { signal });
      },
    ],
    [
      'a wait',
      '<button>Go</button>',
      (session, signal) => session.perform({ type: 'wait', for: { text: 'never' }, timeoutMs: 60_000 }, { signal }),
    ],
    [
      'a wait of seconds',
      '<button>Go</button>',
      (session, signal) => session.perform({ type: 'wait', for: { seconds: 60 } }, { signal }),
    ],
    [
      'a navigation that is not answered',
      '<button>Go</button>',
      (session, signal) =>
        session.perform({ type: 'navigate', url: witness.route('/never', () => undefined) }, { signal }),
    ],
    [
      'a page that does not come to rest',
      `<button onclick="(function turn() { box.animate([{ opacity: 0 }, { opacity: 1 }], 300).onfinish = turn; })()">Go</button><i id=box>x</i>`,
      (session, signal) => click(session, 'Go', { signal }),
    ],
    [
      'a look at a page that hangs',
      '<button>Go</button>',
      async (session, signal, hanging) => {
        await hanging.begin();
        return session.observe({ signal, picture: 'plain' });
      },
    ],
  ];
  it.each(cases)('%s ends within a second, and the session continues', async (what, html, work) => {
    const hanging = hangs(witness, 2_500);
    const session = await open({
      url: witness.page('/cancel', html + hanging.script),
      limits: { settleTimeoutMs: 20_000, observeTimeoutMs: 10_000, actionTimeoutMs: 30_000 },
    });
    const controller = new AbortController();
    const working = work(session, controller.signal, hanging).catch((error: unknown) => error);
    if (what.includes('click')) await eventually(() => witness.words().includes('pressed'), 10_000);
    else await new Promise((resolve) => setTimeout(resolve, 900));
    const { ms, value } = await timed(() => {
      controller.abort();
      return working;
    });
    expect(ms).toBeLessThan(1_000);
    expect(JSON.stringify(value)).toContain('cancelled');
    if (what.includes('click')) expect(value).toMatchObject({ ok: false, effect: 'unknown' });
    controller.abort();
    const next = witness.page('/next', `<button onclick="tell('next')">Next</button>`);
    expect((await session.perform({ type: 'navigate', url: next })).ok).toBe(true);
    expect((await click(session, 'Next')).ok).toBe(true);
    await eventually(() => witness.words().includes('next'), 2_000);
    expect(witness.words().filter((words) => words === 'pressed').length).toBeLessThanOrEqual(1);
    console.log(`cancel: ${what}: ${ms.toFixed(0)} ms`);
  });

  it('an action that has not started is not executed and does not wait for a running one', async () => {
    const session = await open({ url: witness.page('/queue', `<button onclick="tell('second')">Second</button>`) });
    const element = idOf(await session.observe(), 'Second');
    const first = session.perform({ type: 'wait', for: { seconds: 1 } });
    const controller = new AbortController();
    const second = session.perform({ type: 'click', target: { element } }, { signal: controller.signal });
    const third = session.observe({ signal: controller.signal }).catch((error: unknown) => error);
    const { ms, value } = await timed(() => {
      controller.abort();
      return second;
    });
    expect(ms).toBeLessThan(200);
    expect(value).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'cancelled' } });
    expect(await third).toMatchObject({ code: 'cancelled' });
    expect((await first).ok).toBe(true);
    expect(witness.words()).toEqual([]);
    expect((await session.perform({ type: 'click', target: { element } })).ok).toBe(true);
    const already = await session.perform({ type: 'click', target: { element } }, { signal: AbortSignal.abort() });
    expect(already).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'cancelled' } });
    await eventually(() => witness.words().join() === 'second', 2_000);
  });

  it('an action cancelled while the gate decides is not executed', async () => {
    let letThrough: (verdict: 'allow') => void = () => undefined;
    let asked = 0;
    const session = await open({
      gate: ({ action }) => {
        if (action.type === 'navigate') return 'allow';
        asked += 1;
        return new Promise((resolve) => {
          letThrough = resolve;
        });
      },
    });
    await session.perform({
      type: 'navigate',
      url: witness.page(
        '/gate',
        `<script>setTimeout(() => tell('answered ' + confirm('?')), 200)</script><button onclick="tell('clicked')">Go</button>`,
      ),
    });
    await eventually(async () => (await session.observe()).modal !== undefined, 3_000);
    const controller = new AbortController();
    const outcome = session.perform({ type: 'dialog', accept: true }, { signal: controller.signal });
    await eventually(() => asked === 1, 1_000);
    const { ms, value } = await timed(() => {
      controller.abort();
      return outcome;
    });
    expect(ms).toBeLessThan(1_000);
    expect(value).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    letThrough('allow');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await session.observe()).modal).toBeDefined();
    expect(witness.words()).toEqual([]);
  });

  it('closing ends running actions, and later calls are refused', async () => {
    const session = await open({ url: witness.page('/closing', `<button>Go</button>`) });
    const waiting = session.perform({ type: 'wait', for: { text: 'never' }, timeoutMs: 30_000 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await timed(() => session.close())).ms).toBeLessThan(5_000);
    const { ms, value } = await timed(() => waiting);
    expect(value.ok).toBe(false);
    expect(ms).toBeLessThan(2_000);
    await session.close();
    expect(await session.perform({ type: 'reload' })).toMatchObject({
      ok: false,
      effect: 'unchanged',
      error: { code: 'closed' },
    });
    await expect(session.observe()).rejects.toMatchObject({ code: 'closed' });
  });
});

describe('sessions in sequence', slow, () => {
  it('sessions next to an open one leave no folder, handle, listener, process, timer or page', async () => {
    const url = witness.page('/brief', `<button onclick="this.textContent = 'Gone'">Go</button>`);
    const staying = await open({ url });
    const warnings: string[] = [];
    const hear = (warning: Error) => warnings.push(String(warning));
    process.on('warning', hear);
    const visit = async () => {
      const session = await open({ url });
      await click(session, 'Go');
      await session.close();
    };
    for (let turn = 0; turn < 3; turn += 1) await visit();
    const before = heldResources();
    const count = isLongJob ? 40 : 6;
    for (let turn = 0; turn < count; turn += 1) await visit();
    await eventually(() => browserProcesses('renderer').length <= before.renderers + 1, 5_000);
    const after = heldResources();
    expect(after.folders).toEqual(before.folders);
    expect(after.listeners).toBe(before.listeners);
    expect(after.handles - before.handles).toBeLessThanOrEqual(2);
    expect(after.timers - before.timers).toBeLessThanOrEqual(3);
    expect(after.memory - before.memory).toBeLessThan(0.05 * count + 3);
    expect(warnings.filter((text) => /leak/i.test(text))).toEqual([]);
    expect((await staying.observe()).url).toBe(url);
    process.off('warning', hear);
    await staying.close();
    await eventually(() => browserProcesses().length === 0 && foldersOf(process.pid).length === 0, 5_000);
    console.log(
      `${count} sessions one after the other: heap ${(after.memory - before.memory).toFixed(1)} MB more, ${after.handles - before.handles} handles, ${after.timers - before.timers} timers`,
    );
  });

  it('sessions with their own browsers leave nothing either', async () => {
    const url = witness.page('/whole', `<h1>whole</h1>`);
    const names = () =>
      readdirSync(tmpdir()).filter(
        (name) => /^(handrail-|playwright)/.test(name) && name.includes(String(process.pid)),
      );
    await (await open({ url })).close();
    const before = { listeners: listenerCounts(), handles: openFiles().length };
    for (let turn = 0; turn < (isLongJob ? 4 : 2); turn += 1) {
      const session = await open({ url });
      await session.observe();
      await session.close();
      expect(browserProcesses()).toEqual([]);
    }
    expect(listenerCounts()).toBe(before.listeners);
    expect(openFiles().length - before.handles).toBeLessThanOrEqual(2);
    expect(foldersOf(process.pid)).toEqual([]);
    expect(names()).toEqual([]);
  });
});
