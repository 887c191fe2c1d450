import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAddressGuard } from '../../../src/rails/addresses/address-guard.js';
import { type EgressProxy, startEgressProxy } from '../../../src/rails/egress/egress-proxy.js';
import type { Resolve } from '../../../src/rails/egress/pinned-hosts.js';
import type { Policy } from '../../../src/rails/policy/schema.js';
import { startWitnessServer, type WitnessServer } from './witness-server.js';

const run = promisify(execFile);
let witness: WitnessServer;
let proxy: EgressProxy | undefined;
const refused: string[] = [];
const queries: string[] = [];

beforeAll(async () => {
  witness = await startWitnessServer();
});
afterAll(() => witness.close());
beforeEach(() => {
  witness.forget();
  refused.length = 0;
  queries.length = 0;
});
afterEach(() => proxy?.close());

interface Setting {
  policy?: Policy;
  named?: string;
  /** The addresses of a name, one list for each query. */
  answers?: Readonly<Record<string, readonly (readonly string[])[]>>;
  variables?: Record<string, string>;
}

async function start({
  policy = { preset: 'careful' },
  named,
  answers = {},
  variables,
}: Setting): Promise<EgressProxy> {
  const guard = createAddressGuard(policy);
  if (!guard) throw new Error('The policy limits no addresses.');
  if (named) guard.name(named);
  const resolve: Resolve = async (host) => {
    queries.push(host);
    const count = queries.filter((one) => one === host).length;
    const lists = answers[host] ?? [];
    const found = lists[Math.min(count, lists.length) - 1];
    if (!found) throw Object.assign(new Error(`${host} is unknown`), { code: 'ENOTFOUND' });
    return found;
  };
  proxy = await startEgressProxy({
    judge: guard.judgeAddress,
    ask: async () => false,
    onRefused: (_, { message }) => refused.push(message),
    resolve,
    variables,
  });
  return proxy;
}

/** The status that curl receives through the proxy, and its exit code. */
async function curl(scheme: 'socks5h' | 'http', url: string, ...flags: string[]): Promise<string> {
  const args = [
    '-s',
    '-m',
    '20',
    '-o',
    '/dev/null',
    '-w',
    '%{http_code}',
    '-x',
    `${scheme}://127.0.0.1:${proxy?.port}`,
    ...flags,
    url,
  ];
  return run('curl', args, { env: { PATH: process.env.PATH } }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; code: number }) => `${error.stdout} ${error.code}`,
  );
}

test('serves SOCKS5, whole URLs and CONNECT for what is named', async () => {
  await start({ named: witness.origin });
  expect(await curl('socks5h', `${witness.origin}/socks`)).toBe('200');
  expect(await curl('http', `${witness.origin}/http`)).toBe('200');
  expect(await curl('http', `${witness.origin}/connect`, '-p')).toBe('200');
  expect(await curl('http', `${witness.origin}/posted`, '-d', 'a=1')).toBe('200');
  expect(witness.paths).toEqual(['/socks', '/http', '/connect', '/posted']);
});

test('refuses what is not named, in every protocol, and names the rule', async () => {
  await start({ policy: { addresses: { loopback: 'named' } } });
  await curl('socks5h', `${witness.origin}/socks`);
  expect(await curl('http', `${witness.origin}/http`)).toBe('403');
  await curl('http', `${witness.origin}/connect`, '-p');
  expect(refused).toHaveLength(3);
  for (const one of refused) expect(one).toContain('addresses.loopback');
  expect(witness.connections()).toBe(0);
});

