import type { BrowserContext, Page } from 'playwright-core';
import { within } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import type { Tab as TabFacts, TabId } from '../../../core/observation.js';
import { createChangeSignal } from '../change-signal.js';
import { reopen } from '../launch/reopen.js';
import { createTab, type Tab, type TabOptions } from './tab.js';

export const mostTabs = 20;

export interface TabList {
  active(): Tab;
  all(): Tab[];
  get(id: string): Tab | undefined;
  select(tab: Tab): void;
  /** Opens a tab, under the id of one that is gone where that is to come back. */
  open(id?: TabId): Promise<Tab>;
  close(tab: Tab): Promise<void>;
  /** Closes a tab that no longer answers and opens another in its place, under the same id. */
  replace(tab: Tab, url: string): Promise<Tab>;
  /** Waits until `windows` pages have opened since the last `takePopups` and are ready to be used, at most `ms`. */
  ready(windows: number, ms: number): Promise<void>;
  facts(): Promise<TabFacts[]>;
  popupCount(): number;
  /** Pages opened by pages since the last call. */
  takePopups(): { tab?: Tab; url: string }[];
}

export interface TabListOptions extends TabOptions {
  /** The context is someone else's: its tabs are left alone, but for those we opened and what these open. */
  guest: boolean;
  /** Tabs of the time before the browser or the connection was lost: their ids are not given again, except to themselves. */
  former: readonly Tab[];
}

/** How long a tab that is opened again may take until it is looked at as it is. */
const reopenMs = 500;
/** A browser that takes longer than this to open a tab is no better than the page. */
const replaceMs = 4_000;

/** Keeps the tabs of a context. A page that opens windows without end gets no more than `mostTabs`. */
export async function createTabList(context: BrowserContext, options: TabListOptions): Promise<TabList> {
  const tabs = new Map<TabId, Tab>();
  const pages = new Map<Page, Promise<Tab | undefined>>();
  const adopting = new Set<Promise<unknown>>();
  const popups: { tab?: Tab; url: string }[] = [];
  const arrivals = createChangeSignal();
  let last = Math.max(0, ...options.former.map((tab) => Number(tab.id.slice(4))));
  let active: Tab | undefined;

  function nextId(): TabId {
    last += 1;
    return `tab_${last}`;
  }

  function adopt(page: Page, isPopup: boolean, id?: TabId): Promise<Tab | undefined> {
    const known = pages.get(page);
    if (known) return known;
    if (pages.size >= mostTabs) {
      popups.push({ url: page.url() });
      const closing = page.close().then(() => undefined);
      pages.set(page, closing);
      page.once('close', () => pages.delete(page));
      track(closing);
      return closing;
    }
    const creating = createTab(id ?? nextId(), page, context, options, forget).then(
      (tab) => {
        tabs.set(tab.id, tab);
        active ??= tab;
        if (isPopup) popups.push({ tab, url: page.url() });
        return tab;
      },
      (error: unknown) => {
        // A window that closes itself at once was never there to be used.
        if (page.isClosed()) return undefined;
        throw error;
      },
    );
    pages.set(page, creating);
    track(creating);
    return creating;
  }

  function track(work: Promise<unknown>): void {
    adopting.add(work);
    work
      .finally(() => {
        adopting.delete(work);
        arrivals.ring();
      })
      .catch(() => undefined); // whoever waits for the tab hears of it
  }

  function forget(tab: Tab): void {
    if (tabs.get(tab.id) === tab) tabs.delete(tab.id);
    pages.delete(tab.page);
    if (active === tab) active = [...tabs.values()].at(-1);
  }

  const mine = new WeakSet<Page>();
  let opening = 0;
  context.on('page', (page) => {
    if (options.guest || (opening > 0 && !mine.has(page))) {
      // The page that open() waits for, a popup that came at the same time, or someone else's tab: its opener tells.
      page
        .opener()
        .then((opener) => (opener && (!options.guest || pages.has(opener)) ? adopt(page, true) : undefined))
        .catch(() => undefined); // closed again already
      return;
    }
    adopt(page, true).catch(() => undefined); // told through ready()
  });
  // Someone else's dialogs are answered by them: without a listener Playwright would.
  if (options.guest) context.on('dialog', () => undefined);

  async function open(id?: TabId): Promise<Tab> {
    opening += 1;
    try {
      const page = await within(15_000, 'Opening a tab', context.newPage());
      mine.add(page);
      const tab = await adopt(page, false, id);
      if (!tab)
        throw new HandrailError('unknown_tab', `No more than ${mostTabs} tabs can be open.`, 'Close one first.');
      return tab;
    } finally {
      opening -= 1;
    }
  }

  /** Tabs of ours that outlived the connection. */
  async function adoptFormer(page: Page): Promise<void> {
    const session = await within(5_000, 'Reading a tab', context.newCDPSession(page));
    const { targetInfo } = await within(5_000, 'Reading a tab', session.send('Target.getTargetInfo'));
    await within(5_000, 'Leaving a tab', session.detach());
    const known = options.former.find((tab) => tab.target === targetInfo.targetId);
    if (known) await adopt(page, false, known.id);
  }

  if (!options.guest) await Promise.all(context.pages().map((page) => adopt(page, false)));
  else if (options.former.length > 0) await Promise.allSettled(context.pages().map(adoptFormer));

  return {
    active() {
      if (!active) throw new HandrailError('closed', 'No tab is open.', "Open one with { type: 'tab', do: 'new' }.");
      return active;
    },
    all: () => [...tabs.values()],
    get: (id) => [...tabs.values()].find((tab) => tab.id === id),
    select(tab) {
      active = tab;
    },
    open,
    async close(tab) {
      await within(5_000, 'Closing the tab', tab.page.close());
    },
    async replace(tab, url) {
      const wasActive = active === tab;
      pages.delete(tab.page); // its place is free, however many there are
      const fresh = await within(replaceMs, 'Opening a tab', open(tab.id));
      if (wasActive) active = fresh;
      tab.page.close().catch(() => undefined); // it does not answer: the browser ends its process
      await reopen(fresh, url, reopenMs);
      return fresh;
    },
    async ready(windows, ms) {
      const deadline = performance.now() + ms;
      while (popups.length < windows || adopting.size > 0) {
        const left = deadline - performance.now();
        if (left <= 0) return;
        await arrivals.next(left);
      }
    },
    async facts() {
      return Promise.all([...tabs.values()].map((tab) => factsOf(tab, tab === active)));
    },
    popupCount: () => popups.length + adopting.size,
    takePopups: () => popups.splice(0),
  };
}

/** From the browser, not the page: a page that hangs still has a title. */
export async function factsOf(tab: Tab, isActive: boolean): Promise<TabFacts> {
  const info = await within(1_000, "Reading a tab's title", tab.session.send('Target.getTargetInfo')).catch(
    () => undefined,
  ); // a crashed page has none
  return {
    id: tab.id,
    url: info?.targetInfo.url ?? tab.page.url(),
    title: (info?.targetInfo.title ?? tab.title).slice(0, 200),
    active: isActive,
  };
}
