import { Server } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClientRegistry } from '../../src/doors/mcp/clients.js';
import { routes } from '../../src/doors/mcp/guard.js';
import { createServer } from '../../src/doors/mcp/server.js';
import type { ServerSettings } from '../../src/doors/mcp/server-settings.js';
import { pickTools } from '../../src/tools/toolsets.js';
import { ensureBuilt, removeFolders, temporaryFolder } from '../cli/handrail.js';
import { type HttpServer, startHttp } from './connect.js';
import { sendRequest } from './send-request.js';

/** The methods that a server of ours answers, as its own table lists them: a new one is tested without a change here. */
function methodTable(): string[] {
  const settings: ServerSettings = { registry: pickTools([]), version: '1', approve: 'none', sessionOptions: {} };
  const clients = createClientRegistry(settings);
  const server = createServer(settings, clients.add(), 'legacy');
  expect(server).toBeInstanceOf(Server);
  const table: unknown = Reflect.get(server, '_requestHandlers');
  if (!(table instanceof Map)) throw new Error('The server has no table of methods.');
  return [...table.keys()].map(String);
}

const methods = methodTable();
let server: HttpServer;

beforeAll(async () => {
  ensureBuilt();
  server = await startHttp([], temporaryFolder());
});
afterAll(async () => {
  await server.close();
  removeFolders();
});

it('the table of methods is that of the server', () => {
  expect(methods).toEqual(expect.arrayContaining(['initialize', 'ping', 'tools/list', 'tools/call']));
});

const refused: [string, Record<string, string | undefined>, string?][] = [
  ['a foreign Host', { host: 'evil.example' }],
  ['a foreign Origin', { origin: 'https://evil.example' }],
  ['the Origin null', { origin: 'null' }],
  ['no token', { authorization: undefined }],
  ['another token', { authorization: 'Bearer wrong' }],
  ['the token in the query', { authorization: undefined }, '?token=TOKEN'],
  ['a body of plain text', { 'content-type': 'text/plain' }],
  ['a body of a form', { 'content-type': 'application/x-www-form-urlencoded' }],
];

describe.each(routes.map(({ path }) => path))('at %s', (path) => {
  describe.each(methods)('%s', (method) => {
    it.each(refused)('with %s is refused', async (_, headers, query = '') => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} });
      const answer = await sendRequest(server, {
        path: path + query.replace('TOKEN', server.token),
        headers,
        body,
      });
      expect([401, 403, 405, 415]).toContain(answer.status);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      expect(answer.text).not.toContain(server.token);
    });
  });

  it.each(['PUT', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE'])('%s is refused', async (method) => {
    const answer = await sendRequest(server, { path, method, body: undefined });
    expect([401, 403, 405]).toContain(answer.status);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});
