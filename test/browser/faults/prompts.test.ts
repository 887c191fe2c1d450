import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Change } from '../../../src/core/change.js';
import { sample } from '../../support/sample.js';
import { eventually } from '../launch-witness.js';
import { click, idOf, keepBrowser, listen, open, temporary, timed, useWitness } from './witness.js';

const slow = { timeout: 60_000 };
keepBrowser();
const witness = useWitness();

type Session = Awaited<ReturnType<typeof open>>;

/** The page changes that the outcome and the next observation report. */
async function told(session: Session, changes: readonly Change[]): Promise<string[]> {
  const { changes: later = [] } = await session.observe();
  return [...changes, ...later].flatMap((change) => (change.kind === 'page' ? [change.what] : []));
}

describe('prompts that only a user of the browser could answer (fault 16)', slow, () => {
  it('window.print()', async () => {
    const url = witness.page('/print', `<button onclick="print(); tell('went on')">Print</button>`);
    const session = await open({ url });
    const { ms, value } = await timed(() => click(session, 'Print'));
    expect(value.ok).toBe(true);
    expect(ms).toBeLessThan(5_000);
    expect(await told(session, value.changes)).toContain('print_requested');
    await eventually(() => witness.words().join() === 'went on', 3_000);
    expect((await timed(() => session.observe())).ms).toBeLessThan(1_000);
  });

  it('window.print() on load, and in a frame of another site', async () => {
    witness.page('/inner', `<button onclick="print()">Inner</button>`);
    const url = witness.page('/printing', `<iframe src="${witness.elsewhere}/inner"></iframe><script>print()</script>`);
    const session = await open();
    const outcome = await session.perform({ type: 'navigate', url });
    expect(await told(session, outcome.changes)).toContain('print_requested');
    await eventually(async () => (await session.observe()).text.includes('Inner'), 5_000);
    expect(await told(session, (await click(session, 'Inner')).changes)).toContain('print_requested');
  });

  it.each(
    sample(
      [
        ['geolocation', `navigator.geolocation.getCurrentPosition(() => tell('granted'), () => tell('denied'))`],
        ['notifications', `Notification.requestPermission().then((answer) => tell(answer))`],
        [
          'camera or microphone',
          `navigator.mediaDevices.getUserMedia({ video: true }).then(() => tell('granted'), () => tell('denied'))`,
        ],
        ['clipboard', `navigator.clipboard.readText().then(() => tell('granted'), () => tell('denied'))`],
        ['midi', `navigator.requestMIDIAccess().then(() => tell('granted'), () => tell('denied'))`],
      ],
      2,
    ),
  )('%s: denied, told, and nothing waits', async (name, script) => {
    // Only a secure place may ask: localhost is one.
    witness.page('/ask', `<button onclick="${script}">Ask</button>`);
    const session = await open({ url: `${witness.elsewhere}/ask` });
    const { ms, value } = await timed(() => click(session, 'Ask'));
    expect(value.ok).toBe(true);
    expect(ms).toBeLessThan(6_000);
    const { changes: later = [] } = await session.observe();
    expect([...value.changes, ...later]).toContainEqual({ kind: 'page', what: 'permission_requested', detail: name });
    await eventually(() => witness.words().length === 1, 5_000);
    expect(witness.words()).toEqual(['denied']);
  });

  it('screen capture and usb: reported, and the session continues', async () => {
    witness.page(
      '/devices',
      `<button onclick="navigator.mediaDevices.getDisplayMedia().catch(() => {})">Screen</button><button onclick="navigator.usb.requestDevice({ filters: [] }).catch(() => {})">Usb</button><button onclick="tell('alive')">Alive</button>`,
    );
    const session = await open({ url: `${witness.elsewhere}/devices` });
    const observation = await session.observe();
    for (const [name, detail] of [
      ['Screen', 'screen capture'],
      ['Usb', 'usb'],
    ] as const) {
      const outcome = await session.perform({ type: 'click', target: { element: idOf(observation, name) } });
      expect(outcome.changes).toContainEqual({ kind: 'page', what: 'permission_requested', detail });
    }
    await session.perform({ type: 'click', target: { element: idOf(observation, 'Alive') } });
    await eventually(() => witness.words().join() === 'alive', 3_000);
  });

  it('the page cannot detect the wrappers by the obvious checks', async () => {
    witness.page(
      '/looking',
      `<button onclick="tell([Geolocation.prototype.getCurrentPosition.toString(), navigator.geolocation.getCurrentPosition.name, Notification.requestPermission.length, Object.keys(window).filter((key) => /handrail/i.test(key)).length].join('|'))">Look</button>`,
    );
    const session = await open({ url: `${witness.elsewhere}/looking` });
    await click(session, 'Look');
    await eventually(() => witness.words().length === 1, 2_000);
    expect(witness.words()[0]).toMatch(/^function .*\[native code\].*\|getCurrentPosition\|0\|0$/);
  });

  it.each(['navigate', 'click'] as const)('HTTP authentication during %s', async (way) => {
    witness.route('/private', (request, response) => {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="private"', 'Content-Type': 'text/html' });
      response.end(`<h1>members only</h1>${request.headers.authorization ?? ''}`);
    });
    const url = witness.page('/lobby', `<a href="/private">Enter</a><button onclick="tell('alive')">Alive</button>`);
    const session = await open({ url });
    const { ms, value } = await timed(() =>
      way === 'click'
        ? click(session, 'Enter')
        : session.perform({ type: 'navigate', url: `${witness.origin}/private` }),
    );
    expect(ms).toBeLessThan(6_000);
    expect(await told(session, value.changes)).toContain('auth_requested');
    if (way === 'navigate') expect(value.error?.hint ?? '').toMatch(/name and password/);
    expect((await timed(() => session.observe())).ms).toBeLessThan(1_000);
    expect((await session.perform({ type: 'navigate', url })).ok).toBe(true);
    await click(session, 'Alive');
    await eventually(() => witness.words().join() === 'alive', 2_000);
  });

  it('HTTP authentication of an image or a fetch does not block either', async () => {
    witness.route('/guarded', (_, response) =>
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end(),
    );
    const url = witness.page(
      '/gallery',
      `<img src="/guarded"><button onclick="fetch('/guarded').then((answer) => tell('status ' + answer.status))">Fetch</button><button onclick="tell('alive')">Alive</button>`,
    );
    const session = await open({ limits: { settleTimeoutMs: 1_500 } });
    const opened = await timed(() => session.perform({ type: 'navigate', url }));
    expect(opened.ms).toBeLessThan(4_000);
    expect(opened.value.settled.reason).toBe('still busy after 1500 ms: page still loading');
    const first = await timed(() => click(session, 'Fetch'));
    expect(first.ms).toBeLessThan(3_000);
    expect(first.value).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'modal_open' } });
    expect(first.value.changes).toContainEqual({
      kind: 'page',
      what: 'auth_requested',
      detail: `${witness.origin}/guarded`,
    });
    const second = await timed(() => click(session, 'Fetch'));
    expect(second.value.ok).toBe(true);
    expect(second.ms).toBeLessThan(2_000);
    await eventually(() => witness.words().join() === 'status 401', 3_000);
    expect((await click(session, 'Alive')).ok).toBe(true);
    await eventually(() => witness.words().includes('alive'), 3_000);
  });

  it('a rewritten page with an image that never loads is not mistaken for one behind a prompt', async () => {
    witness.route('/never', () => undefined);
    const written = `<img src=/never><button onclick="navigator.sendBeacon('/log?pressed')">New</button>`;
    const url = witness.page(
      '/rewritten',
      `<button onclick="document.open(); document.write(decodeURIComponent('${encodeURIComponent(written).replaceAll("'", '%27')}')); document.close()">Old</button>`,
    );
    const session = await open({ url, limits: { settleTimeoutMs: 800 } });
    await click(session, 'Old');
    const outcome = await click(session, 'New');
    expect(outcome.ok).toBe(true);
    expect(outcome.effect).toBe('changed');
    await eventually(() => witness.words().join() === 'pressed', 2_000);
  });

  it('window.close() by the page: reported, and another tab becomes active', async () => {
    witness.page('/closing', `<button onclick="tell('closing'); window.close()">Close me</button>`);
    const url = witness.page(
      '/main',
      `<button onclick="window.open('/closing')">Open</button><button onclick="tell('alive')">Alive</button>`,
    );
    const session = await open({ url });
    await click(session, 'Open');
    const { ms, value } = await timed(() => click(session, 'Close me'));
    expect(ms).toBeLessThan(5_000);
    expect(value.ok).toBe(true);
    expect(value.changes).toContainEqual({ kind: 'tab', tab: 'tab_2', do: 'closed' });
    const observation = await session.observe();
    expect(observation.url).toBe(url);
    await session.perform({ type: 'click', target: { element: idOf(observation, 'Alive') } });
    await eventually(() => witness.words().join() === 'closing,alive', 2_000);
  });

  it('window.close() of the last tab: a blank tab replaces it', async () => {
    const url = witness.page(
      '/last',
      `<script>setTimeout(() => { open('', '_self'); window.close(); tell('asked') }, 500)</script><h1>last</h1>`,
    );
    const session = await open({ url });
    await eventually(() => witness.words().includes('asked'), 3_000);
    const { ms, value } = await timed(() => session.observe());
    expect(ms).toBeLessThan(3_000);
    expect(value.url).toBeDefined();
    expect((await session.perform({ type: 'navigate', url: witness.page('/next', '<h1>next</h1>') })).ok).toBe(true);
  });
});

