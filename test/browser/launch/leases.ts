import { afterEach } from 'vitest';
import {
  acquireBrowser,
  type BrowserLease,
  type LaunchOptions,
} from '../../../src/environments/browser/launch/acquire-browser.js';
import { endScripts } from '../launch-witness.js';

export const leases: BrowserLease[] = [];

export async function acquire(options?: LaunchOptions): Promise<BrowserLease & { pid: number }> {
  const lease = await acquireBrowser(options);
  leases.push(lease);
  if (lease.pid === undefined) throw new Error('The browser has no process id.');
  return { ...lease, pid: lease.pid };
}

export const slow = { timeout: 60_000 };

/** Releases the leases of a test after it. */
export function useLeases(): void {
  afterEach(async () => {
    endScripts();
    await Promise.all(leases.splice(0).map((lease) => lease.release()));
  });
}
