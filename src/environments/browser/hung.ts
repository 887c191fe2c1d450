import type { Change } from '../../core/change.js';
import { type Tab, tell } from './tab.js';
import type { TabList } from './tab-list.js';

/** Whether the page's own document answers within `ms`. One that has no document yet is not at fault. */
export async function answers(tab: Tab, ms: number): Promise<boolean> {
  const main = tab.frames.main();
  if (!main) return true;
  return main.ask('focusTakesText', undefined, ms).then(
    () => true,
    (error: unknown) => !(error instanceof Error && 'code' in error && error.code === 'deadline'), // gone is an answer too
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
