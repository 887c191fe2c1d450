import { HandrailError } from '../../../core/errors.js';
import { connectBrowser } from './connect.js';
import { planLaunch } from './launch-plan.js';
import type { BrowserLease, LaunchOptions } from './lease.js';
import { leaseProfile } from './profile.js';
import { leaseShared } from './shared-browser.js';
import { withoutSandbox } from './start-browser.js';

export type { BrowserLease, Engine, LaunchOptions } from './lease.js';

let saidSandbox = false;

/**
 * Gets a browser: the one that runs at `cdp`, one of its own for a `profile`, or the one that all sessions of this process with the
 * same engine, program, arguments and `headless` share.
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
        'A browser at a `cdp` address runs already, so it takes no `profile`, `executable` or `engine`.',
        'Give either `cdp` or the others.',
      );
    }
    return connectBrowser(options.cdp);
  }
  const plan = await planLaunch(options);
  if (plan.engine === 'chromium' && withoutSandbox && !saidSandbox) {
    saidSandbox = true;
    options.note?.('Running as root: the browser starts without its sandbox. Run as another user to keep it.');
  }
  return plan.profile ? leaseProfile(plan, plan.profile) : leaseShared(plan);
}
