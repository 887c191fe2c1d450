import { execFile, spawn } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt, removeFolders, temporaryFolder, until } from '../cli/handrail.js';
import { connectBy, generations, overHttp } from './connect.js';
import { startTestSite } from './test-site.js';

const run = promisify(execFile);

const root = fileURLToPath(new URL('../..', import.meta.url));
const guide = await readFile(join(root, 'docs/guides/mcp.md'), 'utf8');
const blocks = [...guide.matchAll(/^```([^\n]*)\n(.*?)^```/gms)].map(([, language = '', text = '']) => ({
  language,
  text,
}));
const configurations = blocks
  .filter(({ language }) => language === 'json')
  .map(({ text }) => JSON.parse(text).mcpServers.handrail);
/** Replaces npx, which the package test covers. */
const installed = (words: readonly string[]): [string, ...string[]] => {
  const [first, program = '', ...rest] = words.filter((word) => word !== '-y');
  expect(first).toBe('npx');
  return [join(root, 'node_modules/.bin', program), ...rest];
};
const commands = blocks.filter(({ language }) => language === 'sh server').map(({ text }) => text.trim());

beforeAll(ensureBuilt);
afterAll(removeFolders);

it('the guide has configurations and commands', () => {
  expect([configurations.length, commands.length]).toEqual([4, 1]);
});

it.each(configurations.filter(({ command }) => command !== undefined))(
  '$command $args starts a server',
  async ({ command, args }) => {
    const isOne = args.includes('computer_use');
    const [program, ...rest] = installed([command, ...args]);
    const client = await connectBy(isOne ? '2026-07-28' : '2025-11-25', { command: program, args: rest, cwd: root });
    expect((await client.list()).map(({ name }) => name)).toContain(isOne ? 'computer_use' : 'click');
    await client.close();
  },
);

it.each(commands)('`%s` serves what the configuration for HTTP names', async (command) => {
  const { url, headers } = configurations.find((one) => one.type === 'http');
  const token = 'a-token-from-the-environment';
  const [program, ...parameters] = installed(command.replace('8931', '0').split(' '));
  const child = spawn(program, parameters, {
    cwd: root,
    detached: true,
    env: { ...process.env, HANDRAIL_MCP_TOKEN: token, HANDRAIL_HOME: temporaryFolder() },
  });
  try {
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    await until(() => said.includes('listens at'), `it listens: ${said}`);
    const [, address = ''] = /listens at (\S+)/.exec(said) ?? [];
    expect(address.replace(/:\d+\//, ':8931/')).toBe(url);
    const [, shown = ''] = /^Bearer (.+)$/.exec(headers.Authorization.replace(/\$\{HANDRAIL_MCP_TOKEN\}/, token)) ?? [];
    for (const generation of generations) {
      const client = await overHttp(generation, { url: address, token: shown });
      expect((await client.list()).length).toBeGreaterThan(40);
      await client.close();
    }
  } finally {
    process.kill(-(child.pid ?? 0), 'SIGTERM');
  }
});

it('the program in the guide runs', async () => {
  const [example] = blocks.filter(({ language }) => language === 'ts client');
  const site = await startTestSite();
  const file = join(root, `.docs-example-mcp-${process.pid}.mjs`); // inside the package, where it finds the client
  await writeFile(file, (await transform(example?.text ?? '', { loader: 'ts' })).code);
  try {
    const { stdout } = await run(process.execPath, [file], {
      cwd: root,
      env: { ...process.env, PAGE: site.url },
      timeout: 60_000,
    });
    expect(stdout).toContain('page "Sent"');
    expect(site.sent).toHaveLength(1);
  } finally {
    await rm(file, { force: true });
    await site.close();
  }
});

it('the guide states the right token limits', () => {
  for (const [tools, most] of [
    ['browser', '4,000'],
    ['browse', '700'],
    ['desktop', '4,000'],
    ['computer_use', '1,000'],
  ])
    expect(guide).toMatch(new RegExp(`^\\| \`${tools}\`.*under ${most} \\|$`, 'm'));
});
