import { withTimeout } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import type { TabId, Tab as TabSummary } from '../../../core/observation.js';
import { type ChangeSignal, createChangeSignal } from '../change-signal.js';
import type { ContextHandle, PageHandle } from '../handles.js';
import { withoutContent } from './refused-page.js';
import { reopenUrl } from './reopen-url.js';
import { createTab, type Tab, type TabOptions } from './tab.js';

/** The maximum number of tabs that pages open beside one of the caller. Further windows are closed. */
export const maxTabs = 20;
/** The maximum number of tabs that the caller opens. */
export const maxOwnTabs = 60;

/** A window that a page opened. Without a tab it was closed, because there were too many. */
export interface Popup {
  tab?: Tab;
  url: string;
}

export interface TabList {
  active(): Tab;
  all(): Tab[];
  get(id: string): Tab | undefined;
  select(tab: Tab): void;
  /** Opens a tab. `id` is that of a lost tab that it stands for. */
  open(id?: TabId): Promise<Tab>;
  close(tab: Tab): Promise<void>;
  /** Closes a tab that no longer responds, and opens `url` in a new one under the same id. */
  replace(tab: Tab, url: string): Promise<Tab>;
  /** Waits at most `ms` until `count` windows have opened since the last `takePopups` and are attached. */
  waitForPopups(count: number, ms: number): Promise<void>;
  describeAll(): Promise<TabSummary[]>;
  /** How many windows have opened since the last `takePopups`, including those that are being attached. */
  popupCount(): number;
  /** The windows that pages opened since the last call. */
  takePopups(): Popup[];
}

export interface TabListOptions extends TabOptions {
  /** The context belongs to another client: only the tabs that we opened, and windows that these open, are used. */
  isExternal: boolean;
  /** Tabs from before the browser or the connection was lost. Only they keep their ids. */
  former: readonly Tab[];
}

/** How long a replaced tab may load before it is observed as it is. */
const reopenMs = 500;
/** A browser that takes longer than this to open a tab does not respond either. */
const replaceMs = 4_000;
const openMs = 15_000;
const readTabMs = 5_000;

interface TabListState {
  readonly context: ContextHandle;
  readonly options: TabListOptions;
  readonly tabs: Map<TabId, Tab>;
  /** Every known page, also while it is being attached. */
  readonly pages: Map<PageHandle, Promise<Tab | undefined>>;
  readonly attaching: Set<Promise<unknown>>;
  readonly popups: Popup[];
  readonly changeSignal: ChangeSignal;
  /** Pages that `open` created, and how many calls of it are running. */
  readonly openedPages: WeakSet<PageHandle>;
  opening: number;
  lastNumber: number;
  active: Tab | undefined;
}

/** Tracks the tabs of a context, including the windows that pages open. */
export async function createTabList(context: ContextHandle, options: TabListOptions): Promise<TabList> {
  const state: TabListState = {
    context,
    options,
    tabs: new Map(),
    pages: new Map(),
    attaching: new Set(),
    popups: [],
    changeSignal: createChangeSignal(),
    openedPages: new WeakSet(),
    opening: 0,
    lastNumber: Math.max(0, ...options.former.map((tab) => Number(tab.id.slice(4)))),
    active: undefined,
  };
  context.on('page', (page) => attachNewPage(state, page));
  if (options.isExternal) {
    if (options.former.length > 0) await Promise.allSettled(context.pages().map((page) => attachFormer(state, page)));
  } else {
    await Promise.all(context.pages().map((page) => attach(state, page, false)));
  }
  return toTabList(state);
}

function toTabList(state: TabListState): TabList {
  const { tabs, popups, attaching } = state;
  return {
    active() {
      if (state.active) return state.active;
      throw new HandrailError('closed', 'No tab is open.', "Open one with { type: 'tab', do: 'new' }.");
    },
    all: () => [...tabs.values()],
    get: (id) => [...tabs.values()].find((tab) => tab.id === id),
    select(tab) {
      state.active = tab;
    },
    open: (id) => openTab(state, id),
    close: (tab) => withTimeout(5_000, 'Closing the tab', tab.page.close()),
    async replace(tab, url) {
      const wasActive = state.active === tab;
      state.pages.delete(tab.page); // does not count towards `maxTabs`
      const fresh = await withTimeout(replaceMs, 'Opening a tab', openTab(state, tab.id));
      if (wasActive) state.active = fresh;
      tab.page.close().catch(() => undefined); // it does not respond: the browser ends its process
      await reopenUrl(fresh, url, reopenMs);
      return fresh;
    },
    async waitForPopups(count, ms) {
      const deadline = performance.now() + ms;
      while (popups.length < count || attaching.size > 0) {
        const left = deadline - performance.now();
        if (left <= 0) return;
        await state.changeSignal.wait(left);
      }
    },
    describeAll: () => Promise.all([...tabs.values()].map((tab) => describeTab(tab, tab === state.active))),
    popupCount: () => popups.length + attaching.size,
    takePopups: () => popups.splice(0),
  };
}

