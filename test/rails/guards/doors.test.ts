import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAtLeast } from '../../../src/core/safety.js';
import { splitLine } from '../../../src/doors/command-line/split-line.js';
import { noOtherSessions } from '../../../src/doors/daemon/other-daemons.js';
import { createSessionManager } from '../../../src/doors/session-manager/session-manager.js';
import { shellCommands } from '../../../src/doors/shell/commands.js';
import { runCommand } from '../../../src/doors/shell/run-command.js';
import { parseCallString } from '../../../src/exports/tools.js';
import { pickTools } from '../../../src/tools/toolsets.js';
import { ensureBuilt } from '../../cli/handrail.js';
import { overStdio } from '../../mcp/connect.js';

/** Each input that reaches the page is an image that it loads. Loading an image is harmless, so no rule stops it. */
const page = `<title>Witness</title><h1>Title</h1>
<label>Search <input name="q" type="search"></label><label>Email <input name="email"></label><label>Password <input type="password"></label>
<label>Sort by <select><option>Name<option>Price</select></label><label><input type="checkbox"> I accept the terms</label><input type="file">
<button>Add to cart</button><button>Sign in</button><button>Submit</button><a href="#cart">Cart</a><form action="/seen/form"><button>Go</button></form>
<script>for (const type of ['click', 'dblclick', 'contextmenu', 'keydown', 'input', 'change', 'submit', 'drop', 'paste'])
  addEventListener(type, () => { new Image().src = '/seen/' + type; }, true);</script>`;

let server: Server;
let origin = '';
let folder = '';
const seen: string[] = [];

beforeAll(async () => {
  ensureBuilt();
  folder = mkdtempSync(join(tmpdir(), 'handrail-guards-'));
  server = createServer((request, response) => {
    if (request.url?.startsWith('/seen/') || request.method !== 'GET') seen.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'text/html');
    response.end(request.url === '/' ? page : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}, 120_000);
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

/** Runs every shell command with each of its examples. Returns the names of the commands that ran. */
async function runShell(policy: string): Promise<string[]> {
  const sessions = createSessionManager({ openHint: () => '' });
  const signal = AbortSignal.timeout(200_000);
  const caller = {
    sessions,
    others: noOtherSessions,
    folder,
    home: join(folder, 'home'),
    session: 'guard',
    signal,
    input: async () => '',
  };
  const run = (args: readonly string[]) => runCommand({ ...caller, args });
  const ran: string[] = [];
  try {
    const opened = await run(['open', origin, '--policy', policy]);
    expect([opened.ok, opened.text]).toEqual([true, expect.stringContaining('Witness')]);
    for (const { name, examples } of shellCommands.values()) {
      if (name === 'close' || name === 'open') continue;
      for (const example of examples) {
        if (/\b(?:wait|delay)/.test(name)) continue;
        await run(splitLine(example).slice(1));
      }
      ran.push(name);
      if (!sessions.has('guard')) await run(['open', origin, '--policy', policy]);
      await run(['goto', origin]);
    }
  } finally {
    await sessions.closeAll();
  }
  return ran;
}

test('under the preset watch, no shell command lets input reach the page', { timeout: 240_000 }, async () => {
  seen.length = 0;
  const ran = await runShell('watch');
  expect(ran.length).toBeGreaterThan(pickTools(['all']).list().length - 10);
  expect(seen).toEqual([]);
});

test('the same commands without rules do, so the test would notice', { timeout: 240_000 }, async () => {
  seen.length = 0;
  await runShell('open');
  expect(new Set(seen)).toEqual(new Set([...seen, 'GET /seen/click', 'GET /seen/keydown', 'GET /seen/input']));
});

test('under the preset watch, no tool of the MCP server lets input reach the page', { timeout: 240_000 }, async () => {
  seen.length = 0;
  const client = await overStdio(
    '2026-07-28',
    ['--tools', 'all', '--policy', 'watch', '--approve', 'all', '--allow-evaluate', '--url', origin],
    folder,
  );
  try {
    const registry = pickTools(['all']);
    const listed = (await client.list()).map(({ name }) => name);
    expect(listed.length).toBeGreaterThan(50);
    for (const name of listed) {
      for (const example of registry.get(name)?.examples ?? []) {
        if (/wait|delay/.test(name)) continue;
        const { isError, content } = await client.call(name, parseCallString(example).input);
        if (isAtLeast(registry.get(name)?.safety ?? 'safe', 'medium'))
          expect([name, isError, content[0]?.text]).toEqual([name, true, expect.stringMatching(/denied|unsupported/)]);
      }
      await client.call('goto', { url: origin });
    }
    expect(seen).toEqual([]);
  } finally {
    await client.close();
  }
});
