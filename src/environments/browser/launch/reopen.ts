import { standstill } from '../settle/settle.js';
import type { Tab } from '../tabs/tab.js';

/** Opens the address of a lost page in a fresh tab and waits until its document is there, at most `ms`: later it is seen as it is then. */
export async function reopen(tab: Tab, url: string, ms: number): Promise<void> {
  if (!/^(https?|data):/.test(url)) return;
  const { commits } = tab.navigation;
  const deadline = performance.now() + ms;
  tab.session.send('Page.navigate', { url }).catch(() => undefined); // whether it came is seen below
  while (tab.navigation.commits === commits || !tab.navigation.ready) {
    const left = deadline - performance.now();
    if (left <= 0 || standstill(tab)) return;
    await tab.bell.next(left);
  }
}
