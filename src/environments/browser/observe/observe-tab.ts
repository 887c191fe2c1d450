import { HandrailError } from '../../../core/errors.js';
import type { Size } from '../../../core/geometry.js';
import type { View, ViewRequest } from '../../../core/view.js';
import type { ElementIds } from '../element-ids.js';
import { CollectorError, isDocumentGone, isTimeout } from '../frames/page-document.js';
import type { BrowserInstance } from '../launch/browser-instance.js';
import type { BrowserLimits } from '../limits.js';
import { untilInterrupted } from '../settle/interruptible.js';
import { findInterruption } from '../tabs/page-state.js';
import { describePendingNavigation, stopOverdueNavigation } from '../tabs/pending-navigation.js';
import { withoutContent } from '../tabs/refused-page.js';
import { canQuery, refusalOfPage, type Tab } from '../tabs/tab.js';
import { describeTab } from '../tabs/tab-list.js';
import { collectView } from './collect-view.js';
import type { CollectedView, ObserveFlags } from './collected-view.js';

export interface TabView extends CollectedView {
  /** Why the page could not be queried. The view then repeats the last one, if that still holds. */
  unavailable?: string;
}

/** What an observation depends on besides the tab. */
export interface ObserveContext {
  instance: BrowserInstance;
  ids: ElementIds;
  limits: BrowserLimits;
  screen: Size;
  /** The last view of the page, repeated while a dialog blocks it. */
  lastView?: View;
}

const minCollectMs = 200;
const collectGraceMs = 300;

/** Observes a tab in any state, within the limit for observations. Throws only if the browser is gone. */
export async function observeTab(
  context: ObserveContext,
  tab: Tab,
  request: ViewRequest,
  signal?: AbortSignal,
  flags: ObserveFlags = {},
): Promise<TabView> {
  const { instance, ids, limits } = context;
  const deadline = performance.now() + limits.observeTimeoutMs;
  for (;;) {
    if (tab.closed) await instance.lostWithin(100);
    const lost = instance.lost();
    if (lost) throw new HandrailError(lost.code, lost.message, lost.hint);
    const refusal = refusalOfPage(tab);
    if (refusal !== undefined) return refusedView(context, tab, refusal);
    if (!canQuery(tab)) {
      const interruption = findInterruption(tab);
      if (interruption || performance.now() > deadline)
        return unavailableView(context, tab, interruption ?? 'the page has no document yet');
      await tab.changeSignal.wait(deadline - performance.now(), signal);
      continue;
    }
    try {
      stopOverdueNavigation(tab, limits);
      const timeoutMs = Math.max(minCollectMs, deadline - performance.now());
      const work = collectView(tab, ids, { request, timeoutMs, signal, ...flags });
      const observed = await untilInterrupted(tab, work, timeoutMs + collectGraceMs, signal);
      if (refusalOfPage(tab) === undefined) return observed;
    } catch (error) {
      if (isDocumentGone(error) && performance.now() < deadline) {
        await tab.changeSignal.wait(20, signal);
        continue;
      }
      if (isDocumentGone(error) || isTimeout(error)) return unavailableView(context, tab, explainTimeout(context, tab));
      if (!(error instanceof CollectorError)) throw error;
      tab.title = (await describeTab(tab, true)).title;
      return unavailableView(context, tab, error.message);
    }
  }
}

function explainTimeout({ instance, limits }: ObserveContext, tab: Tab): string {
  const interruption = findInterruption(tab);
  if (interruption) return interruption;
  if (tab.navigation.pending) return describePendingNavigation(tab);
  // A dialog blocks every page of its process.
  const other = instance.tabs.all().find((one) => one !== tab && one.modal?.dialog);
  const cause = other ? `: a dialog (${other.modal?.modal.kind}) is open in ${other.id}` : '';
  return `the page did not respond within ${limits.observeTimeoutMs} ms${cause}`;
}

/** Of a page that no rule allows, not even the title is shown. */
function refusedView({ screen }: ObserveContext, tab: Tab, reason: string): TabView {
  tab.title = '';
  const view: View = {
    screen,
    url: withoutContent(tab.page.url()),
    title: '',
    elements: [],
    dropped: 0,
    incomplete: `the page is not shown: ${reason}`,
  };
  return { view, ambientElements: [], canvases: [], flashes: [], unavailable: reason };
}

function unavailableView({ lastView, screen }: ObserveContext, tab: Tab, reason: string): TabView {
  const url = tab.page.url();
  const isBlocked = tab.modal !== undefined || tab.navigation.pending;
  const last = isBlocked && lastView?.url === url ? lastView : undefined;
  const view: View = { screen, url, title: tab.title, elements: last?.elements ?? [], dropped: 0, incomplete: reason };
  if (last?.sceneId !== undefined) view.sceneId = last.sceneId;
  return { view, ambientElements: [], canvases: [], flashes: [], unavailable: reason };
}
