import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { planLaunch } from '../../src/environments/browser/launch/launch-plan.js';
import type { BrowserLease } from '../../src/environments/browser/launch/lease.js';
import { startPlaywrightBrowser } from '../../src/environments/browser/launch/start-playwright.js';

/** Starts Chromium by Playwright, as Firefox and WebKit are started. */
export async function leaseByPlaywright(
  options: BrowserContextOptions,
): Promise<{ lease: BrowserLease; context: BrowserContext }> {
  const plan = await planLaunch({});
  const { browser, playwright, pid, onLost, close } = await startPlaywrightBrowser(plan);
  if (!playwright) throw new Error('Playwright did not start the browser.');
  const context = await playwright.browser.newContext(options);
  return { lease: { engine: 'chromium', browser, playwright, owned: true, pid, onLost, release: close }, context };
}
