import type { Browser, CDPSession } from 'playwright-core';
import { withTimeout } from '../../../core/deadline.js';
import { type Fault, HandrailError, toFault } from '../../../core/errors.js';
import { onProcessExit } from '../../processes/on-process-exit.js';
import { makeTemporaryFolder, removeFoldersSync } from '../../processes/temporary-folder.js';
import { createLoss } from './browser-loss.js';
import { debuggerUrl } from './debugger-url.js';
import type { BrowserLease } from './lease.js';
import { loadPlaywright } from './load-playwright.js';
import { toBrowserHandle, toContextHandle } from './playwright-handles.js';

const connectMs = 10_000;
const closeMs = 2000;

/** How often a connected browser is pinged, and how long it may take to answer. */
export interface PingOptions {
  intervalMs: number;
  timeoutMs: number;
}

/** Leases a browser that is already running. Releasing the lease only disconnects: the browser and its pages stay. */
export async function connectBrowser(
  cdp: string,
  ping: PingOptions = { intervalMs: 5000, timeoutMs: 10_000 },
): Promise<BrowserLease> {
  const endpoint = await debuggerUrl(cdp);
  const { host } = new URL(endpoint);
  const folder = await makeTemporaryFolder();
  const { browser, session } = await open(endpoint, folder).catch((error: unknown) => {
    removeFoldersSync([folder]);
    throw new HandrailError(
      'browser_unreachable',
      `The server at ${host} did not respond as a browser within ${connectMs} ms.`,
      'Check that the browser runs with --remote-debugging-port and that the URL is correct.',
      { cause: error },
    );
  });
  const loss = createLoss();
  let released: Promise<void> | undefined;
  const cancelCleanup = onProcessExit(() => removeFoldersSync([folder]));
  const stopPinging = startPinging(session, ping, (reason) => loss.report(toLostFault(host, reason)));
  const end = () => {
    stopPinging();
    cancelCleanup();
    removeFoldersSync([folder]);
  };
  browser.once('disconnected', () => {
    end();
    if (!released) loss.report(toLostFault(host, 'The connection was closed.'));
  });
  const shared = browser.contexts()[0];
  // Without a listener, Playwright would dismiss the dialogs of the other client's pages.
  shared?.on('dialog', () => undefined);
  return {
    engine: 'chromium',
    browser: toBrowserHandle(browser),
    playwright: { browser, context: shared },
    context: shared && toContextHandle(shared),
    owned: false,
    onLost: loss.onLost,
    release() {
      released ??= disconnect(browser).finally(end);
      return released;
    },
  };
}

async function open(endpoint: string, folder: string): Promise<{ browser: Browser; session: CDPSession }> {
  const { chromium } = loadPlaywright();
  const options = { timeout: connectMs, noDefaults: true, artifactsDir: folder };
  const browser = await withTimeout(connectMs + 1000, 'Connecting', chromium.connectOverCDP(endpoint, options));
  try {
    return { browser, session: await withTimeout(connectMs, 'Connecting', browser.newBrowserCDPSession()) };
  } catch (error) {
    await disconnect(browser);
    throw error;
  }
}

async function disconnect(browser: Browser): Promise<void> {
  if (!browser.isConnected()) return;
  await withTimeout(closeMs, 'Disconnecting', browser.close()).catch((error: unknown) => {
    if (!(error instanceof HandrailError && error.code === 'deadline')) throw error; // the browser does not answer
  });
}

/** Pings the browser, since a connection can be dead without an event. Returns a function that stops it. */
function startPinging(
  session: CDPSession,
  { intervalMs, timeoutMs }: PingOptions,
  onLost: (reason: string) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const ping = async () => {
    try {
      await withTimeout(timeoutMs, 'A response', session.send('Browser.getVersion'));
      schedule();
    } catch (error) {
      if (!stopped) onLost(toFault(error).message);
    }
  };
  const schedule = () => {
    if (!stopped) timer = setTimeout(ping, intervalMs).unref();
  };
  schedule();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

function toLostFault(host: string, reason: string): Fault {
  return { code: 'browser_unreachable', message: `The browser at ${host} is gone. ${reason}`, hint: 'Connect again.' };
}
