import { HandrailError } from '../../../core/errors.js';
import type { Limits } from '../act/action-context.js';
import { standstill } from '../settle/settle.js';
import { type Tab, tell } from './tab.js';

/**
 * A page on its way elsewhere answers nothing until the other server does. Waits for that, at most until `until` (performance.now), and
 * stops it once a navigation has had its time: then the page stays where it was.
 */
export async function arrive(tab: Tab, limits: Limits, until: number, signal?: AbortSignal): Promise<void> {
  while (tab.navigation.pending && !standstill(tab)) {
    if (stopIfLate(tab, limits)) return;
    const now = performance.now();
    if (now >= until)
      throw new HandrailError(
        'deadline',
        `Nothing was done: ${underWay(tab)}.`,
        'Wait for page_loaded, or navigate elsewhere.',
      );
    await tab.bell.next(Math.min(tab.navigation.since + limits.navigation, until) - now, signal);
  }
}

/** What the page waits for, as a clause. */
export function underWay(tab: Tab): string {
  return `the page is on its way to ${tab.navigation.towards.slice(0, 200)}, which has not answered yet`;
}

/** Stops a navigation that has had its time. */
export function stopIfLate(tab: Tab, { navigation: ms }: Limits): boolean {
  const { pending, since, towards } = tab.navigation;
  if (!pending || performance.now() < since + ms) return false;
  tab.session.send('Page.stopLoading').catch(() => undefined); // the page may just have gone
  tab.navigation.pending = false;
  tell(tab, { kind: 'page', what: 'cut_off', detail: `${towards.slice(0, 200)} did not answer within ${ms} ms` });
  return true;
}