test('the host of the URL counts, and not the one of the header', async () => {
  const hosts: (string | undefined)[] = [];
  const server = createServer(({ headers }, response) => {
    hosts.push(headers.host);
    response.end('x');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  await start({ named: `http://localhost:${port}` });
  expect(await curl('http', `http://localhost:${port}/`, '-H', 'Host: evil.test')).toBe('200');
  expect(hosts).toEqual([`localhost:${port}`]);
  server.close();
});

test('a public name that leads to this machine is refused', async () => {
  await start({
    answers: {
      'nip.example': [['127.0.0.1']],
      'mapped.example': [['::ffff:127.0.0.1']],
      'cloud.example': [['169.254.169.254']],
    },
  });
  for (const name of ['nip.example', 'mapped.example', 'cloud.example'])
    await curl('socks5h', `http://${name}:${witness.port}/`);
  expect(refused).toHaveLength(3);
  expect(witness.connections()).toBe(0);
});

test('a name with a public and a private address is refused', async () => {
  await start({ answers: { 'mixed.example': [['93.184.215.14', '127.0.0.1']] } });
  await curl('socks5h', `http://mixed.example:${witness.port}/`);
  expect(refused.join()).toContain('addresses.dns');
  expect(witness.connections()).toBe(0);
});

test('a name keeps the addresses that it had first', async () => {
  await start({
    answers: { 'rebind.example': [['192.0.2.1'], ['127.0.0.1']] },
    policy: { addresses: { private: 'allow', loopback: 'allow' } },
  });
  const tried = curl('socks5h', `http://rebind.example:${witness.port}/`, '-m', '1');
  await expect.poll(() => queries).toEqual(['rebind.example']);
  await tried;
  await curl('socks5h', `http://rebind.example:${witness.port}/`, '-m', '1');
  expect(queries).toEqual(['rebind.example']);
  expect(witness.connections()).toBe(0);
});

test('a name that is refused by itself is not resolved', async () => {
  await start({ policy: { addresses: { allow: ['example.com'] } } });
  await curl('socks5h', 'http://secret-data.evil.test/');
  expect(refused.join()).toContain('addresses.allow');
  expect(queries).toEqual([]);
});

test('a named host of a private network is reached, on its port only', async () => {
  await start({ named: `http://intranet.example:${witness.port}`, answers: { 'intranet.example': [['127.0.0.1']] } });
  expect(await curl('socks5h', `http://intranet.example:${witness.port}/`)).toBe('200');
  await curl('socks5h', `http://intranet.example:${witness.port + 1}/`);
  expect(refused).toHaveLength(1);
});

test('public hosts are reached through the proxy of this machine, and others are not sent to it', async () => {
  const asked: string[] = [];
  const upstream = createServer();
  upstream.on('connect', (request, client) => {
    asked.push(`${request.url} ${request.headers['proxy-authorization']}`);
    const target = connect(witness.port, '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
    target.pipe(client).pipe(target);
    client.on('error', () => target.destroy());
  });
  await new Promise<void>((done) => upstream.listen(0, '127.0.0.1', done));
  const bound = upstream.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  await start({
    variables: { https_proxy: `http://user:word@127.0.0.1:${port}`, NO_PROXY: 'direct.example' },
    answers: { 'public.example': [['93.184.215.14']] },
  });
  expect(await curl('socks5h', 'http://public.example/one')).toBe('200');
  // A name that only the other proxy knows.
  expect(await curl('socks5h', 'http://unknown.example/two')).toBe('200');
  await curl('socks5h', 'http://direct.example/three');
  await curl('socks5h', `http://127.0.0.1:${witness.port}/four`);
  const credentials = `Basic ${Buffer.from('user:word').toString('base64')}`;
  expect(asked).toEqual([`public.example:80 ${credentials}`, `unknown.example:80 ${credentials}`]);
  expect(witness.paths).toEqual(['/one', '/two']);
  upstream.closeAllConnections();
  upstream.close();
});

test('bytes that are no request end the connection', async () => {
  const { port } = await start({});
  for (const bytes of [[5], [5, 255], [5, 1, 0, 5, 9, 9, 9], [0, 0, 0], [4, 1, 0, 80, 127, 0, 0, 1, 0]]) {
    const socket = connect(port, '127.0.0.1');
    const closed = new Promise<void>((done) => socket.on('close', () => done()));
    socket.on('error', () => undefined);
    socket.resume();
    socket.end(Buffer.from(bytes));
    await closed;
  }
  expect(witness.connections()).toBe(0);
});
