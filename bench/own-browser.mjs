import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { noSandbox } from './browser.mjs';
import { within } from './deadline.mjs';

/**
 * A browser that the bench starts itself and can look into while a subject drives it.
 * @param {{ browser: string, scratch: { directory(name: string): string } }} place
 */
export async function startOwnBrowser({ browser, scratch }) {
  const child = spawn(
    browser,
    [
      '--headless',
      '--remote-debugging-port=0',
      `--user-data-dir=${scratch.directory('own-browser')}`,
      '--no-first-run',
      ...(noSandbox ? ['--no-sandbox'] : []),
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const exited = once(child, 'exit');
  const endpoint = await within(20_000, 'starting a browser', listening(child.stderr));
  const witness = await chromium.connectOverCDP(endpoint);

  return {
    endpoint,
    /** JavaScript heap of the page at `url`, in bytes, after a garbage collection. @param {string} url */
    async heapOf(url) {
      const page = witness
        .contexts()
        .flatMap((context) => context.pages())
        .find((candidate) => candidate.url() === url);
      if (!page) throw new Error(`No page at ${url}.`);
      const protocol = await page.context().newCDPSession(page);
      try {
        await protocol.send('HeapProfiler.collectGarbage');
        return (await protocol.send('Runtime.getHeapUsage')).usedSize;
      } finally {
        await protocol.detach();
      }
    },
    async close() {
      await witness.close();
      child.kill();
      await within(10_000, 'ending a browser', exited);
    },
  };
}

/** @param {import('node:stream').Readable} stream @returns {Promise<string>} the address the browser listens on */
async function listening(stream) {
  for await (const line of createInterface(stream)) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (address) return address;
  }
  throw new Error('The browser ended before it listened.');
}