/** Attaches to a page once. Undefined if it was closed before that, or because there are too many tabs. */
function attach(state: TabListState, page: PageHandle, isPopup: boolean, id?: TabId): Promise<Tab | undefined> {
  const { tabs, pages, popups, context, options } = state;
  const known = pages.get(page);
  if (known) return known;
  const isOwn = state.openedPages.has(page);
  const popupTotal = [...pages.keys()].filter((one) => !state.openedPages.has(one)).length;
  if (isOwn ? pages.size >= maxOwnTabs : popupTotal >= maxTabs - 1) {
    popups.push({ url: page.url() });
    const closing = page.close().then(() => undefined);
    page.on('close', () => pages.delete(page));
    return track(state, page, closing);
  }
  const creating = createTab(id ?? nextId(state), page, context, { ...options, isPopup }, (tab) =>
    removeTab(state, tab),
  ).then(
    (tab) => {
      tabs.set(tab.id, tab);
      state.active ??= tab;
      if (isPopup) popups.push({ tab, url: page.url() });
      return tab;
    },
    (error: unknown) => {
      if (page.isClosed()) return undefined;
      throw error;
    },
  );
  return track(state, page, creating);
}

function nextId(state: TabListState): TabId {
  state.lastNumber += 1;
  return `tab_${state.lastNumber}`;
}

function track<T extends Tab | undefined>(state: TabListState, page: PageHandle, work: Promise<T>): Promise<T> {
  state.pages.set(page, work);
  state.attaching.add(work);
  work
    .finally(() => {
      state.attaching.delete(work);
      state.changeSignal.notify();
    })
    .catch(() => undefined); // the caller of `attach` handles it
  return work;
}

function removeTab(state: TabListState, tab: Tab): void {
  const { tabs, pages } = state;
  if (tabs.get(tab.id) === tab) tabs.delete(tab.id);
  pages.delete(tab.page);
  if (state.active === tab) state.active = [...tabs.values()].at(-1);
}

/** Attaches to a page that appeared in the context: a popup, a page of `openTab`, or one of another client. Its opener tells which. */
function attachNewPage(state: TabListState, page: PageHandle): void {
  const { options, pages } = state;
  if (!options.isExternal && (state.opening === 0 || state.openedPages.has(page))) {
    attach(state, page, true).catch(() => undefined); // `waitForPopups` waits for it
    return;
  }
  page
    .opener()
    .then((opener) => (opener && (!options.isExternal || pages.has(opener)) ? attach(state, page, true) : undefined))
    .catch(() => undefined); // it is closed already
}

async function openTab(state: TabListState, id?: TabId): Promise<Tab> {
  state.opening += 1;
  try {
    const page = await withTimeout(openMs, 'Opening a tab', state.context.newPage());
    state.openedPages.add(page);
    const tab = await attach(state, page, false, id);
    if (!tab) throw new HandrailError('unknown_tab', `At most ${maxOwnTabs} tabs can be open.`, 'Close one first.');
    return tab;
  } finally {
    state.opening -= 1;
  }
}

/** Attaches to one of our tabs that outlived the connection. */
async function attachFormer(state: TabListState, page: PageHandle): Promise<void> {
  const session = await withTimeout(readTabMs, 'Reading a tab', state.context.sessionOf(page));
  const { targetInfo } = await withTimeout(readTabMs, 'Reading a tab', session.send('Target.getTargetInfo'));
  await withTimeout(readTabMs, 'Detaching from a tab', session.detach());
  const former = state.options.former.find((tab) => tab.targetId === targetInfo.targetId);
  if (former) await attach(state, page, false, former.id);
}

/** URL and title as the browser knows them, so that a hung page has them too. */
export async function describeTab(tab: Tab, isActive: boolean): Promise<TabSummary> {
  const reading = withTimeout(1_000, "Reading a tab's title", tab.session.send('Target.getTargetInfo'));
  const info = await reading.catch(() => undefined); // a crashed page has none
  const url = info?.targetInfo.url ?? tab.page.url();
  const isRefused = tab.egress?.refusalOf(url, 'page') !== undefined;
  return {
    id: tab.id,
    url: isRefused ? withoutContent(url) : url,
    title: isRefused ? '' : (info?.targetInfo.title ?? tab.title).slice(0, 200),
    active: isActive,
  };
}
