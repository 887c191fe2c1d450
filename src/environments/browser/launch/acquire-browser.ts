import { HandrailError } from '../../../core/errors.js';
import { connectBrowser } from './connect.js';
import { planLaunch } from './launch-plan.js';
import type { BrowserLease, LaunchOptions } from './lease.js';
import { leaseProfile } from './profile.js';
import { leaseShared } from './shared-browser.js';
import { withoutSandbox } from './started-browser.js';

export type { BrowserLease, Engine, LaunchOptions } from './lease.js';

let hasNotedSandbox = false;

/**
 * Leases a browser: the one that runs at `cdp`, a new one for a `profile`, or the one that all sessions of this process with the same
 * engine, executable, arguments, `headless` and owner share.
 */
export async function acquireBrowser(options: LaunchOptions = {}): Promise<BrowserLease> {
  if (options.cdp !== undefined) {
    if (
      options.profile !== undefined ||
      options.executable !== undefined ||
      (options.engine ?? 'chromium') !== 'chromium'
    ) {
      throw new HandrailError(
        'invalid_option',
        'A browser at a `cdp` URL is already running, so `profile`, `executable` and `engine` do not apply.',
        'Pass either `cdp` or the others.',
      );
    }
    return connectBrowser(options.cdp);
  }
  const plan = await planLaunch(options);
  if (plan.engine === 'chromium' && withoutSandbox && !hasNotedSandbox) {
    hasNotedSandbox = true;
    options.note?.('Running as root: the browser starts without its sandbox. Run as another user to use the sandbox.');
  }
  return plan.profile ? leaseProfile(plan, plan.profile) : leaseShared(plan);
}
