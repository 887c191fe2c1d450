import type { Action } from '../../../core/action.js';
import type { Change } from '../../../core/change.js';
import { withTimeout } from '../../../core/deadline.js';
import { type Fault, HandrailError } from '../../../core/errors.js';
import { isDocumentGone } from '../frames/page-document.js';
import { openInstance } from '../launch/browser-instance.js';
import { isResponding, replacePage } from '../tabs/hung-page.js';
import { isNavigationLoop } from '../tabs/navigation.js';
import { reportChange } from '../tabs/page-state.js';
import { canQuery, type Tab } from '../tabs/tab.js';
import type { ChromiumState } from './state.js';

const restartMs = 60_000;
const lossReportMs = 200;
const shortLossReportMs = 100;

export const restartHint =
  'The browser is being restarted with the same URLs. Sign-ins may be lost. Observe before you act.';
export const reopenHint = 'The page was reopened at the same URL. Observe before you act.';

/** Restarts a lost browser with the same URLs in its tabs. Concurrent calls share one restart. */
export function recover(state: ChromiumState): Promise<void> {
  state.recovery ??= restart(state).finally(() => {
    state.recovery = undefined;
  });
  state.recovery.catch(() => undefined); // the next call tries again
  return state.recovery;
}

async function restart(state: ChromiumState): Promise<void> {
  const reason = state.instance.lost()?.message ?? 'The browser is gone.';
  const former = state.instance.openTabs;
  await state.instance.close();
  state.instance = await openInstance(state.options, former);
  const active = state.instance.tabs.active();
  const changes: Change[] =
    former.active?.targetId === active.targetId
      ? [{ kind: 'page', what: 'cut_off', detail: `${reason} The connection was restored.` }]
      : [
          { kind: 'page', what: 'crashed', detail: reason },
          { kind: 'page', what: 'replaced', detail: active.page.url() },
        ];
  for (const change of changes) reportChange(active, change);
}

/** The active tab, and the fault that had to be repaired before it could be used. */
export async function acquireTab(state: ChromiumState, signal?: AbortSignal): Promise<{ tab: Tab; repaired?: Fault }> {
  if (state.isClosed) throw new HandrailError('closed', 'The session is closed.', 'Open a new session.');
  const { instance } = state;
  // The tabs of a browser that dies are gone a moment before the browser is.
  const lost =
    instance.lost() ?? (instance.tabs.all().length === 0 ? await instance.lostWithin(lossReportMs) : undefined);
  if (lost) await withTimeout(restartMs, 'Restarting the browser', recover(state), signal);
  const tab = await activeTab(state);
  if (!tab.crashed) return { tab, repaired: lost };
  const repaired: Fault = { code: 'page_crashed', message: 'The page had crashed before the action started.' };
  return { tab: await replaceAndReport(state, tab, 'crashed'), repaired };
}

/** The active tab. Opens one if none is open. */
export async function activeTab({ instance: { tabs } }: ChromiumState): Promise<Tab> {
  if (tabs.all().length === 0) tabs.select(await tabs.open());
  return tabs.active();
}

/** Replaces a page that hangs or crashed, and reports it with the next outcome or observation. */
export async function replaceAndReport(
  { instance }: ChromiumState,
  tab: Tab,
  what: 'hung' | 'crashed',
  url?: string,
): Promise<Tab> {
  const { tab: fresh, changes } = await replacePage(instance.tabs, tab, what, url);
  for (const change of changes) reportChange(fresh, change);
  return fresh;
}

/** Before a navigation: replaces a page that hangs or keeps navigating, since it would delay the new one. */
export async function replaceStuckPage(state: ChromiumState, tab: Tab, { type }: Action): Promise<Tab> {
  if (type !== 'navigate' && type !== 'reload') return tab;
  const isFree = !canQuery(tab) || (await isResponding(tab, state.limits.observeTimeoutMs));
  if (isFree && !isNavigationLoop(tab.navigation)) return tab;
  return replaceAndReport(state, tab, 'hung', type === 'reload' ? tab.page.url() : 'about:blank');
}

/** The fault of the lost browser behind an error, if there is one. */
export async function findLoss({ instance }: ChromiumState, error: unknown): Promise<Fault | undefined> {
  return instance.lost() ?? (isDocumentGone(error) ? instance.lostWithin(shortLossReportMs) : undefined);
}
