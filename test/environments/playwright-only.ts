import { defaultLimits } from '../../src/environments/browser/limits.js';
import { openPlaywrightOnly } from '../../src/environments/browser/playwright-only/environment.js';
import { createSession } from '../../src/index.js';
import { leaseByPlaywright } from '../support/playwright-lease.js';
import { servePages } from '../support/serve.js';
import { browser, html, stageOf } from './browser.js';
import type { Kind } from './stage.js';

/** The driver for Firefox and WebKit uses only Playwright's API, so it is tested on Chromium. */
export const playwrightOnly: Kind = {
  ...browser,
  name: 'browser, by Playwright alone',
  async open(rails = {}) {
    const served = await servePages({ '/': html });
    const viewport = browser.screen;
    const { lease, context } = await leaseByPlaywright({ viewport });
    const folders = { downloadFolder: '.', uploadFolders: [] };
    const environment = await openPlaywrightOnly({ lease, context, viewport, limits: defaultLimits, ...folders });
    const session = createSession(environment, { policy: 'open', ...rails });
    const page = context.pages()[0];
    if (!page) throw new Error('The session opened no page.');
    await session.perform({ type: 'navigate', url: served.url });
    return stageOf(session, page, async () => {
      await session.close();
      served.close();
    });
  },
};
