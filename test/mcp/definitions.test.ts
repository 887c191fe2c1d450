import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countTokens } from '../../src/perception/count-tokens.js';
import { ensureBuilt, removeFolders, temporaryFolder } from '../cli/handrail.js';
import { type Connected, generations, overStdio } from './connect.js';

beforeAll(ensureBuilt);
afterAll(removeFolders);

describe.each([
  ['computer_use', ['computer_use'], 1_000],
  ['browse', undefined, 700],
  ['browser', undefined, 4_000],
])('--tools %s', (tools, names, most) => {
  const clients: Connected[] = [];
  afterAll(() => Promise.all(clients.map((client) => client.close())));

  it('takes few tokens and is the same for every client', async () => {
    for (const generation of generations)
      clients.push(await overStdio(generation, tools === 'browser' ? [] : ['--tools', tools], temporaryFolder()));
    const lists = await Promise.all(clients.map((client) => client.list()));
    expect(lists[1]).toEqual(lists[0]);
    const told = (lists[0] ?? []).map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    expect(told.slice(-2).map(({ name }) => name)).toEqual(['session', 'more']);
    if (names) expect(told.slice(0, -2).map(({ name }) => name)).toEqual(names);
    expect(countTokens(JSON.stringify(told))).toBeLessThanOrEqual(most);
  });

  it('has no other tools', async () => {
    for (const client of clients) {
      const { isError, content } = await client.call('no_such_tool');
      expect(isError).toBe(true);
      if (tools === 'browse') expect(content).toEqual([{ type: 'text', text: 'Unknown browser tool: no_such_tool' }]);
      else expect(content[0]?.text).toMatch(/^unknown_tool: There is no tool "no_such_tool"\./);
    }
  });
});

it('single tools can be selected', async () => {
  const client = await overStdio('2026-07-28', ['--tools', 'goto,browse_click'], temporaryFolder());
  expect((await client.list()).map(({ name }) => name)).toEqual(['goto', 'browse_click', 'session', 'more']);
  await client.close();
});
