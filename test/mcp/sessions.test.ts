import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningShop, startShop } from '../../examples/shop/server.mjs';
import { ensureBuilt, removeFolders, temporaryFolder, until } from '../cli/handrail.js';
import { type Connected, generations, type HttpServer, overHttp, overStdio, startHttp } from './connect.js';
import { startTestSite, type TestSite } from './test-site.js';

let shop: RunningShop;
let site: TestSite;
let server: HttpServer;
let idle: Connected;
const token = 'first-token-of-the-test';
const otherToken = 'second-token-of-the-test';
beforeAll(async () => {
  ensureBuilt();
  shop = await startShop();
  site = await startTestSite();
  server = await startHttp(['--token', token, '--token', otherToken], temporaryFolder());
  // The last test finds them closed.
  const leaving = await overHttp('2025-11-25', server, { name: 'leaving' });
  await leaving.text('goto', { url: `${site.url}/here?leaving` });
  idle = await overStdio('2026-07-28', ['--idle', '2'], temporaryFolder());
  await idle.text('goto', { url: `${site.url}/here?idle` });
  await until(() => site.open().length === 2, 'both pages are open');
  await leaving.close();
});
afterAll(async () => {
  await Promise.all([server.close(), idle.close()]);
  await shop.close();
  await site.close();
  removeFolders();
});

async function open(client: Connected, input: Record<string, unknown> = {}): Promise<string> {
  const { structuredContent, isError } = await client.call('session', { do: 'open', ...input });
  expect(isError).toBeFalsy();
  return String(structuredContent?.session);
}

const failing = async (client: Connected, tool: string, input: Record<string, unknown>): Promise<unknown> =>
  (await client.call(tool, input)).structuredContent?.code;

it('eight concurrent sessions of two clients never mix', async () => {
  const from = shop.log.length;
  const clients = await Promise.all(generations.map((generation) => overHttp(generation, server, { name: 'shopper' })));
  const handles = await Promise.all(
    clients.map(async (client) => [undefined, ...(await Promise.all([open(client), open(client), open(client)]))]),
  );
  const buys = clients.flatMap((client, row) =>
    (handles[row] ?? []).map((session, column) => ({ client, product: row * 4 + column + 1, session })),
  );
  const shopping = buys.map(async ({ client, product, session }) => {
    const within = session === undefined ? {} : { session };
    await client.text('goto', { url: `${shop.url}/product/${product}`, ...within });
    await client.text('click', { selector: 'the Add to cart button', ...within });
    await client.text('goto', { url: `${shop.url}/cart`, ...within });
    return client.text('read_page', within);
  });
  const carts = await Promise.all(shopping);
  const visits = shop.log.slice(from);
  const added = visits.filter(({ method, path }) => method === 'POST' && path === '/cart/add');
  expect(added.map(({ body }) => Number(body?.product)).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(new Set(added.map(({ session }) => session)).size).toBe(8);
  for (const { session, body } of added) {
    const pages = visits.filter((visit) => visit.session === session && visit.path.startsWith('/product/'));
    expect(pages.map(({ path }) => path)).toEqual([`/product/${body?.product}`]);
  }
  expect(new Set(carts).size).toBe(8);
  const closing = buys.map(({ client, session }) =>
    client.text('session', { do: 'close', ...(session ? { session } : {}) }),
  );
  await Promise.all(closing);
  await Promise.all(clients.map((client) => client.close()));
});

describe.each(generations)('the sessions of a client of %s', (generation) => {
  it('are unreachable for other clients that know their handles', async () => {
    const owner = await overHttp(generation, server, { name: 'owner' });
    const handle = await open(owner, { session: 'mine', url: `${site.url}/` });
    expect(await owner.text('find', { query: 'Ring', session: handle })).toContain('Ring');
    for (const stranger of generations) {
      for (const shown of [token, otherToken]) {
        const client = await overHttp(stranger, { ...server, token: shown }, { name: 'stranger' });
        expect(await failing(client, 'find', { query: 'Ring', session: handle })).toBe('no_session');
        expect(await failing(client, 'session', { do: 'close', session: handle })).toBe('no_session');
        expect((await client.call('session', { do: 'list' })).structuredContent).toEqual({ sessions: [] });
        await client.close();
      }
    }
    const namesake = await overHttp(generation, { ...server, token: otherToken }, { name: 'owner' });
    expect(await failing(namesake, 'find', { query: 'Ring', session: handle })).toBe('no_session');
    expect(await owner.text('find', { query: 'Ring', session: handle })).toContain('Ring');
    await owner.text('session', { do: 'close', session: handle });
    expect(await failing(owner, 'find', { query: 'Ring', session: handle })).toBe('no_session');
    await Promise.all([owner.close(), namesake.close()]);
  });

  it('have unguessable handles if clients cannot be told apart', async () => {
    const client = await overHttp(generation, server, { name: 'guesser' });
    const handle = await open(client);
    expect(handle).toMatch(generation === '2026-07-28' ? /^s-[\w-]{16}$/ : /^s1$/);
    await client.text('session', { do: 'close', session: handle });
    await client.close();
  });
});

it('the number of sessions is limited', async () => {
  const client = await overHttp('2025-11-25', server, { name: 'greedy' });
  const opened = await Promise.all(Array.from({ length: 18 }, () => client.call('session', { do: 'open' })));
  const refused = opened.filter(({ isError }) => isError);
  expect(refused).toHaveLength(2);
  expect(refused[0]?.content[0]?.text).toMatch(/16 sessions are open, which is the maximum\. Close one first\./);
  await client.close();
});

it('sessions are closed when their client leaves and when they are idle', async () => {
  await until(() => site.open().length === 0, 'no page is open', 25_000);
  const [notice, ...lines] = (await idle.text('goto', { url: site.url })).split('\n');
  expect(notice).toBe('The default session was closed because it was idle. This is a new session.');
  expect(lines.join('\n')).toContain('Bell');
  expect(await idle.text('find', { query: 'Ring' })).not.toContain('The default session');
});
