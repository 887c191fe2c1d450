import { createServer } from 'node:net';
import { type Browser, type CDPSession, chromium } from 'playwright-core';
import { findBrowser } from '../../src/environments/browser/launch/find-browser.js';

export interface StartedBrowser {
  cdp: string;
  /** Bytes of script heap of the page at a path, after a collection: the browser's own count. */
  heapOf(path: string): Promise<number>;
  close(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** A browser that belongs to the test, with an open debugging port. */
export async function startBrowser(): Promise<StartedBrowser> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: findBrowser()?.path,
    chromiumSandbox: process.getuid?.() !== 0,
    args: [`--remote-debugging-port=${port}`],
  });
  const cdp = `http://127.0.0.1:${port}`;
  let witness: Browser | undefined;
  let inspector: CDPSession | undefined;
  return {
    cdp,
    async heapOf(path) {
      // A new connection would cost the page memory of its own: all measurements use the first one.
      witness ??= await chromium.connectOverCDP(cdp);
      inspector ??= await inspect(witness, path);
      await inspector.send('HeapProfiler.collectGarbage');
      return (await inspector.send('Runtime.getHeapUsage')).usedSize;
    },
    async close() {
      await witness?.close();
      await browser.close();
    },
  };
}

async function inspect(browser: Browser, path: string): Promise<CDPSession> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const page = pages.find((one) => one.url().endsWith(path));
  if (!page) throw new Error(`No page at ${path}.`);
  return page.context().newCDPSession(page);
}
