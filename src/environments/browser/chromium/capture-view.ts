import type { Change } from '../../../core/change.js';
import type { RawPicture, View, ViewRequest } from '../../../core/view.js';
import { isTimeout } from '../frames/page-document.js';
import type { ObserveFlags } from '../observe/collected-view.js';
import { observeTab, type TabView } from '../observe/observe-tab.js';
import { captureScreenshot, findSecrets, type Screenshot } from '../observe/screenshot.js';
import { untilInterrupted } from '../settle/interruptible.js';
import { findInterruption } from '../tabs/page-state.js';
import { canQuery, type Tab } from '../tabs/tab.js';
import { acquireTab, activeTab } from './recovery.js';
import type { ChromiumState } from './state.js';

const maxAttempts = 3;
const screenshotMs = 12_000;

/** Observes the active tab, with a picture if requested, and reports what changed since the last observation. */
export async function captureView(state: ChromiumState, request: ViewRequest, signal?: AbortSignal): Promise<View> {
  for (let attempt = 1; ; attempt += 1) {
    const { tab } = await acquireTab(state, signal);
    const { instance } = state;
    try {
      // The browser draws the screenshot while the page is read.
      const screenshot = request.picture ? startScreenshot(tab, request, signal) : undefined;
      const observed = await observeTab(state, tab, request, signal, { includeFlashes: true });
      const picture = screenshot && (await finishPicture(state, tab, request, observed, screenshot, signal));
      if ((tab.crashed || tab.closed) && attempt < maxAttempts) continue;
      const view = await finishView(state, tab, observed.view);
      const flashes = observed.flashes.map((text): Change => ({ kind: 'flashed', text }));
      const backgroundChanges = [...tab.unreported.splice(0), ...instance.downloads.takeUpdates(0), ...flashes];
      return picture && !observed.unavailable
        ? { ...view, backgroundChanges, picture }
        : { ...view, backgroundChanges };
    } catch (error) {
      if (!state.instance.lost() || attempt >= maxAttempts) throw error;
    }
  }
}

/** Observes the tab that is active now, as part of an action. */
export async function observeActiveTab(
  state: ChromiumState,
  flags: ObserveFlags,
  signal?: AbortSignal,
): Promise<TabView> {
  const tab = await activeTab(state);
  const observed = await observeTab(state, tab, {}, signal, flags);
  return { ...observed, view: await finishView(state, tab, observed.view) };
}

/** Adds tabs and the open modal to a view, and remembers it. */
async function finishView(state: ChromiumState, tab: Tab, view: View): Promise<View> {
  const { instance, lastView } = state;
  // A single tab is not listed, unless others were just closed.
  if (instance.tabs.all().length > 1 || (lastView?.tabs?.length ?? 0) > 1)
    view.tabs = await instance.tabs.describeAll();
  else view.onlyTab = tab.id;
  if (tab.modal) view.modal = tab.modal.modal;
  else state.lastView = view;
  state.screen = view.screen;
  instance.rememberTabs();
  return view;
}

function startScreenshot(tab: Tab, request: ViewRequest, signal?: AbortSignal): Promise<Screenshot | undefined> {
  if (!canQuery(tab)) return Promise.resolve(undefined);
  const screenshot = untilInterrupted(tab, captureScreenshot(tab, request, signal), screenshotMs, signal).catch(
    (error: unknown) => {
      if (isTimeout(error) || findInterruption(tab)) return undefined;
      throw error;
    },
  );
  screenshot.catch(() => undefined); // awaited later, or no longer needed
  return screenshot;
}

/** Without a whole view of the page there is no picture, since its passwords could not be masked. */
async function finishPicture(
  state: ChromiumState,
  tab: Tab,
  request: ViewRequest,
  observed: TabView,
  screenshot: Promise<Screenshot | undefined>,
  signal?: AbortSignal,
): Promise<RawPicture | undefined> {
  const isWhole = !request.find && !request.inside && !request.region;
  const whole = isWhole || observed.unavailable ? observed : await observeTab(state, tab, {}, signal);
  if (whole.unavailable) return undefined;
  const captured = await screenshot;
  return captured && { ...captured, secretRegions: findSecrets(whole.view) };
}
