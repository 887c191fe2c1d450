import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { noSandbox, viewport } from '../browser.mjs';
import { mcpSubject } from './mcp-server.mjs';

const manifest = createRequire(import.meta.url).resolve('@playwright/mcp/package.json');

/**
 * Playwright MCP over stdio, as its documentation starts it. `args` are more options, `label` is the name of the variant.
 * @param {import('./subject.mjs').Resources & { label?: string, args?: string[] }} options
 * @returns {import('./subject.mjs').Subject & { tools(): Promise<object[]> }}
 */
export function playwrightMcp({ browser, scratch, label, args = [] }) {
  const name = label ? `Playwright MCP (${label})` : 'Playwright MCP';
  const directory = scratch.directory(`playwright-mcp-${label ?? 'default'}`.replaceAll(/\W+/g, '-'));
  const server = mcpSubject(name, () => ({
    directory,
    args: [
      join(dirname(manifest), 'cli.js'),
      '--headless',
      '--isolated',
      ...(noSandbox ? ['--no-sandbox'] : []),
      ...['--executable-path', browser],
      ...['--viewport-size', `${viewport.width}x${viewport.height}`],
      ...['--output-dir', join(directory, 'output')],
      ...args,
    ],
  }));
  let last = '';

  /** The result as a client reads it. If it links to a snapshot file, that file is appended. @param {string} result */
  async function read(result) {
    const link = /\[Snapshot\]\((.+?)\)/.exec(result)?.[1];
    return link ? `${result}\n${await readFile(resolve(directory, link), 'utf8')}` : result;
  }

  return {
    ...server,
    async navigate(url) {
      await server.call('browser_navigate', { url });
    },
    async observe() {
      last = await read(await server.call('browser_snapshot', {}));
      return { text: last };
    },
    async click(label) {
      const target = new RegExp(`"${label}".*?\\[ref=(\\w+)\\]`).exec(last)?.[1];
      if (!target) throw new Error(`There is no "${label}" in the last snapshot.`);
      return { text: await server.call('browser_click', { element: label, target }) };
    },
  };
}
