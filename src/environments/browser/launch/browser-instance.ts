import { withTimeout } from '../../../core/deadline.js';
import type { Fault } from '../../../core/errors.js';
import type { Size } from '../../../core/geometry.js';
import type { BrowserEgress } from '../../../core/risk/browser-egress.js';
import { createChangeSignal } from '../change-signal.js';
import { releaseAll } from '../chromium/pointer.js';
import type { ContextHandle, ContextOptions } from '../handles.js';
import type { BrowserLimits } from '../limits.js';
import { createDownloads, type Downloads } from '../tabs/downloads.js';
import { reopenUrl } from '../tabs/reopen-url.js';
import type { Tab } from '../tabs/tab.js';
import { createTabList, type TabList } from '../tabs/tab-list.js';
import type { Wire } from '../wire/wire.js';
import { acquireBrowser, type BrowserLease, type LaunchOptions } from './acquire-browser.js';

export interface InstanceOptions {
  launch: LaunchOptions;
  contextOptions: ContextOptions;
  viewport: Size;
  limits: BrowserLimits;
  downloadFolder: string;
  wire: Wire;
  /** Limits which addresses are reached. */
  egress?: BrowserEgress | undefined;
}

/** A session's share of a browser: a lease, a context, its tabs and their downloads. */
export interface BrowserInstance {
  readonly context: ContextHandle;
  readonly tabs: TabList;
  readonly downloads: Downloads;
  /** Why the browser can no longer be used. */
  lost(): Fault | undefined;
  /** Like `lost`, but waits at most `ms` for the report: a browser's pages are gone a moment before the browser is. */
  lostWithin(ms: number): Promise<Fault | undefined>;
  /** Stores the open tabs in `openTabs`. */
  rememberTabs(): void;
  /** The tabs that a restarted browser opens again. */
  readonly openTabs: OpenTabs;
  /** Closes the tabs and releases the lease. Safe to call twice. */
  close(): Promise<void>;
}

export interface OpenTabs {
  tabs: readonly Tab[];
  active?: Tab;
}

/** Opens a browser instance, with the tabs of a lost one if there are any. */
export async function openInstance(
  options: InstanceOptions,
  former: OpenTabs = { tabs: [] },
): Promise<BrowserInstance> {
  const { contextOptions, limits, viewport } = options;
  const lease = await acquireBrowser({ ...options.launch, contextOptions });
  try {
    const context =
      lease.context ?? (await withTimeout(15_000, 'Opening a context', lease.browser.newContext(contextOptions)));
    context.watchWorkers?.(options.wire.attachWorker);
    await options.wire.useContext(context);
    const isExternal = !lease.owned && lease.context !== undefined;
    const tabs = await createTabList(context, {
      isExternal,
      former: former.tabs,
      documentBytes: limits.maxDocumentBytes,
      wire: options.wire,
      egress: options.egress,
    });
    await reopenTabs(tabs, former, limits.observeTimeoutMs);
    const tab = tabs.all()[0] ?? (await tabs.open(former.tabs[0]?.id));
    if (lease.context)
      for (const { page } of tabs.all()) await withTimeout(5_000, 'Sizing the page', page.setViewportSize(viewport));
    const creatingDownloads = createDownloads(lease.browser, tab.session, {
      folder: options.downloadFolder,
      maxBytes: limits.maxDownloadBytes,
      isExternal,
      mayKeep: (frameId, url) => options.wire.mayKeep(url, tabs.all().find(({ frames }) => frames.has(frameId))?.wire),
      isOwnFrame: (frameId) => tabs.all().some(({ frames }) => frames.has(frameId)),
      notify() {
        for (const { changeSignal } of tabs.all()) changeSignal.notify();
      },
    });
    const downloads = await withTimeout(10_000, 'Preparing downloads', creatingDownloads);
    return createInstance(lease, context, tabs, downloads, isExternal);
  } catch (error) {
    await lease.release();
    throw error;
  }
}

/** Opens the former tabs under the same ids. Those that outlived a lost connection are there already. */
async function reopenTabs(tabs: TabList, former: OpenTabs, ms: number): Promise<void> {
  const [first, ...others] = tabs.all();
  const blank = others.length === 0 && first?.page.url() === 'about:blank' ? first : undefined;
  const reopening: Promise<void>[] = [];
  for (const { id, page } of former.tabs) {
    if (!tabs.get(id)) reopening.push(reopenUrl(await tabs.open(id), page.url(), ms));
  }
  await Promise.all(reopening);
  const active = former.active && tabs.get(former.active.id);
  if (active) tabs.select(active);
  if (blank && tabs.all().length > 1) await tabs.close(blank);
}

function createInstance(
  lease: BrowserLease,
  context: ContextHandle,
  tabs: TabList,
  downloads: Downloads,
  isExternal: boolean,
): BrowserInstance {
  const lossSignal = createChangeSignal();
  let lost: Fault | undefined;
  let openTabs: OpenTabs = { tabs: tabs.all(), active: tabs.active() };
  let closing: Promise<void> | undefined;
  const unsubscribe = lease.onLost((fault) => {
    lost = fault;
    lossSignal.notify();
    for (const { changeSignal } of openTabs.tabs) changeSignal.notify();
  });

  async function close(): Promise<void> {
    unsubscribe();
    const open = lost ? [] : tabs.all();
    await Promise.all(open.map(releaseHeldInput));
    const closed = isExternal ? open.map(({ page }) => page.close()) : [context.close()];
    // Releasing the lease ends a browser that we own. Another client's browser may be out of reach.
    if (!lost)
      await withTimeout(isExternal ? 2_000 : 5_000, 'Closing the pages', Promise.all(closed)).catch(() => undefined);
    await withTimeout(2_000, 'Ending downloads', downloads.close()).catch(() => undefined); // the browser may not answer
    await lease.release();
  }

  return {
    context,
    tabs,
    downloads,
    lost: () => lost,
    async lostWithin(ms) {
      if (!lost) await lossSignal.wait(ms);
      return lost;
    },
    rememberTabs() {
      const all = tabs.all();
      if (!lost && all.length > 0) openTabs = { tabs: all, active: tabs.active() };
    },
    get openTabs() {
      return openTabs;
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** Releases held buttons and keys. Errors are ignored, since the page is closing. */
async function releaseHeldInput(tab: Tab): Promise<void> {
  await withTimeout(500, 'Releasing held input', releaseAll(tab)).catch(() => undefined);
}