describe('certificates (fault 16)', slow, () => {
  let server: Server;
  let port: number;
  let visits = 0;
  beforeAll(async () => {
    const folder = temporary('certificate');
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
    execFileSync('openssl', ['req', ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) => {
      visits += 1;
      response.end('secret');
    });
    port = await listen(server);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it.each(sample(['navigate', 'click', 'tab'], 2))(
    'one that is not valid, met by %s: named, not entered',
    async (way) => {
      const bad = `https://localhost:${port}/`;
      const url = witness.page('/door', `<a href="${bad}">Enter</a><button onclick="tell('alive')">Alive</button>`);
      const session = await open({ url });
      const { ms, value } = await timed(() =>
        way === 'click'
          ? click(session, 'Enter')
          : session.perform(way === 'tab' ? { type: 'tab', do: 'new', url: bad } : { type: 'navigate', url: bad }),
      );
      expect(ms).toBeLessThan(6_000);
      expect(await told(session, value.changes)).toContain('certificate_error');
      if (way !== 'click')
        expect(value.error).toMatchObject({
          code: 'navigation_failed',
          message: expect.stringContaining('certificate'),
        });
      expect(visits).toBe(0);
      expect((await session.observe()).text).not.toContain('secret');
      expect((await session.perform({ type: 'navigate', url })).ok).toBe(true);
      await click(session, 'Alive');
      await eventually(() => witness.words().join() === 'alive', 2_000);
    },
  );
});
