import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openSession, type Proposal, type SessionOptions } from '../../../src/index.js';
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

async function open(html: string, options: Omit<SessionOptions, 'url'> = {}) {
  server.setPage(html);
  const session = await openSession({ url: `${server.origin}/page`, ...options });
  opened.push(session);
  return session;
}

const order = '<form method="post" action="/order"><input name="item" value="7"><button>Continue</button></form>';
const search = `<button>Continue</button><p></p><script>document.querySelector('button').onclick = async () => { const r = await fetch('/api/search', { method: 'POST', body: JSON.stringify({ query: 'mug' }) }); document.querySelector('p').textContent = 'found ' + r.status; };</script>`;

test('without an approver, an order does not leave the browser, and the outcome says why', async () => {
  const session = await open(order);
  const { ok, error, changes } = await session.perform({ type: 'click', target: 'Continue' });
  expect(server.received).toEqual([]);
  expect([ok, error?.code]).toEqual([false, 'needs_approval']);
  expect(error?.message).toContain(`POST ${new URL(server.origin).host}/order`);
  expect(changes).toContainEqual(
    expect.objectContaining({ kind: 'request', method: 'POST', blocked: expect.any(String) }),
  );
});

test('harmless requests are not asked about', async () => {
  const asked: Proposal[] = [];
  const session = await open(search, {
    approve: (proposal) => {
      asked.push(proposal);
      return false;
    },
  });
  const { ok } = await session.perform({ type: 'click', target: 'Continue' });
  expect(ok).toBe(true);
  expect(server.received).toEqual([{ method: 'POST', path: '/api/search', body: '{"query":"mug"}' }]);
  expect(asked).toEqual([]);
});

test('an approver sees host, path and fields, and the request goes on after a slow answer', async () => {
  const asked: Proposal[] = [];
  const session = await open(order, {
    limits: { actionTimeoutMs: 2_000 },
    approve: async (proposal) => {
      asked.push(proposal);
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      expect(server.received).toEqual([]);
      return true;
    },
  });
  const { ok, observation } = await session.perform({ type: 'click', target: 'Continue' });
  expect(asked.map(({ description }) => description)).toEqual([
    expect.stringContaining(`POST ${new URL(server.origin).host}/order with item: 7`),
  ]);
  expect(server.received).toEqual([{ method: 'POST', path: '/order', body: 'item=7' }]);
  expect(ok).toBe(true);
  expect(observation?.text).toContain('Ordered');
});

test('a page whose script waits for the answer is not taken for a hung one', async () => {
  const page = `<button>Continue</button><script>document.querySelector('button').onclick = () => { const x = new XMLHttpRequest(); x.open('POST', '/order', false); x.send('n=1'); document.body.append('answer ' + x.status); };</script>`;
  const session = await open(page, {
    limits: { actionTimeoutMs: 1_500 },
    approve: () => new Promise((resolve) => setTimeout(resolve, 4_000, true)),
  });
  const { error, observation } = await session.perform({ type: 'click', target: 'Continue' });
  expect(error).toBeUndefined();
  expect(observation?.text).toContain('answer 200');
  expect(server.received).toEqual([{ method: 'POST', path: '/order', body: 'n=1' }]);
});

test('who approved the button is not asked again for its request', async () => {
  const asked: string[] = [];
  const session = await open(order.replace('Continue', 'Place order'), {
    approve: ({ action }) => {
      asked.push(action.type);
      return true;
    },
  });
  expect((await session.perform({ type: 'click', target: 'Place order' })).ok).toBe(true);
  expect(asked).toEqual(['click']);
  expect(server.received).toHaveLength(1);
});

test('an approval does not cover what the page sends for another purpose', async () => {
  const asked: string[] = [];
  const page = order.replace('Continue', 'Send message').replace('/order', '/order/account/delete');
  const session = await open(page, {
    approve: ({ action }) => {
      asked.push(action.type);
      return action.type !== 'request';
    },
  });
  expect((await session.perform({ type: 'click', target: 'Send message' })).error?.code).toBe('denied');
  expect(asked).toEqual(['click', 'request']);
  expect(server.received).toEqual([]);
});

test('a request that a page sends after the action has ended is refused and reported with the next outcome', async () => {
  const page = `<button>Continue</button><script>document.querySelector('button').onclick = () => setTimeout(() => fetch('/order', { method: 'POST' }).catch(() => document.body.append('not sent')), 6_000);</script>`;
  const session = await open(page);
  await session.perform({ type: 'click', target: 'Continue' });
  const { changes } = await session.perform({ type: 'wait', for: { text: 'not sent' } });
  expect(server.received).toEqual([]);
  expect(changes).toContainEqual(expect.objectContaining({ kind: 'request', blocked: expect.any(String) }));
});

test('the preset open asks nothing', async () => {
  const session = await open(order, { policy: 'open' });
  expect((await session.perform({ type: 'click', target: 'Continue' })).ok).toBe(true);
  expect(server.received).toHaveLength(1);
});

test('a gate adds to the policy: the strictest verdict counts', async () => {
  const session = await open(order, { gate: () => 'allow' });
  expect((await session.perform({ type: 'click', target: 'Continue' })).error?.code).toBe('needs_approval');
  expect(server.received).toEqual([]);
});

test('the address that the caller opens needs no approval, but the same address needs one when a model opens it', async () => {
  server.setPage('<h1>Shop</h1>');
  const url = `${server.origin}/order/account/delete?id=7`;
  const session = await openSession({ url: `${url}#part` });
  opened.push(session);
  expect(server.received).toEqual([{ method: 'GET', path: '/order/account/delete?id=7', body: '' }]);
  const other = await session.perform({ type: 'navigate', url: `${server.origin}/order/account/delete?id=8` });
  expect(other.error?.code).toBe('needs_approval');
  expect(server.received).toHaveLength(1);
});

test('what the opened address redirects to is judged', async () => {
  server.setPage('<h1>Shop</h1>');
  const opening = openSession({ url: `${server.origin}/redirect?302/order/account/delete?id=7` });
  await expect(opening).rejects.toMatchObject({ code: 'needs_approval' });
  expect(server.received).toEqual([]);
});
