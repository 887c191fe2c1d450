import type { Browser, CDPSession } from 'playwright-core';
import { within } from '../../../core/deadline.js';
import { type Fault, HandrailError, toFault } from '../../../core/errors.js';
import { atEndOfProcess } from '../../processes/end-of-process.js';
import { makeTemporaryFolder, removeNow } from '../../processes/temporary-folder.js';
import { createLoss } from './browser-loss.js';
import { debuggerUrl } from './debugger-url.js';
import type { BrowserLease } from './lease.js';

const connectMs = 10_000;
const closeMs = 2000;

/** How often a connected browser is asked whether it is there, and how long it may take to answer. */
export interface Pulse {
  everyMs: number;
  answerMs: number;
}

/** A lease on a browser that someone else runs. Releasing it only disconnects: its pages and the browser stay. */
export async function connectBrowser(
  cdp: string,
  pulse: Pulse = { everyMs: 5000, answerMs: 10_000 },
): Promise<BrowserLease> {
  const endpoint = await debuggerUrl(cdp);
  const { host } = new URL(endpoint);
  const folder = await makeTemporaryFolder();
  const { browser, session } = await open(endpoint, folder).catch((error: unknown) => {
    removeNow([folder]);
    throw new HandrailError(
      'browser_unreachable',
      `What answers at ${host} did not behave as a browser within ${connectMs} ms.`,
      'Check that the browser runs with --remote-debugging-port and that the address is right.',
      { cause: error },
    );
  });
  const loss = createLoss();
  let released: Promise<void> | undefined;
  const forget = atEndOfProcess(() => removeNow([folder]));
  const stop = watch(session, pulse, (why) => loss.report(lost(host, why)));
  const end = () => {
    stop();
    forget();
    removeNow([folder]);
  };
  browser.once('disconnected', () => {
    end();
    if (!released) loss.report(lost(host, 'The connection was closed.'));
  });
  return {
    engine: 'chromium',
    browser,
    context: browser.contexts()[0],
    owned: false,
    onLost: loss.onLost,
    release() {
      released ??= disconnect(browser).finally(end);
      return released;
    },
  };
}

async function open(endpoint: string, folder: string): Promise<{ browser: Browser; session: CDPSession }> {
  const { chromium } = await import('playwright-core');
  const options = { timeout: connectMs, noDefaults: true, artifactsDir: folder };
  const browser = await within(connectMs + 1000, 'Connecting', chromium.connectOverCDP(endpoint, options));
  try {
    return { browser, session: await within(connectMs, 'Connecting', browser.newBrowserCDPSession()) };
  } catch (error) {
    await disconnect(browser);
    throw error;
  }
}

async function disconnect(browser: Browser): Promise<void> {
  if (!browser.isConnected()) return;
  await within(closeMs, 'Disconnecting', browser.close()).catch((error: unknown) => {
    // The other end is silent, so there is nobody to say goodbye to.
    if (!(error instanceof HandrailError && error.code === 'deadline')) throw error;
  });
}

/** A connection may be dead without a word. Asks, and tells when no answer comes. */
function watch(session: CDPSession, { everyMs, answerMs }: Pulse, tell: (why: string) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const ask = async () => {
    try {
      await within(answerMs, 'An answer', session.send('Browser.getVersion'));
      schedule();
    } catch (error) {
      if (!stopped) tell(toFault(error).message);
    }
  };
  const schedule = () => {
    if (!stopped) timer = setTimeout(ask, everyMs).unref();
  };
  schedule();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

function lost(host: string, why: string): Fault {
  return new HandrailError('browser_unreachable', `The browser at ${host} is gone. ${why}`, 'Connect again.').fault;
}
