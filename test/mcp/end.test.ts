import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  alive,
  collectOutput,
  descendants,
  ensureBuilt,
  program,
  removeFolders,
  temporaryFolder,
  until,
} from '../cli/handrail.js';
import { generations, overHttp, startHttp } from './connect.js';
import { startTestSite, type TestSite } from './test-site.js';

let site: TestSite;
beforeAll(async () => {
  ensureBuilt();
  site = await startTestSite();
});
afterAll(async () => {
  await site.close();
  removeFolders();
});

const opening = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
];

/** A server during a call: its browser is open, and the call waits for a text that never appears. */
async function startBusy(through: readonly string[] = []) {
  const [command = process.execPath, ...before] = [...through, process.execPath];
  const child = spawn(command, [...before, program, 'mcp', '--url', `${site.url}/here?busy`], {
    cwd: temporaryFolder(),
  });
  const printed = collectOutput(child);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const say = (message: unknown): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
  for (const message of opening) say(message);
  say({
    jsonrpc: '2.0',
    id: 2,
    method: 'tools/call',
    params: { name: 'wait_for', arguments: { text: 'never', timeout: 60_000 } },
  });
  await until(() => site.open().includes('busy'), `the page is open: ${printed.stderr}`);
  const below = descendants(child.pid);
  expect(below.length).toBeGreaterThan(2);
  return { child, below, ended, say, stdout: () => printed.stdout };
}

const patienceMs = 5_000;

describe('the server ends in time and leaves no browser behind', () => {
  it.each<[string, number, (child: ReturnType<typeof spawn>) => void]>([
    ['its input ends', 0, (child) => void child.stdin?.end()],
    ['it gets SIGTERM', 143, (child) => void child.kill('SIGTERM')],
    ['it gets SIGINT', 130, (child) => void child.kill('SIGINT')],
  ])('when %s', async (_, code, end) => {
    const { child, below, ended, stdout } = await startBusy();
    const began = performance.now();
    end(child);
    expect(await ended).toBe(code);
    expect(performance.now() - began).toBeLessThan(patienceMs);
    await until(() => alive(below).length === 0, 'its browser is gone', patienceMs);
    const lines = stdout().trim().split('\n');
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty('jsonrpc', '2.0');
  });

  it('when its parent process is killed', async () => {
    const shell = ['sh', '-c', '"$@"; true', 'sh'];
    const { child, below } = await startBusy(shell);
    child.kill('SIGKILL');
    child.stdin.destroy();
    await until(() => alive(below).length === 0, 'server and browser are gone', patienceMs);
  });

  it('over HTTP, during calls', async () => {
    const server = await startHttp([], temporaryFolder());
    const clients = await Promise.all(generations.map((generation) => overHttp(generation, server)));
    await Promise.all(clients.map((client) => client.text('goto', { url: site.url })));
    const waits = clients.map((client) =>
      client.call('wait_for', { text: 'never', timeout: 60_000 }).catch(() => undefined),
    );
    const below = descendants(server.child.pid);
    expect(below.length).toBeGreaterThan(2);
    expect(existsSync(server.tokenPath ?? '')).toBe(true);
    const began = performance.now();
    expect(await server.close()).toBe(143);
    expect(performance.now() - began).toBeLessThan(patienceMs);
    await until(() => alive(below).length === 0, 'its browser is gone', patienceMs);
    expect(existsSync(server.tokenPath ?? '')).toBe(false);
    await Promise.all([...waits, ...clients.map((client) => client.close())]);
  });
});

it('a cancelled call ends at once without a response, and the session is free', async () => {
  const { child, ended, say, stdout } = await startBusy();
  const began = performance.now();
  say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2, reason: 'changed my mind' } });
  say({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'extract_text', arguments: {} } });
  await until(() => stdout().includes('"id":3'), 'the next call is answered', 10_000);
  expect(performance.now() - began).toBeLessThan(3_000);
  child.stdin.end();
  await ended;
  const answers = stdout()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers.map(({ id }) => id)).toEqual([1, 3]);
  expect(answers[1].result.content).toEqual([{ type: 'text', text: 'Here' }]);
});

it('answers invalid input with errors and continues', async () => {
  const child = spawn(process.execPath, [program, 'mcp'], { cwd: temporaryFolder() });
  let stdout = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  for (const message of opening) child.stdin.write(`${JSON.stringify(message)}\n`);
  child.stdin.write('this is not JSON\n{"jsonrpc":"2.0"}\n\n{"jsonrpc":"2.0","id":5,"method":"no/such"}\n');
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 6, method: 'tools/list' })}\n`);
  await until(() => stdout.includes('"id":6'), 'the tools are listed');
  child.stdin.end();
  await ended;
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers.find(({ id }) => id === 5)?.error.code).toBe(-32_601);
  expect(answers.find(({ id }) => id === 6)?.result.tools.length).toBeGreaterThan(40);
});
