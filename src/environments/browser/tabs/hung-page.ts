import type { Change } from '../../../core/change.js';
import { isTimeout } from '../frames/page-document.js';
import type { Tab } from './tab.js';
import type { TabList } from './tab-list.js';

/** Whether the main document answers within `ms`. A page without a document, or in a navigation, is not hung. */
export async function isResponding(tab: Tab, ms: number): Promise<boolean> {
  const main = tab.frames.main();
  if (!main || tab.navigation.pending) return true;
  return main.call('isFocusEditable', undefined, ms).then(
    () => true,
    // Any other error, such as a replaced document, is an answer too.
    (error: unknown) => tab.navigation.pending || !isTimeout(error),
  );
}

/** Closes a page that hangs or crashed, and opens its URL again. Returns the new tab and the changes to report. */
export async function replacePage(
  tabs: TabList,
  tab: Tab,
  what: 'hung' | 'crashed',
  url = tab.page.url(),
): Promise<{ tab: Tab; changes: Change[] }> {
  return {
    tab: await tabs.replace(tab, url),
    changes: [
      { kind: 'page', what },
      { kind: 'page', what: 'replaced', detail: url },
    ],
  };
}
