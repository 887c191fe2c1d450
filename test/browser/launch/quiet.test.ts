import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSession } from '../../../src/index.js';
import { type EgressProxy, startEgressProxy } from '../../../src/rails/egress/egress-proxy.js';
import { startWitnessServer, type WitnessServer } from '../../rails/egress/witness-server.js';

let home: WitnessServer;
/** Everything that the browser sends goes through it, also what belongs to no page. */
let watch: EgressProxy;
beforeAll(async () => {
  home = await startWitnessServer();
  const allow = { verdict: 'allow', rule: 'test', reason: 'It is watched.' } as const;
  watch = await startEgressProxy({
    judge: () => allow,
    ask: async () => true,
    onRefused: () => undefined,
    resolve: async () => ['127.0.0.1'],
  });
});
afterAll(async () => {
  await watch.close();
  await home.close();
});

const form = `<!doctype html><title>Sign up</title><form action="/done">
  <label>Name <input name="name" autocomplete="name"></label>
  <label>E-mail <input name="email" type="email" autocomplete="email"></label>
  <label>Card <input name="card" autocomplete="cc-number"></label>
  <label>Password <input name="password" type="password" autocomplete="new-password"></label>
  <button>Send</button></form>
  <p lang="de">Dies ist eine Seite in einer anderen Sprache, die niemand übersetzen soll.</p>
  <script>setInterval(() => fetch('/tick'), 500)</script>`;

test('the browser sends nothing of its own: at the start, with a page, while a form is filled, and when it is idle', async () => {
  home.setPages({ '/': form });
  const session = await openSession({
    url: home.origin,
    policy: 'open',
    args: [`--proxy-server=socks5://127.0.0.1:${watch.port}`, '--proxy-bypass-list=<-loopback>'],
  });
  const fields = { Name: 'Ada', 'E-mail': 'ada@shop.example', Card: '4111111111111111', Password: 'correct horse' };
  for (const [target, text] of Object.entries(fields))
    expect((await session.perform({ type: 'type', target, text })).ok).toBe(true);
  home.forget();
  await expect
    .poll(() => home.paths.filter((path) => path === '/tick').length, { timeout: 40_000 })
    .toBeGreaterThan(20);
  await session.perform({ type: 'click', target: 'Send' });
  await session.close();
  const hosts = new Set(watch.entries().map(({ host, port }) => `${host}:${port}`));
  expect([...hosts]).toEqual([`localhost:${home.port}`]);
});
