import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import {
  connect as connectSocket,
  createServer as createSocketServer,
  type Socket,
  type Server as SocketServer,
} from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { acquireBrowser, type BrowserLease } from '../../../src/environments/browser/launch/acquire-browser.js';
import { connectBrowser } from '../../../src/environments/browser/launch/connect.js';
import { eventually, foldersOf } from '../launch-witness.js';
import { startUserBrowser, type UserBrowser } from './user-browser.js';

const slow = { timeout: 60_000 };
const leases: BrowserLease[] = [];
const ends: (() => void)[] = [];
let folder: string;

let user: UserBrowser;

const startBrowserOfUser = () =>
  startUserBrowser(mkdtempSync(join(folder, 'user-')), 'data:text/html,<title>mine</title>');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'connect-'));
  user = await startBrowserOfUser();
}, 30_000);
afterAll(async () => {
  await user.end();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});
afterEach(async () => {
  await Promise.all(leases.splice(0).map((lease) => lease.release()));
  for (const end of ends.splice(0)) end();
  expect(foldersOf(process.pid)).toEqual([]);
});

async function acquire(cdp: string): Promise<BrowserLease> {
  const lease = await acquireBrowser({ cdp });
  leases.push(lease);
  return lease;
}

async function listen(server: Server | SocketServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  return typeof bound === 'object' && bound ? bound.port : 0;
}

