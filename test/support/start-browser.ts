import { createServer } from 'node:net';
import { chromium } from 'playwright-core';
import { findBrowser } from '../../src/index.js';

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
  return {
    cdp,
    async heapOf(path) {
      const witness = await chromium.connectOverCDP(cdp);
      try {
        const page = witness
          .contexts()
          .flatMap((context) => context.pages())
          .find((one) => one.url().endsWith(path));
        if (!page) throw new Error(`No page at ${path}.`);
        const session = await page.context().newCDPSession(page);
        await session.send('HeapProfiler.collectGarbage');
        return (await session.send('Runtime.getHeapUsage')).usedSize;
      } finally {
        await witness.close();
      }
    },
    close: () => browser.close(),
  };
}
