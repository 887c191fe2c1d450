import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { browserProcesses } from '../browser/faults/witness.js';
import { ensureBuilt, removeFolders, temporaryFolder } from '../cli/handrail.js';
import { generations, type HttpServer, overHttp, startHttp } from './connect.js';

const servers: HttpServer[] = [];
beforeAll(ensureBuilt);
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
afterAll(removeFolders);

async function serve(...parameters: string[]): Promise<HttpServer> {
  const server = await startHttp(['--token', 'ann', '--token', 'bob', ...parameters], temporaryFolder());
  servers.push(server);
  return server;
}

/** Opens a session as the owner of a token. Returns the browser processes that run after that. */
async function openAs(
  server: HttpServer,
  token: string,
  generation: (typeof generations)[number] = generations[0],
): Promise<number[]> {
  const client = await overHttp(generation, { ...server, token });
  await client.text('session', { do: 'open' });
  return browserProcesses('browser', server.child.pid);
}

it('sessions of one token share a browser process, those of another token have their own', async () => {
  const server = await serve();
  const first = await openAs(server, 'ann');
  expect(first).toHaveLength(1);
  expect(await openAs(server, 'ann', generations[1])).toEqual(first);
  const both = await openAs(server, 'bob');
  expect(both).toHaveLength(2);
  expect(both).toEqual(expect.arrayContaining(first));
  expect((await openAs(server, 'bob', generations[1])).sort()).toEqual(both.sort());
});

it('with --share-browser all sessions share one process', async () => {
  const server = await serve('--share-browser');
  const first = await openAs(server, 'ann');
  expect(first).toHaveLength(1);
  expect(await openAs(server, 'bob')).toEqual(first);
});
