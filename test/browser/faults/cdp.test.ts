import { mkdtempSync, readdirSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Backdoor, backdoorAt } from '../backdoor.js';
import { startUserBrowser, type UserBrowser } from '../launch/user-browser.js';
import { eventually } from '../launch-witness.js';
import { type Relay, startRelay } from './relay.js';
import { click, endAll, idOf, listen, open, startWitness, temporary, timed, type Witness } from './witness.js';

const slow = { timeout: 90_000 };
let witness: Witness;
let user: UserBrowser & { way: Backdoor };
let home: string;
const ends: (() => void)[] = [];

/** The user's own browser, with a tab of the user. */
beforeAll(async () => {
  witness = await startWitness();
  witness.page(
    '/mine',
    `<title>mine</title><input aria-label="Draft" value="half a letter"><script>setTimeout(() => tell('my page runs'), 0)</script>`,
  );
  home = temporary('home');
  const profile = mkdtempSync(join(temporary('user'), 'data-'));
  // The browser has its own HOME, which receives its downloads.
  const browser = await startUserBrowser(profile, `${witness.origin}/mine`, { ...process.env, HOME: home });
  user = { ...browser, way: backdoorAt(browser.http) };
  await eventually(() => witness.words().includes('my page runs'), 10_000);
}, 30_000);
afterAll(async () => {
  await user.end();
  witness.close();
  await endAll();
});
beforeEach(() => {
  witness.log.length = 0;
});
const opened: Awaited<ReturnType<typeof open>>[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((session) => session.close()));
  for (const end of ends.splice(0)) end();
});

async function joinBrowser(options: Parameters<typeof open>[0]) {
  const session = await open(options);
  opened.push(session);
  return session;
}

const pages = async () =>
  (await user.way.targets())
    .filter((one) => one.type === 'page')
    .map((one) => one.url)
    .sort();
const draft = async () => {
  const { result } = await user.way.send(`${witness.origin}/mine`, 'Runtime.evaluate', {
    expression: `document.querySelector('input').value + ' ' + innerWidth + ' ' + Object.keys(window).filter((key) => /handrail/.test(key)).length`,
    returnByValue: true,
  });
  return String((result as { value?: unknown })?.value);
};

async function startBrowserRelay(): Promise<Relay> {
  const relay = await startRelay(user);
  ends.push(relay.close);
  return relay;
}

