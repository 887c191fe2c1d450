import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openSession, type Proposal, type SessionOptions } from '../../../src/index.js';
import { startWitnessServer, type WitnessServer } from './witness-server.js';

let home: WitnessServer;
let other: WitnessServer;
const opened: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  home = await startWitnessServer();
  other = await startWitnessServer();
});
afterAll(() => Promise.all([home.close(), other.close()]));
beforeEach(() => {
  home.forget();
  other.forget();
});
afterEach(async () => {
  for (const session of opened.splice(0)) await session.close();
});

async function open(html: string, options: Omit<SessionOptions, 'url'> = {}) {
  home.setPages({ '/page': `<!doctype html>${html}` });
  const session = await openSession({ url: `${home.origin}/page`, ...options });
  opened.push(session);
  return session;
}

test('the start address is reached by all names of this machine, and another port is not without approval', async () => {
  const session = await open('<h1>Start</h1>');
  expect((await session.perform({ type: 'navigate', url: `http://127.0.0.1:${home.port}/again` })).ok).toBe(true);
  const refused = await session.perform({ type: 'navigate', url: `${other.origin}/secret` });
  expect([refused.ok, refused.error?.code]).toEqual([false, 'needs_approval']);
  expect(refused.error?.message).toContain('addresses.loopback');
  expect(home.paths).toEqual(['/page', '/again']);
  expect(other.connections()).toBe(0);
});

test('another port of this machine is asked about once', async () => {
  const asked: Proposal[] = [];
  const session = await open(`<img src="${other.origin}/a.png"><h1>Start</h1>`, {
    approve: (proposal) => {
      asked.push(proposal);
      return true;
    },
  });
  for (const path of ['/one', '/two'])
    expect((await session.perform({ type: 'navigate', url: `${other.origin}${path}` })).ok).toBe(true);
  expect(asked).toHaveLength(1);
  expect(other.paths).toContain('/two');
});

test('a link, a redirect and a picture reach no address that nobody named, and the outcome names the rule', async () => {
  const session = await open(
    `<a href="${other.origin}/link">Link</a> <a href="/redirect?302=${other.origin}/redirected">Redirect</a>
     <button onclick="new Image().src='${other.origin}/picture.png'; this.textContent='Loaded'">Load</button>`,
    { policy: { preset: 'careful', addresses: { loopback: 'named' } } },
  );
  for (const target of ['Link', 'Redirect']) {
    const { ok, error } = await session.perform({ type: 'click', target });
    expect([target, ok, error?.code]).toEqual([target, false, 'denied']);
    expect(error?.message).toContain('addresses.loopback');
  }
  const loaded = await session.perform({ type: 'click', target: 'Load' });
  const later = await session.perform({ type: 'key', keys: 'Escape' });
  expect(loaded.ok).toBe(true);
  expect(JSON.stringify([loaded.changes, later.changes])).toContain('addresses.loopback');
  expect(other.connections()).toBe(0);
});

test('with the policy open, every address is reached', async () => {
  const session = await open(`<a href="${other.origin}/link">Link</a>`, { policy: 'open' });
  expect((await session.perform({ type: 'click', target: 'Link' })).ok).toBe(true);
  expect(other.paths).toContain('/link');
});

test('a server that does not listen, and a name that does not exist, are reported as without the proxy', async () => {
  const session = await open('<h1>Start</h1>', { policy: { preset: 'careful', addresses: { loopback: 'allow' } } });
  const closed = await startWitnessServer();
  await closed.close();
  const refused = await session.perform({ type: 'navigate', url: closed.origin });
  expect(refused.error?.message).toContain('ERR_CONNECTION_REFUSED');
  const unknown = await session.perform({ type: 'navigate', url: 'http://does-not-exist.invalid/' });
  expect(unknown.error?.message).toContain('ERR_NAME_NOT_RESOLVED');
});
