import type { Page } from 'playwright-core';
import type { BrowserLease } from '../../src/environments/browser/launch/acquire-browser.js';

/** Runs `open`, and returns its result with the page that it opened in the browser, as Playwright sees it from outside. */
export async function witnessPage<T>(lease: BrowserLease, open: () => Promise<T>): Promise<{ result: T; page: Page }> {
  const [context] = (await lease.browser.playwright()).contexts();
  if (!context) throw new Error('Playwright reports no context of the browser.');
  const opened = context.waitForEvent('page', { timeout: 20_000 });
  opened.catch(() => undefined); // `open` may fail first
  const result = await open();
  return { result, page: await opened };
}