describe('a browser of another client (fault 19)', slow, () => {
  it('the session uses its own tab; the other tabs and the browser stay unchanged', async () => {
    const before = await draft();
    const session = await joinBrowser({
      cdp: user.http,
      url: witness.page('/ours', `<button onclick="tell('ours')">Ours</button>`),
    });
    const observation = await session.observe();
    expect(observation.tabs?.length ?? 1).toBe(1);
    expect(observation.text).not.toContain('half a letter');
    expect(await pages()).toEqual([`${witness.origin}/mine`, `${witness.origin}/ours`]);
    await click(session, 'Ours');
    await eventually(() => witness.words().includes('ours'), 2_000);
    // A tab that the user opens during the session belongs to the user.
    await fetch(`${user.http}/json/new?${encodeURIComponent(`${witness.origin}/mine?second`)}`, { method: 'PUT' });
    expect((await session.observe()).tabs?.length ?? 1).toBe(1);
    expect((await session.perform({ type: 'tab', do: 'new', url: `${witness.origin}/ours?2` })).ok).toBe(true);
    expect((await session.observe()).tabs?.length).toBe(2);
    await session.close();
    await eventually(
      async () => (await pages()).join() === [`${witness.origin}/mine`, `${witness.origin}/mine?second`].join(),
      5_000,
    );
    expect(await draft()).toBe(before);
    expect(user.process.exitCode).toBeNull();
    const [, second] = (await user.way.targets())
      .filter((one) => one.type === 'page')
      .sort((one, other) => one.url.localeCompare(other.url));
    await fetch(`${user.http}/json/close/${second?.id}`);
  });

  it('popups of our tab belong to the session; dialogs in other tabs are not answered', async () => {
    const session = await joinBrowser({
      cdp: user.http,
      url: witness.page('/opener', `<button onclick="window.open('/popup')">Open</button>`),
    });
    witness.page('/popup', '<title>popup</title><h1>popup</h1>');
    await click(session, 'Open');
    expect((await session.observe()).url).toBe(`${witness.origin}/popup`);
    const person = await user.way.hold(`${witness.origin}/mine`, 'Page.enable');
    person.say('Runtime.evaluate', { expression: `tell('answered ' + confirm('really?'))` });
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect((await session.observe()).modal).toBeUndefined();
    expect(witness.words().some((words) => words.startsWith('answered'))).toBe(false);
    person.say('Page.handleJavaScriptDialog', { accept: true });
    await eventually(() => witness.words().includes('answered true'), 3_000);
    person.release();
  });

  it('downloads go to their default folder; only those of our tab are reported', async () => {
    witness.route('/file', (_, response) => {
      response.setHeader('Content-Type', 'application/octet-stream');
      response.setHeader('Content-Disposition', 'attachment; filename="theirs.bin"');
      response.end(Buffer.alloc(5_000));
    });
    const session = await joinBrowser({ cdp: user.http, url: witness.page('/shelf', '<a href="/file">Get</a>') });
    const count = witness.count('/file');
    await user.way.send(`${witness.origin}/mine`, 'Runtime.evaluate', {
      expression: `Object.assign(document.createElement('a'), { href: '/file', download: '' }).click()`,
    });
    await eventually(() => witness.count('/file') > count, 3_000);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await session.observe()).changes?.some((change) => change.kind === 'download')).toBe(false);
    const told = [...(await click(session, 'Get')).changes];
    await eventually(async () => {
      told.push(...((await session.observe()).changes ?? []));
      return told.some((change) => change.kind === 'download' && change.state !== 'running');
    }, 5_000);
    const done = told.find((change) => change.kind === 'download' && change.state === 'done');
    expect(done).toMatchObject({ bytes: 5_000, path: expect.stringContaining(home) });
    expect(readdirSync(join(home, 'Downloads')).length).toBe(2);
  });

  it('its cookies are used, and other browsers do not have them', async () => {
    witness.route('/cookie', (request, response) => {
      response.setHeader('Set-Cookie', 'person=here');
      response.setHeader('Content-Type', 'text/html');
      response.end(`<h1>cookie:${request.headers.cookie ?? 'none'}</h1>`);
    });
    const url = `${witness.origin}/cookie`;
    const guest = await joinBrowser({ cdp: user.http, url });
    await guest.perform({ type: 'reload' });
    expect((await guest.observe()).text).toContain('person=here');
    const own = await joinBrowser({ url });
    expect((await own.observe()).text).toContain('cookie:none');
  });

  it('the socket drops: reconnected to the same tab in the same state, nothing executed twice', async () => {
    const relay = await startBrowserRelay();
    const session = await joinBrowser({
      cdp: relay.address,
      url: witness.page('/state', `<input aria-label="Field"><button onclick="tell('clicked')">Go</button>`),
    });
    await session.perform({ type: 'type', target: { element: idOf(await session.observe(), 'Field') }, text: 'kept' });
    const count = witness.count('/state');
    const tabs = await pages();
    relay.drop();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { ms, value } = await timed(() => session.observe());
    expect(value.url).toBe(`${witness.origin}/state`);
    expect(value.elements.find((element) => element.name === 'Field')?.value).toBe('kept');
    expect(value.changes?.some((change) => change.kind === 'page')).toBe(true);
    expect(witness.count('/state')).toBe(count);
    expect(await pages()).toEqual(tabs);
    expect((await click(session, 'Go')).ok).toBe(true);
    await eventually(() => witness.words().filter((words) => words === 'clicked').length === 1, 2_000);
    console.log(`fault 19: reconnected in ${ms.toFixed(0)} ms`);
  });

  it('the socket drops during a click: reported at once, effect unknown', async () => {
    const relay = await startBrowserRelay();
    const session = await joinBrowser({
      cdp: relay.address,
      url: witness.page(
        '/slow',
        `<button onclick="tell('pressed'); const end = Date.now() + 3000; while (Date.now() < end);">Slow</button>`,
      ),
    });
    const element = idOf(await session.observe(), 'Slow');
    const working = session.perform({ type: 'click', target: { element } });
    await eventually(() => witness.words().includes('pressed'), 3_000);
    const start = performance.now();
    relay.drop();
    const outcome = await working;
    expect(performance.now() - start).toBeLessThan(1_000);
    expect(outcome).toMatchObject({ ok: false, effect: 'unknown', error: { code: 'browser_unreachable' } });
    await eventually(async () => (await session.observe()).elements.some((one) => one.name === 'Slow'), 10_000);
    expect(witness.words().filter((words) => words === 'pressed').length).toBe(1);
  });

  it('the browser does not come back: every call ends with a reason', async () => {
    const relay = await startBrowserRelay();
    const session = await joinBrowser({ cdp: relay.address, url: witness.page('/gone', '<h1>gone</h1>') });
    relay.close();
    const looked = await timed(() => session.observe().catch((error: unknown) => error));
    expect(looked.value).toMatchObject({ code: 'browser_unreachable' });
    expect(looked.ms).toBeLessThan(12_000);
    const acted = await timed(() => session.perform({ type: 'navigate', url: `${witness.origin}/gone` }));
    expect(acted.value).toMatchObject({ ok: false, error: { code: 'browser_unreachable' } });
    expect(acted.ms).toBeLessThan(12_000);
    expect((await timed(() => session.close())).ms).toBeLessThan(5_000);
  });

  it('the socket goes silent: observations, actions and closing end by their deadlines', async () => {
    const relay = await startBrowserRelay();
    const session = await joinBrowser({
      cdp: relay.address,
      url: witness.page('/silent', `<button onclick="tell('silent click')">Go</button>`),
      limits: { observeTimeoutMs: 1_000, actionTimeoutMs: 2_000, navigationTimeoutMs: 3_000 },
    });
    const element = idOf(await session.observe(), 'Go');
    relay.silence();
    const looked = await timed(() => session.observe());
    expect(looked.value.text).toContain('INCOMPLETE');
    expect(looked.ms).toBeLessThan(3_000);
    const acted = await timed(() => session.perform({ type: 'click', target: { element } }));
    expect(acted.value.ok).toBe(false);
    expect(acted.ms).toBeLessThan(25_000);
    const closed = await timed(() => session.close());
    expect(closed.ms).toBeLessThan(12_000);
    expect(witness.words()).not.toContain('silent click');
    console.log(
      `fault 19: silent socket: look ${looked.ms.toFixed(0)} ms, click ${acted.ms.toFixed(0)} ms (${acted.value.error?.code}), close ${closed.ms.toFixed(0)} ms`,
    );
  });

  it('a server that names another host or is no browser is refused', async () => {
    const fake = createHttpServer((_, response) =>
      response.end(JSON.stringify({ webSocketDebuggerUrl: 'ws://169.254.169.254/devtools/browser/x' })),
    );
    const port = await listen(fake);
    ends.push(() => fake.close());
    for (const [cdp, code] of [
      [`http://127.0.0.1:${port}`, 'browser_unreachable'],
      ['http://127.0.0.1:9', 'browser_unreachable'],
      ['file:///etc/passwd', 'bad_url'],
    ] as const) {
      const { ms, value } = await timed(() => open({ cdp }).catch((error: unknown) => error));
      expect(value).toMatchObject({ code });
      expect(ms).toBeLessThan(2_000);
    }
  });
});
