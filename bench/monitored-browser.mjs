import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { noSandbox } from './browser.mjs';
import { withTimeout } from './timeout.mjs';

/**
 * Starts a browser whose memory the benchmark can read while a subject controls it.
 * @param {{ browser: string, scratch: { directory(name: string): string } }} resources
 */
export async function startMonitoredBrowser({ browser, scratch }) {
  const child = spawn(
    browser,
    [
      '--headless',
      '--remote-debugging-port=0',
      `--user-data-dir=${scratch.directory('monitored-browser')}`,
      '--no-first-run',
      ...(noSandbox ? ['--no-sandbox'] : []),
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const exited = once(child, 'exit');
  const endpoint = await withTimeout(20_000, 'starting a browser', readEndpoint(child.stderr));
  const observer = await chromium.connectOverCDP(endpoint);

  return {
    endpoint,
    /** The JavaScript heap of the page at `url`, in bytes, after a garbage collection. @param {string} url */
    async pageHeapBytes(url) {
      const page = observer
        .contexts()
        .flatMap((context) => context.pages())
        .find((candidate) => candidate.url() === url);
      if (!page) throw new Error(`There is no page at ${url}.`);
      const protocol = await page.context().newCDPSession(page);
      try {
        await protocol.send('HeapProfiler.collectGarbage');
        return (await protocol.send('Runtime.getHeapUsage')).usedSize;
      } finally {
        await protocol.detach();
      }
    },
    async close() {
      await observer.close();
      child.kill();
      await withTimeout(10_000, 'ending a browser', exited);
    },
  };
}

/** @param {import('node:stream').Readable} stream @returns {Promise<string>} the URL at which the browser listens */
async function readEndpoint(stream) {
  for await (const line of createInterface(stream)) {
    const url = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (url) return url;
  }
  throw new Error('The browser ended before it printed its debugging URL.');
}
