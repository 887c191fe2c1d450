import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { noSandbox, viewport } from '../browser.mjs';
import { mcpSubject } from './mcp-server.mjs';

const manifest = createRequire(import.meta.url).resolve('chrome-devtools-mcp/package.json');

/**
 * chrome-devtools-mcp over stdio.
 * @param {import('./subject.mjs').Resources} options
 * @returns {import('./subject.mjs').Subject & { tools(): Promise<object[]> }}
 */
export function chromeDevtoolsMcp({ browser, scratch }) {
  const name = 'chrome-devtools-mcp';
  const directory = scratch.directory(name);
  const server = mcpSubject(name, () => ({
    directory,
    environment: { CHROME_DEVTOOLS_MCP_NO_USAGE_STATISTICS: '1', CHROME_DEVTOOLS_MCP_NO_UPDATE_CHECKS: '1' },
    args: [
      join(dirname(manifest), 'build/src/bin/chrome-devtools-mcp.js'),
      ...['--headless', '--isolated', '--usageStatistics=false', '--performanceCrux=false'],
      ...(noSandbox ? ['--chromeArg=--no-sandbox'] : []),
      ...['--executablePath', browser],
      ...['--viewport', `${viewport.width}x${viewport.height}`],
    ],
  }));
  let pageId;
  let last = '';

  return {
    ...server,
    async open() {
      await server.open();
      pageId = Number(/^(\d+):/m.exec(await server.call('list_pages', {}))?.[1]);
    },
    async navigate(url) {
      await server.call('navigate_page', { pageId, type: 'url', url, timeout: 60_000 });
    },
    async observe() {
      last = await server.call('take_snapshot', { pageId });
      return { text: last };
    },
    async click(label) {
      const uid = new RegExp(`uid=(\\w+) \\w+ "${label}"`).exec(last)?.[1];
      if (!uid) throw new Error(`No "${label}" in the last snapshot.`);
      return { text: await server.call('click', { pageId, uid }) };
    },
  };
}
