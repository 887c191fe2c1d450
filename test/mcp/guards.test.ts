import { statSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/doors/mcp/guard.js';
import { ensureBuilt, handrail, removeFolders, temporaryFolder } from '../cli/handrail.js';
import { generations, type HttpServer, overHttp, startHttp } from './connect.js';

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

interface RawRequest {
  path?: string;
  method?: string;
  headers?: Record<string, string | undefined>;
  body?: string;
}

interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

let server: HttpServer;
let slow: Promise<{ what: string; ms: number; said: string }>[];

/** Sends a request with arbitrary headers, as a browser or an attacker can. */
function sendRaw({
  path = '/mcp',
  method = 'POST',
  headers = {},
  body = JSON.stringify(initialize),
}: RawRequest): Promise<RawResponse> {
  const { hostname, port } = new URL(server.url);
  const sent = { ...json, authorization: `Bearer ${server.token}`, ...headers };
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const asking = httpRequest({ hostname, port, path, method, headers: given }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      response.on('error', reject);
    });
    asking.on('error', reject);
    asking.end(['POST', 'PUT', 'PATCH'].includes(method) ? body : undefined);
  });
}

/** Sends the start of a request and nothing more. Resolves when the server closes the connection. */
function stall(what: string, beginning: string): Promise<{ what: string; ms: number; said: string }> {
  const began = performance.now();
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve) => {
    let said = '';
    const socket = connectSocket(Number(port), hostname, () => socket.write(beginning));
    socket.on('data', (chunk) => {
      said += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve({ what, ms: performance.now() - began, said }));
  });
}

