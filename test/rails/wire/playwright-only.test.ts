import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { defaultLimits } from '../../../src/environments/browser/limits.js';
import { openPlaywrightOnly } from '../../../src/environments/browser/playwright-only/environment.js';
import { createSession, type Rails } from '../../../src/index.js';
import { leaseByPlaywright } from '../../support/playwright-lease.js';
import { type OrderServer, startOrderServer } from './order-server.js';

let server: OrderServer;
const opened: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  server = await startOrderServer();
});
afterAll(() => server.close());
afterEach(async () => {
  for (const session of opened.splice(0)) await session.close();
});

/** The driver for Firefox and WebKit, on Chromium. */
async function open(html: string, rails: Pick<Rails, 'approve'> = {}) {
  server.setPage(html);
  const viewport = { width: 1000, height: 700 };
  const { lease, context } = await leaseByPlaywright({ viewport });
  const folders = { downloadFolder: '.', uploadFolders: [] };
  const environment = await openPlaywrightOnly({ lease, context, viewport, limits: defaultLimits, ...folders });
  const session = createSession(environment, {
    policy: { addresses: { named: [new URL(server.origin).host] } },
    ...rails,
  });
  opened.push(session);
  expect((await session.perform({ type: 'navigate', url: `${server.origin}/page` })).error).toBeUndefined();
  return session;
}

const press = (code: string) =>
  `<button>Continue</button><p></p><script>document.querySelector('button').onclick = async () => { ${code} };</script>`;

const ways: Record<string, string> = {
  form: '<form method="post" action="/order"><input name="item" value="7"><button>Continue</button></form>',
  fetch: press(`await fetch('/order', { method: 'POST', body: 'item=7' }).catch(() => {})`),
  beacon: press(`navigator.sendBeacon('/order', 'item=7')`),
  socket: `<div id="place"></div><script>const s = new WebSocket('ws://' + location.host + '/order');
    s.onopen = () => { place.innerHTML = '<button>Continue</button>'; place.onclick = () => s.send('{"type":"order"}'); };</script>`,
};

test.each(Object.keys(ways))('without an approver, an order by %s is not sent', async (way) => {
  const session = await open(ways[way] ?? '');
  await session.perform({ type: 'wait', for: { element: { name: 'Continue' } } });
  await session.perform({ type: 'click', target: 'Continue' });
  // What was sent before this request would have arrived before it.
  await session.perform({ type: 'navigate', url: `${server.origin}/last` });
  expect(server.received).toEqual([]);
});

test('an order that a person approves is sent once', async () => {
  const asked: string[] = [];
  const session = await open(ways.form ?? '', { approve: ({ action }) => asked.push(action.type) > 0 });
  expect((await session.perform({ type: 'click', target: 'Continue' })).error).toBeUndefined();
  expect(asked).toEqual(['request']);
  expect(server.received).toEqual([{ method: 'POST', path: '/order', body: 'item=7' }]);
});

test('a socket message that a person approves is sent', async () => {
  const session = await open(ways.socket ?? '', { approve: () => true });
  await session.perform({ type: 'wait', for: { element: { name: 'Continue' } } });
  await session.perform({ type: 'click', target: 'Continue' });
  await expect.poll(() => server.received).toEqual([{ method: 'SEND', path: '/order', body: '{"type":"order"}' }]);
});

test('a search is not asked about', async () => {
  const code = `const { status } = await fetch('/api/search', { method: 'POST', body: JSON.stringify({ query: 'mug' }) }); document.querySelector('p').textContent = 'found ' + status;`;
  const session = await open(press(code));
  const { observation } = await session.perform({ type: 'click', target: 'Continue' });
  expect(server.received).toEqual([{ method: 'POST', path: '/api/search', body: '{"query":"mug"}' }]);
  expect(observation?.text).toContain('found 200');
});
