import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BrowserSession, openSession } from '../../../src/index.js';
import { leaveWays, reachWays } from './reach-ways.js';
import { startWitnessServer, type WitnessServer } from './witness-server.js';

let home: WitnessServer;
/** Nobody may reach it. */
let forbidden: WitnessServer;
/** The session without rules reaches it. */
let other: WitnessServer;
/** May reach everything: shows that a way works. */
let free: BrowserSession;
/** May reach the start address only. */
let limited: BrowserSession;

beforeAll(async () => {
  home = await startWitnessServer();
  forbidden = await startWitnessServer();
  other = await startWitnessServer();
  [free, limited] = await Promise.all([
    openSession({ url: home.origin, policy: 'open' }),
    openSession({ url: home.origin, policy: { preset: 'trusted', addresses: { loopback: 'named' } } }),
  ]);
});
afterAll(async () => {
  await Promise.all([free?.close(), limited?.close()]);
  await Promise.all([home.close(), forbidden.close(), other.close()]);
});
beforeEach(() => {
  home.forget();
  other.forget();
  forbidden.forget();
});

/** A page whose button tries the other address first, and then one of its own server in the same way. */
function pageOf(code: string, targets: readonly string[]): string {
  return `<!doctype html><title>Page</title><button>Go</button><script>
    const reach = (url) => { ${code} };
    document.querySelector('button').onclick = () => { for (const url of ${JSON.stringify(targets)}) reach(url); };
  </script>`;
}

async function go(
  session: BrowserSession,
  code: string,
  targets: readonly string[],
  files: Record<string, string> = {},
) {
  home.setPages({ '/page': pageOf(code, targets), ...files });
  const { error } = await session.perform({ type: 'navigate', url: `${home.origin}/page` });
  expect(error).toBeUndefined();
  return session.perform({ type: 'click', target: 'Go' });
}

describe('what a page loads by itself', () => {
  test.each(reachWays)('$name reaches no address that nobody named', async ({ name, code, files }) => {
    const path = `/${name.replaceAll(' ', '-')}`;
    await go(limited, code, [`${forbidden.origin}/x`, `${home.origin}/allowed`], files);
    await expect.poll(() => home.paths.some((path) => path.startsWith('/allowed')), { timeout: 20_000 }).toBe(true);
    expect(forbidden.connections()).toBe(0);
    await go(free, code, [`${other.origin}${path}`], files);
    await expect.poll(() => other.paths, { timeout: 20_000 }).toContain(path);
  });
});

describe('a page that leaves', () => {
  test.each(leaveWays)(
    '$name reaches no address that nobody named, and the outcome names the rule',
    async ({ name, code }) => {
      const path = `/leave-${name.replaceAll(' ', '-')}`;
      const { ok, error } = await go(limited, code, [`${forbidden.origin}/x`]);
      expect([ok, error?.code]).toEqual([false, 'denied']);
      expect(error?.message).toContain('addresses.loopback');
      expect(forbidden.connections()).toBe(0);
      await go(free, code, [`${other.origin}${path}`]);
      await expect.poll(() => other.paths, { timeout: 20_000 }).toContain(path);
    },
  );
});

test('a connection that is only prepared is not opened', async () => {
  const link = (rel: string) =>
    `const l = document.createElement('link'); l.rel = '${rel}'; l.href = url; document.head.append(l)`;
  for (const rel of ['preconnect', 'dns-prefetch', 'prerender']) {
    await go(limited, `${link(rel)}; fetch('/tried')`, [forbidden.origin]);
    await expect.poll(() => home.paths).toContain('/tried');
    home.forget();
  }
  expect(forbidden.connections()).toBe(0);
});

test('speculation rules load nothing from another address', async () => {
  const rules = (url: string) =>
    `<script type="speculationrules">${JSON.stringify({ prefetch: [{ source: 'list', urls: [url], eagerness: 'immediate' }], prerender: [{ source: 'list', urls: [url], eagerness: 'immediate' }] })}</script>`;
  home.setPages({ '/page': `<!doctype html><h1>Rules</h1>${rules(`${forbidden.origin}/x`)}<img src="/tried">` });
  await limited.perform({ type: 'navigate', url: `${home.origin}/page` });
  await expect.poll(() => home.paths).toContain('/tried');
  expect(forbidden.connections()).toBe(0);
});

test('WebRTC sends nothing past the proxy', async () => {
  const stun: Socket = createSocket('udp4');
  stun.bind(0, '127.0.0.1');
  await once(stun, 'listening');
  let received = 0;
  stun.on('message', () => {
    received += 1;
  });
  const code = `const c = new RTCPeerConnection({ iceServers: [{ urls: url }] }); c.createDataChannel('x');
    c.onicegatheringstatechange = () => { if (c.iceGatheringState === 'complete') fetch('/gathered'); };
    c.createOffer().then((offer) => c.setLocalDescription(offer));`;
  const target = `stun:127.0.0.1:${stun.address().port}`;
  await go(limited, code, [target]);
  await expect.poll(() => home.paths, { timeout: 30_000 }).toContain('/gathered');
  expect(received).toBe(0);
  await go(free, code, [target]);
  await expect.poll(() => received, { timeout: 30_000 }).toBeGreaterThan(0);
  stun.close();
});

const spellings = [
  'localhost.',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '[::ffff:127.0.0.1]',
  'app.localhost',
  '0.0.0.0',
  'user:secret@localhost',
  '\uff11\uff12\uff17.0.0.1',
];
test.each(spellings)('the agent does not open http://%s on another port', async (host) => {
  const { ok, error } = await limited.perform({ type: 'navigate', url: `http://${host}:${forbidden.port}/x` });
  expect([ok, error?.code]).toEqual([false, 'denied']);
  const { error: ofTab } = await limited.perform({ type: 'tab', do: 'new', url: `http://${host}:${forbidden.port}/x` });
  expect(ofTab?.code).toBe('denied');
  expect(forbidden.connections()).toBe(0);
});