beforeAll(async () => {
  ensureBuilt();
  server = await startHttp([], temporaryFolder());
  const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${server.token}\r\n`;
  slow = [
    stall('headers', `${head}X-Slow: `),
    stall('body', `${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`),
  ];
});
afterAll(async () => {
  await server.close();
  removeFolders();
});

const paths = [...routes.map(({ path }) => path), '/', '/mcp/', '/sessions', '/..%2f..%2fetc%2fpasswd'];

describe.each(paths)('at %s', (path) => {
  it.each<[string, RawRequest]>([
    ['a foreign Host', { headers: { host: 'evil.example' } }],
    ['a foreign Host with the port', { headers: { host: 'evil.example:80' } }],
    ['a Host that begins like ours', { headers: { host: '127.0.0.1.evil.example' } }],
    ['a Host with a user', { headers: { host: 'localhost@evil.example' } }],
    ['a foreign Origin', { headers: { origin: 'https://evil.example' } }],
    ['another program of this machine', { headers: { origin: 'http://localhost:1' } }],
    ['the Origin null', { headers: { origin: 'null' } }],
    ['an empty Origin', { headers: { origin: '' } }],
    ['no token', { headers: { authorization: undefined } }],
    ['another token', { headers: { authorization: `Bearer ${'x'.repeat(43)}` } }],
    ['an empty token', { headers: { authorization: 'Bearer ' } }],
    ['the token by another name', { headers: { authorization: undefined, 'x-token': 'TOKEN', cookie: 'token=TOKEN' } }],
    ['the token in the query', { path: '?token=TOKEN&access_token=TOKEN', headers: { authorization: undefined } }],
    ['a preflight', { method: 'OPTIONS', headers: { origin: 'https://evil.example', authorization: undefined } }],
  ])('%s is refused', async (_, asking) => {
    const headers = Object.fromEntries(
      Object.entries(asking.headers ?? {}).map(([name, value]) => [name, value?.replace('TOKEN', server.token)]),
    );
    const query = (asking.path ?? '').replaceAll('TOKEN', server.token);
    const got = await sendRaw({ ...asking, path: `${path}${query}`, headers });
    expect([401, 403]).toContain(got.status);
    expect(got.headers['access-control-allow-origin']).toBeUndefined();
    expect(got.text).not.toContain(server.token);
  });

  it.each<[string, RawRequest]>([
    ['PUT', { method: 'PUT' }],
    ['PATCH', { method: 'PATCH' }],
    ['a form', { headers: { 'content-type': 'text/plain' } }],
    ['a body of no type', { headers: { 'content-type': undefined } }],
  ])('%s is refused', async (_, asking) => {
    const got = await sendRaw({ ...asking, path });
    expect(got.status).toBe(routes.some((route) => route.path === path) ? 403 : 404);
    expect(got.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('an accepted request', () => {
  it.each([
    ['under localhost', { host: 'localhost:1' }],
    ['under 127.0.0.1', { host: '127.0.0.1' }],
    ['of its own origin', { origin: 'OWN' }],
    ['with the scheme in small letters', { authorization: 'bearer TOKEN' }],
  ])('%s', async (_, headers: Record<string, string>) => {
    const given = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        value.replace('OWN', new URL(server.url).origin).replace('TOKEN', server.token),
      ]),
    );
    const { status, headers: got } = await sendRaw({ headers: given });
    expect(status).toBe(200);
    expect(got['mcp-session-id']).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-/);
    expect(got['access-control-allow-origin']).toBeUndefined();
  });

  it('must not be too long', async () => {
    const got = await sendRaw({ body: JSON.stringify({ ...initialize, padding: 'x'.repeat(1_100_000) }) }).catch(
      (error: NodeJS.ErrnoException) => ({ status: 0, text: error.code }),
    );
    expect(got.status === 413 || got.text === 'EPIPE' || got.text === 'ECONNRESET').toBe(true);
  });

  it.each(['{', '', '[]', '"x"', '{"jsonrpc":"2.0"}'])('with the body %j gets an error', async (body) => {
    const { status } = await sendRaw({ body });
    expect(status).toBe(400);
  });

  it('must use an id that the server created', async () => {
    const list = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    expect((await sendRaw({ body: list })).status).toBe(400);
    for (const id of ['1', 'default', '00000000-0000-4000-8000-000000000000'])
      expect((await sendRaw({ body: list, headers: { 'mcp-session-id': id } })).status).toBe(404);
    const id = String((await sendRaw({})).headers['mcp-session-id']);
    expect((await sendRaw({ body: list, headers: { 'mcp-session-id': id } })).status).toBe(200);
    expect((await sendRaw({ method: 'DELETE', headers: { 'mcp-session-id': id } })).status).toBe(200);
    expect((await sendRaw({ body: list, headers: { 'mcp-session-id': id } })).status).toBe(404);
  });

  it('is served after the maximum number of clients was reached', async () => {
    const first = await sendRaw({});
    for (let round = 0; round < 7; round += 1) await Promise.all(Array.from({ length: 10 }, () => sendRaw({})));
    const list = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    const use = (id: string | undefined) => sendRaw({ body: list, headers: { 'mcp-session-id': id } });
    expect((await use(String(first.headers['mcp-session-id']))).status).toBe(404);
    expect((await use(String((await sendRaw({})).headers['mcp-session-id']))).status).toBe(200);
  });
});

describe('where it listens', () => {
  it('only on this machine', async () => {
    const { port } = new URL(server.url);
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address } of outside)
      await expect(fetch(`http://${address}:${port}/mcp`, { signal: AbortSignal.timeout(3_000) })).rejects.toThrow();
    expect(server.url).toContain('127.0.0.1');
  });

  it.each(['0.0.0.0', '::', 'example.com'])('not at %s without a token', async (host) => {
    const { code, stderr } = await handrail(['mcp', '--http', '--host', host], { folder: temporaryFolder() });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^invalid_option: .*needs a token/);
  });

  it('at 0.0.0.0 with a token, under the names of this machine', async () => {
    const open = await startHttp(['--host', '0.0.0.0', '--token', 'a-token-of-the-test'], temporaryFolder());
    const closed = server;
    server = { ...open, url: open.url.replace('0.0.0.0', '127.0.0.1') };
    try {
      const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
      const { address } = own.find(({ internal, family }) => !internal && family === 'IPv4') ?? {
        address: '127.0.0.1',
      };
      expect((await sendRaw({ headers: { host: `${address}:${new URL(server.url).port}` } })).status).toBe(200);
      expect((await sendRaw({ headers: { host: 'evil.example' } })).status).toBe(403);
      expect((await sendRaw({ headers: { authorization: undefined } })).status).toBe(401);
      expect(open.tokenPath).toBeUndefined();
    } finally {
      server = closed;
      await open.close();
    }
  });

  it('needs HTTP for a host or a token', async () => {
    const { code, stderr } = await handrail(['mcp', '--token', 'x'], { folder: temporaryFolder() });
    expect([code, stderr]).toEqual([2, expect.stringContaining('--http')]);
  });

  it('reports a port that is in use', async () => {
    const { port } = new URL(server.url);
    const { code, stderr } = await handrail(['mcp', '--http', port], { folder: temporaryFolder() });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/cannot listen at 127\.0\.0\.1.*EADDRINUSE/)]);
  });
});

describe('the token', () => {
  it('is in a file that only its owner can read', () => {
    expect(statSync(server.tokenPath ?? '').mode & 0o777).toBe(0o600);
    expect(server.token).toMatch(/^[\w-]{43}$/);
  });

  it.each(generations)('is required from a client of %s', async (generation) => {
    await expect(overHttp(generation, { ...server, token: 'wrong' })).rejects.toThrow(/401|token|Unauthorized/i);
    const client = await overHttp(generation, server);
    expect((await client.list()).length).toBeGreaterThan(40);
    await client.close();
  });
});

it('closes stalled connections', async () => {
  for (const { what, ms, said } of await Promise.all(slow)) {
    expect(ms, what).toBeLessThan(20_000);
    expect(said, what).toMatch(/^HTTP\/1\.1 408 |^$/);
  }
  expect((await sendRaw({})).status).toBe(200);
});
