import type { Page } from 'playwright-core';
import { acquireBrowser } from '../../src/environments/browser/launch/acquire-browser.js';
import { openSession, type Session, type SessionOptions } from '../../src/index.js';

/** A session, and its page for direct access. Consecutive sessions share a browser. */
export async function openPage(options: SessionOptions): Promise<{ session: Session; page: Page } & AsyncDisposable> {
  const lease = await acquireBrowser({});
  const before = new Set(lease.browser.contexts());
  const session = await openSession(options);
  const page = lease.browser
    .contexts()
    .find((context) => !before.has(context))
    ?.pages()[0];
  if (!page) throw new Error('The session opened no page of its own.');
  return {
    session,
    page,
    async [Symbol.asyncDispose]() {
      await session.close();
      await lease.release();
    },
  };
}
