import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type BrowserSession, openSession, type Proposal, type SessionOptions } from '../../../src/index.js';

interface Site {
  origin: string;
  host: string;
  received: string[];
  close(): void;
}

const data = 'canary7f3aq9';

async function serve(html: string): Promise<Site> {
  const received: string[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      received.push(`${request.method} ${request.url} ${body}`.trim());
      if (request.url === '/export.csv') {
        response.setHeader('content-disposition', 'attachment; filename=export.csv');
        return response.end('id\n1');
      }
      response.setHeader('content-type', 'text/html; charset=utf-8');
      return response.end(html);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    origin: `http://${host}`,
    host,
    received,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

let mail: Site;
let shop: Site;
const opened: BrowserSession[] = [];

beforeAll(async () => {
  mail = await serve(
    `<title>Mail</title><h1>Inbox</h1><p>Your access code is ${data}.</p><a href="/export.csv">Export</a><button onclick="document.getElementById('f').focus()">Copy code</button><input id=f aria-label="Code" value="${data}">`,
  );
  shop = await serve(
    `<title>Shop</title><label>Search <input oninput="fetch('/typed?' + this.value)"></label><label>File <input type=file onchange="fetch('/chosen?' + this.files.length)"></label>`,
  );
});
afterAll(() => {
  mail.close();
  shop.close();
});
afterEach(async () => {
  for (const session of opened.splice(0)) await session.close();
});

/** Sites of the public web need no approval. These stand for them. */
const addresses = { loopback: 'allow' as const };

/** A session that has read the mail and now shows the shop. */
async function readMailThenOpenShop(options: Omit<SessionOptions, 'url'> = {}): Promise<BrowserSession> {
  const session = await openSession({ url: mail.origin, policy: { addresses }, ...options });
  opened.push(session);
  await session.observe();
  await session.perform({ type: 'navigate', url: shop.origin });
  shop.received.length = 0;
  return session;
}

const leaked = () => shop.received.filter((line) => line.includes('?')).join('\n');

test('a text of one site is not typed on another without approval', async () => {
  const session = await readMailThenOpenShop();
  const { ok, error } = await session.perform({ type: 'type', text: data, target: 'Search' });
  expect([ok, error?.code]).toEqual([false, 'needs_approval']);
  expect(error?.message).toContain(mail.host);
  expect(leaked()).toBe('');
});

test('a text in several pieces is stopped before the last one', async () => {
  const session = await readMailThenOpenShop();
  const outcomes = [];
  for (const text of ['cana', 'ry7f', '3aq9'])
    outcomes.push(await session.perform({ type: 'type', text, target: 'Search' }));
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, false]);
  expect(leaked()).not.toContain('canary7f');
});

test('single keys are pieces, too', async () => {
  const session = await readMailThenOpenShop();
  await session.perform({ type: 'click', target: 'Search' });
  for (const keys of data) await session.perform({ type: 'key', keys });
  expect(leaked()).not.toContain('canary7f');
});

test.each([
  ['the query', (origin: string) => `${origin}/x?d=${data}`],
  ['the path', (origin: string) => `${origin}/${data}/x`],
  ['several parameters', (origin: string) => `${origin}/x?a=canary&b=7f3aq9`],
  ['base64', (origin: string) => `${origin}/x?d=${Buffer.from(`code ${data}`).toString('base64url')}`],
])('an address with it in %s is not opened', async (_, toUrl) => {
  const session = await readMailThenOpenShop();
  const { ok } = await session.perform({ type: 'navigate', url: toUrl(shop.origin) });
  expect(ok).toBe(false);
  expect(shop.received).toEqual([]);
});

test('what was copied on one site is not pasted on another', async () => {
  const session = await openSession({ url: mail.origin, policy: { addresses } });
  opened.push(session);
  await session.observe();
  await session.perform({ type: 'click', target: 'Code' });
  await session.perform({ type: 'key', keys: 'Control+a' });
  await session.perform({ type: 'key', keys: 'Control+c' });
  await session.perform({ type: 'navigate', url: shop.origin });
  await session.perform({ type: 'click', target: 'Search' });
  const { ok, error } = await session.perform({ type: 'key', keys: 'Control+v' });
  expect([ok, error?.code]).toEqual([false, 'needs_approval']);
  expect(leaked()).toBe('');
});

test('a downloaded file is not uploaded to another site by a policy that allows uploads', async () => {
  const downloads = await mkdtemp(join(tmpdir(), 'handrail-flow-'));
  const own = join(downloads, 'own.csv');
  await writeFile(own, 'x');
  const policy = {
    addresses,
    rules: [
      { when: { action: 'upload' }, do: 'allow' as const },
      { when: { class: 'cross_origin_data' as const }, do: 'deny' as const },
    ],
  };
  const session = await openSession({ url: mail.origin, downloads, uploads: [downloads], policy });
  opened.push(session);
  await session.observe();
  const { changes } = await session.perform({ type: 'click', target: 'Export' });
  const path = changes.flatMap((change) => (change.kind === 'download' && change.path ? [change.path] : []))[0] ?? '';
  await session.perform({ type: 'navigate', url: shop.origin });
  expect((await session.perform({ type: 'upload', target: 'File', paths: [path] })).error?.code).toBe('denied');
  expect(leaked()).toBe('');
  expect((await session.perform({ type: 'upload', target: 'File', paths: [own] })).ok).toBe(true);
  expect(leaked()).toContain('/chosen?1');
});

test('an approver sees where the data comes from, and is asked once', async () => {
  const asked: Proposal[] = [];
  const session = await readMailThenOpenShop({ approve: (proposal) => asked.push(proposal) > 0 });
  for (const clear of [true, true]) await session.perform({ type: 'type', text: data, target: 'Search', clear });
  expect(asked.map(({ classes, dataFrom, safety }) => ({ classes, dataFrom, safety }))).toEqual([
    { classes: ['cross_origin_data'], dataFrom: [mail.host], safety: 'high' },
  ]);
  expect(asked[0]?.evidence).toBe(`"${data}" was read on ${mail.host} and goes to ${shop.host}`);
  expect(leaked()).toContain(data);
});

test('a rule can allow one pair of sites', async () => {
  const rule = (from: string) => ({
    when: { class: 'cross_origin_data' as const, from, host: shop.host },
    do: 'allow' as const,
  });
  const other = await readMailThenOpenShop({ policy: { addresses, rules: [rule('other.example')] } });
  expect((await other.perform({ type: 'type', text: data, target: 'Search' })).ok).toBe(false);
  const named = await readMailThenOpenShop({ policy: { addresses, rules: [rule(mail.host)] } });
  expect((await named.perform({ type: 'type', text: data, target: 'Search' })).ok).toBe(true);
  expect(leaked()).toContain(data);
});

test('other texts are typed without a question', async () => {
  const session = await readMailThenOpenShop();
  for (const text of ['hiking boots', 'Inbox', '2026-11-19', 'my own words'])
    expect((await session.perform({ type: 'type', text, target: 'Search', clear: true })).ok).toBe(true);
  expect(leaked()).toContain('my');
});
