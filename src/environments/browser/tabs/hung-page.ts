import type { Change } from '../../../core/change.js';
import { HandrailError } from '../../../core/errors.js';
import { type Tab, tell } from './tab.js';
import type { TabList } from './tab-list.js';

/** Whether the page's own document answers within `ms`. One that has no document yet, or waits for another, is not at fault. */
export async function answers(tab: Tab, ms: number): Promise<boolean> {
  const main = tab.frames.main();
  if (!main || tab.navigation.pending) return true;
  return main.ask('focusTakesText', undefined, ms).then(
    () => true,
    // Gone is an answer too.
    (error: unknown) => tab.navigation.pending || !(error instanceof HandrailError && error.code === 'deadline'),
  );
}

/** Closes a page that hangs or crashed, opens its address again, and says so. */
export async function replacePage(
  tabs: TabList,
  tab: Tab,
  what: 'hung' | 'crashed',
  url = tab.page.url(),
): Promise<{ tab: Tab; changes: Change[] }> {
  const fresh = await tabs.replace(tab, url);
  return {
    tab: fresh,
    changes: [
      { kind: 'page', what },
      { kind: 'page', what: 'replaced', detail: url },
    ],
  };
}

/** Tells of changes that no outcome has told. */
export function tellAll(tab: Tab, changes: readonly Change[]): void {
  for (const change of changes) tell(tab, change);
}
