import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt, removeFolders, temporaryFolder } from '../cli/handrail.js';
import { isLongJob } from '../support/sample.js';
import { type HttpServer, startHttp } from './connect.js';

const sockets = new Set<Socket>();
let server: HttpServer;

beforeAll(async () => {
  ensureBuilt();
  server = await startHttp(['--token', 'first', '--token', 'second'], temporaryFolder());
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
  removeFolders();
});

/** Opens a socket that sends this and nothing more. */
function hold(beginning: string): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(beginning);
      resolve(socket);
    });
    socket.on('error', reject);
    socket.on('close', () => sockets.delete(socket));
    sockets.add(socket);
  });
}

function post(method: string, headers: Record<string, string> = {}, token = 'first'): Promise<Response> {
  const params =
    method === 'initialize'
      ? { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } }
      : {};
  return fetch(server.url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
}

it.each([
  ['nothing', ''],
  ['a part of a request line', 'POST /mc'],
  ['a part of the headers', 'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: '],
  [
    'a part of a body, with a wrong token',
    'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer wrong\r\nContent-Length: 9\r\n\r\n{',
  ],
])('600 sockets that send %s do not keep a client out', async (_, beginning) => {
  for (let round = 0; round < 6; round += 1) {
    await Promise.all(Array.from({ length: 100 }, () => hold(beginning)));
    const answer = await post('initialize');
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('handrail');
  }
});

it('the event stream of a client stays open among idle sockets', async () => {
  const id = String((await post('initialize')).headers.get('mcp-session-id'));
  const stream = await fetch(server.url, {
    headers: { authorization: 'Bearer first', accept: 'text/event-stream', 'mcp-session-id': id },
  });
  expect(stream.status).toBe(200);
  let ended = false;
  const reader = stream.body?.getReader();
  reader?.closed.then(
    () => {
      ended = true;
    },
    () => {
      ended = true;
    },
  );
  for (let round = 0; round < 4; round += 1) await Promise.all(Array.from({ length: 100 }, () => hold('')));
  expect((await post('tools/list', { 'mcp-session-id': id })).status).toBe(200);
  expect(ended).toBe(false);
  await reader?.cancel();
});

it('many sessions: each new one is served, and the id of one is of no use with another token or by guessing', async () => {
  const count = isLongJob ? 10_000 : 400;
  let last = '';
  for (let opened = 0; opened < count; opened += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('initialize')));
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      await answer.text();
    }
    last = String(answers.at(-1)?.headers.get('mcp-session-id'));
  }
  expect((await post('tools/list', { 'mcp-session-id': last })).status).toBe(200);
  expect((await post('tools/list', { 'mcp-session-id': last }, 'second')).status).toBe(404);
  for (let guess = 0; guess < 50; guess += 1)
    expect((await post('tools/list', { 'mcp-session-id': crypto.randomUUID() })).status).toBe(404);
});
