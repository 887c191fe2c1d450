import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { within } from '../../../core/deadline.js';
import type { Fault } from '../../../core/errors.js';
import type { Size } from '../../../core/geometry.js';
import type { Limits } from '../act/action-context.js';
import { releaseAll } from '../act/held-keys.js';
import { createChangeSignal } from '../change-signal.js';
import { createDownloads, type Downloads } from '../tabs/downloads.js';
import type { Tab } from '../tabs/tab.js';
import { createTabList, type TabList } from '../tabs/tab-list.js';
import { acquireBrowser, type BrowserLease, type LaunchOptions } from './launch.js';
import { reopen } from './reopen.js';

export interface HomeOptions {
  launch: LaunchOptions;
  contextOptions: BrowserContextOptions;
  viewport: Size;
  limits: Limits;
  downloadFolder: string;
}

/** What a session has of a browser: a lease, a context, the tabs in it and what they download. */
export interface BrowserInstance {
  readonly context: BrowserContext;
  readonly tabs: TabList;
  readonly downloads: Downloads;
  /** Why it can no longer be used. */
  lost(): Fault | undefined;
  /** The same, where it may be about to be known: a browser's pages are gone a moment before the browser is. */
  lostWithin(ms: number): Promise<Fault | undefined>;
  /** Notes which tabs are open: what a browser that comes after this one begins with. */
  note(): void;
  readonly noted: Noted;
  /** Gives everything back. Safe to call twice. */
  leave(): Promise<void>;
}

export interface Noted {
  tabs: readonly Tab[];
  active?: Tab;
}

/** Moves into a browser: a fresh one, or after one was lost another with the tabs of `former`. */
export async function openInstance(options: HomeOptions, former: Noted = { tabs: [] }): Promise<BrowserInstance> {
  const { contextOptions, limits, viewport } = options;
  const lease = await acquireBrowser({ ...options.launch, contextOptions });
  try {
    const context =
      lease.context ?? (await within(15_000, 'Opening a context', lease.browser.newContext(contextOptions)));
    const guest = !lease.owned && lease.context !== undefined;
    const tabs = await createTabList(context, { guest, former: former.tabs, documentBytes: limits.documentBytes });
    await reopenTabs(tabs, former, limits.look);
    const tab = tabs.all()[0] ?? (await tabs.open(former.tabs[0]?.id));
    if (lease.context)
      for (const one of tabs.all()) await within(5_000, 'Sizing the page', one.page.setViewportSize(viewport));
    const ring = () => {
      for (const one of tabs.all()) one.bell.ring();
    };
    const isOurs = (frameId: string) => tabs.all().some((one) => one.frames.has(frameId));
    const downloads = await within(
      10_000,
      'Preparing downloads',
      createDownloads(lease.browser, tab.session, {
        folder: options.downloadFolder,
        mostBytes: limits.downloadBytes,
        guest,
        isOurs,
        ring,
      }),
    );
    return settle(lease, context, tabs, downloads, guest);
  } catch (error) {
    await lease.release();
    throw error;
  }
}

/** Opens what was open, under the same ids. What outlived a lost connection is there already. */
async function reopenTabs(tabs: TabList, former: Noted, ms: number): Promise<void> {
  const blank = tabs.all().length === 1 && tabs.all()[0]?.page.url() === 'about:blank' ? tabs.all()[0] : undefined;
  const reopening: Promise<void>[] = [];
  for (const old of former.tabs) {
    if (!tabs.get(old.id)) reopening.push(reopen(await tabs.open(old.id), old.page.url(), ms));
  }
  await Promise.all(reopening);
  const active = former.active && tabs.get(former.active.id);
  if (active) tabs.select(active);
  if (blank && tabs.all().length > 1) await tabs.close(blank);
}

function settle(
  lease: BrowserLease,
  context: BrowserContext,
  tabs: TabList,
  downloads: Downloads,
  guest: boolean,
): BrowserInstance {
  const bell = createChangeSignal();
  let lost: Fault | undefined;
  let noted: Noted = { tabs: tabs.all(), active: tabs.active() };
  let leaving: Promise<void> | undefined;
  const stopListening = lease.onLost((fault) => {
    lost = fault;
    bell.ring();
    for (const tab of noted.tabs) tab.bell.ring();
  });

  async function leave(): Promise<void> {
    stopListening();
    const open = lost ? [] : tabs.all();
    await Promise.all(open.map(releaseHeld));
    const ends = guest ? open.map((tab) => tab.page.close()) : [context.close()];
    // The lease ends a browser of ours if need be; one that is not ours may be out of reach.
    if (!lost) await within(guest ? 2_000 : 5_000, 'Closing the pages', Promise.all(ends)).catch(() => undefined);
    await within(2_000, 'Ending downloads', downloads.close()).catch(() => undefined); // a silent browser cannot be asked
    await lease.release();
  }

  return {
    context,
    tabs,
    downloads,
    lost: () => lost,
    async lostWithin(ms) {
      if (!lost) await bell.next(ms);
      return lost;
    },
    note() {
      const all = tabs.all();
      if (!lost && all.length > 0) noted = { tabs: all, active: tabs.active() };
    },
    get noted() {
      return noted;
    },
    leave() {
      leaving ??= leave();
      return leaving;
    },
  };
}

async function releaseHeld(tab: Tab): Promise<void> {
  for (const button of tab.held) {
    const name = button === 'right' || button === 'middle' ? button : 'left';
    await within(500, 'Releasing a button', tab.page.mouse.up({ button: name })).catch(() => undefined); // the page is closing anyway
  }
  await within(500, 'Releasing keys', releaseAll(tab)).catch(() => undefined); // likewise
}
