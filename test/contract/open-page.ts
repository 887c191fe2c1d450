import type { Page } from 'playwright-core';
import { acquireBrowser } from '../../src/environments/browser/launch/acquire-browser.js';
import { openSession, type Session, type SessionOptions } from '../../src/index.js';
import { witnessPage } from '../support/witness-page.js';

/** A session without rules, and its page for direct access. Consecutive sessions share a browser. */
export async function openPage(options: SessionOptions): Promise<{ session: Session; page: Page } & AsyncDisposable> {
  const lease = await acquireBrowser({});
  const { result: session, page } = await witnessPage(lease, () => openSession({ policy: 'open', ...options }));
  return {
    session,
    page,
    async [Symbol.asyncDispose]() {
      await session.close();
      await lease.release();
    },
  };
}
