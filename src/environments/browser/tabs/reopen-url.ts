import { findInterruption } from './page-state.js';
import type { Tab } from './tab.js';

/** Opens the URL of a lost page in a new tab, and waits at most `ms` until its document is ready. */
export async function reopenUrl(tab: Tab, url: string, ms: number): Promise<void> {
  if (!/^(https?|data):/.test(url)) return;
  const { commits } = tab.navigation;
  const deadline = performance.now() + ms;
  tab.session.send('Page.navigate', { url }).catch(() => undefined); // the loop below sees whether it succeeded
  while (tab.navigation.commits === commits || !tab.navigation.domReady) {
    const left = deadline - performance.now();
    if (left <= 0 || findInterruption(tab)) return;
    await tab.changeSignal.wait(left);
  }
}
