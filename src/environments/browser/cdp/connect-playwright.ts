import type { Browser, ConnectOverCDPTransport } from 'playwright-core';
import { loadPlaywright } from '../launch/load-playwright.js';
import type { Connection } from './connection.js';

/** Connects Playwright to a browser that we started, beside our own sessions. */
export async function connectPlaywright(connection: Connection): Promise<Browser> {
  const { sessionId } = await connection.root.send('Target.attachToBrowserTarget');
  const transport: ConnectOverCDPTransport = {
    send: (message: object) => send(message),
    close: () => undefined,
  };
  const send = connection.relay(sessionId, (message) => transport.onmessage?.(message));
  connection.onClose(() => transport.onclose?.());
  const { chromium } = loadPlaywright();
  const browser = await chromium.connectOverCDP(transport, { noDefaults: true });
  // Without a listener, Playwright would dismiss the dialogs of the pages.
  for (const context of browser.contexts()) context.on('dialog', () => undefined);
  return browser;
}