async function fakeBrowser(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${await listen(server)}`;
}

/** Titles of the open pages, from the browser's own list. */
async function openPages(): Promise<string[]> {
  const list: unknown = await (await fetch(`${user.http}/json/list`)).json();
  if (!Array.isArray(list)) throw new Error('No list of pages.');
  return list
    .filter(({ type }) => type === 'page')
    .map(({ title }) => String(title))
    .sort();
}

async function refusal(cdp: string): Promise<{ error: unknown; ms: number }> {
  const start = performance.now();
  const error = await acquire(cdp).catch((thrown: unknown) => thrown);
  return { error, ms: performance.now() - start };
}

describe('a running browser', slow, () => {
  it.each(['http', 'socket'] as const)('is used by its %s URL and stays unchanged', async (kind) => {
    await eventually(async () => (await openPages()).join() === 'mine', 5000);
    const lease = await acquire(user[kind]);
    expect(lease).toMatchObject({ engine: 'chromium', owned: false });
    expect(await lease.context?.pages()[0]?.title()).toBe('mine');
    const page = await (await lease.browser.playwright()).newPage();
    await page.goto('data:text/html,<title>ours</title>');
    expect(await openPages()).toEqual(['mine', 'ours']);
    let lost = false;
    lease.onLost(() => {
      lost = true;
    });
    await lease.release();
    await lease.release();
    expect(lease.browser.isConnected()).toBe(false);
    expect(lost).toBe(false);
    await eventually(async () => (await openPages()).join() === 'mine', 5000);
    expect(user.process.exitCode).toBeNull();
  });

  it('is found by any loopback name', async () => {
    const lease = await acquire(`http://localhost:${user.port}/`);
    expect(lease.browser.isConnected()).toBe(true);
  });

  it('is reported lost when it dies', async () => {
    const other = await startBrowserOfUser();
    const lease = await acquire(other.http);
    const lost = new Promise<string>((resolve) => lease.onLost((fault) => resolve(fault.code)));
    const start = performance.now();
    if (other.process.pid) process.kill(-other.process.pid, 'SIGKILL');
    expect(await lost).toBe('browser_unreachable');
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe('servers that are no trusted browser (fault 19)', slow, () => {
  const answers: [string, RequestListener, string][] = [
    [
      'another host',
      (_, response) =>
        response.end(JSON.stringify({ webSocketDebuggerUrl: 'ws://169.254.169.254/devtools/browser/x' })),
      '169.254.169.254',
    ],
    [
      'another port',
      (_, response) => response.end(JSON.stringify({ webSocketDebuggerUrl: 'ws://127.0.0.1:1/devtools/browser/x' })),
      '127.0.0.1:1',
    ],
    [
      'a name that only starts alike',
      (request, response) =>
        response.end(
          JSON.stringify({ webSocketDebuggerUrl: `ws://127.0.0.1.evil.test:${request.socket.localPort}/x` }),
        ),
      'evil.test',
    ],
    [
      'a user name that looks alike',
      (request, response) =>
        response.end(
          JSON.stringify({ webSocketDebuggerUrl: `ws://127.0.0.1:${request.socket.localPort}@evil.test/x` }),
        ),
      'evil.test',
    ],
    [
      'another scheme',
      (request, response) =>
        response.end(JSON.stringify({ webSocketDebuggerUrl: `file://127.0.0.1:${request.socket.localPort}/x` })),
      'not a browser',
    ],
    ['no address', (_, response) => response.end('{}'), 'not a browser'],
    ['no JSON', (_, response) => response.end('<html>'), 'not a browser'],
    ['an error', (_, response) => response.writeHead(500).end('no'), '500'],
    [
      'a redirect',
      (_, response) => response.writeHead(302, { Location: `${user.http}/json/version` }).end(),
      'cannot be reached',
    ],
  ];
  it.each(answers)('refuses %s', async (_, answer, why) => {
    const { error, ms } = await refusal(await fakeBrowser(answer));
    expect(error).toMatchObject({
      code: 'browser_unreachable',
      message: expect.stringContaining(why),
      hint: expect.any(String),
    });
    expect(ms).toBeLessThan(2000);
  });

  it('refuses an endless answer', async () => {
    const { error, ms } = await refusal(
      await fakeBrowser((_, response) => {
        const more = () => response.write('x'.repeat(16_384)) && setImmediate(more);
        response.on('drain', more);
        more();
      }),
    );
    expect(error).toMatchObject({ code: 'browser_unreachable' });
    expect(ms).toBeLessThan(5500);
  });

  it('times out if the server never answers or never ends its answer', async () => {
    const [silent, endless] = await Promise.all([
      fakeBrowser(() => undefined).then(refusal),
      fakeBrowser((_, response) => response.write('{')).then(refusal),
    ]);
    for (const { error, ms } of [silent, endless]) {
      expect(error).toMatchObject({ code: 'browser_unreachable', message: expect.stringContaining('5000 ms') });
      expect(ms).toBeLessThan(6000);
    }
  });

  it('times out on a socket that accepts and then sends nothing', async () => {
    const server = createSocketServer();
    ends.push(() => server.close());
    const sockets: Socket[] = [];
    server.on('connection', (socket) => sockets.push(socket));
    const { error, ms } = await refusal(`ws://127.0.0.1:${await listen(server)}/devtools/browser/x`);
    for (const socket of sockets) socket.destroy();
    expect(error).toMatchObject({ code: 'browser_unreachable' });
    expect(ms).toBeLessThan(12_000);
  });

  it('refuses a port without a listener', async () => {
    for (const cdp of ['http://127.0.0.1:1', 'http://127.0.0.1:9', 'ws://127.0.0.1:9/x']) {
      expect((await refusal(cdp)).error).toMatchObject({ code: 'browser_unreachable' });
    }
  });

  it.each(['', 'chrome', 'file:///etc/passwd', '9222', 'ftp://127.0.0.1:9222', 'http://me:secret@127.0.0.1:9222'])(
    'refuses the address %j',
    async (cdp) => {
      const { error } = await refusal(cdp);
      expect(error).toMatchObject({ code: 'bad_url' });
      expect(String(error)).not.toContain('secret');
    },
  );

  it('detects a dead connection without an event', async () => {
    const pairs: Socket[] = [];
    let silent = false;
    const relay = createSocketServer((near) => {
      const far = connectSocket(user.port, '127.0.0.1');
      pairs.push(near, far);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        from.on('data', (data) => silent || to.write(data));
        from.on('error', () => to.destroy());
      }
    });
    ends.push(() => {
      for (const socket of pairs) socket.destroy();
      relay.close();
    });
    const port = await listen(relay);
    const lease = await connectBrowser(user.socket.replace(String(user.port), String(port)), {
      intervalMs: 100,
      timeoutMs: 500,
    });
    const lost = new Promise<string>((resolve) => lease.onLost((fault) => resolve(fault.message)));
    const page = await (await lease.browser.playwright()).newPage();
    expect(await page.evaluate('1 + 1')).toBe(2);
    silent = true;
    const start = performance.now();
    expect(await lost).toContain('500 ms');
    expect(performance.now() - start).toBeLessThan(2000);
    const releasing = performance.now();
    await lease.release();
    expect(performance.now() - releasing).toBeLessThan(2500);
  });
});
