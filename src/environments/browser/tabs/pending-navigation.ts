import { HandrailError } from '../../../core/errors.js';
import type { BrowserLimits } from '../limits.js';
import { findInterruption, reportChange } from './page-state.js';
import type { Tab } from './tab.js';

/**
 * Waits while a navigation is pending, since the page answers no calls then. Throws `deadline` at `deadline` (performance.now). A
 * navigation that exceeds its limit is stopped, and the page stays where it was.
 */
export async function waitForPendingNavigation(
  tab: Tab,
  limits: BrowserLimits,
  deadline: number,
  signal?: AbortSignal,
): Promise<void> {
  while (tab.navigation.pending && !findInterruption(tab)) {
    if (stopOverdueNavigation(tab, limits)) return;
    const now = performance.now();
    if (now >= deadline)
      throw new HandrailError(
        'deadline',
        `Nothing was done: ${describePendingNavigation(tab)}.`,
        'Wait for page_loaded, or navigate to another URL.',
      );
    await tab.changeSignal.wait(
      Math.min(tab.navigation.pendingSince + limits.navigationTimeoutMs, deadline) - now,
      signal,
    );
  }
}

/** What the page waits for, as a clause. */
export function describePendingNavigation({ navigation }: Tab): string {
  return `the page is navigating to ${navigation.pendingUrl.slice(0, 200)}, which has not responded yet`;
}

/** Stops a pending navigation that exceeds its limit. Returns whether it did. */
export function stopOverdueNavigation(tab: Tab, { navigationTimeoutMs: maxMs }: BrowserLimits): boolean {
  const { pending, pendingSince, pendingUrl } = tab.navigation;
  if (!pending || performance.now() < pendingSince + maxMs) return false;
  tab.session.send('Page.stopLoading').catch(() => undefined); // the page may be gone
  tab.navigation.pending = false;
  const detail = `${pendingUrl.slice(0, 200)} did not respond within ${maxMs} ms`;
  reportChange(tab, { kind: 'page', what: 'cut_off', detail });
  return true;
}
