import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import type { Action } from '../../core/action.js';
import type { Change } from '../../core/change.js';
import { within } from '../../core/deadline.js';
import { type Fault, HandrailError, toFault } from '../../core/errors.js';
import type { Size } from '../../core/geometry.js';
import type { Environment, Evidence, Look, PictureRequest, RawPicture, View } from '../../core/view.js';
import { begin, checkModal, deadlineOf } from './begin.js';
import { isGone } from './document-link.js';
import { createDownloads, type Downloads } from './downloads.js';
import { createElementIds } from './element-ids.js';
import { type Gathered, gather } from './gather.js';
import type { Hands, Limits } from './hands.js';
import { acquireBrowser, type BrowserLease, type LaunchOptions } from './launch.js';
import { performAct } from './perform-act.js';
import { capture } from './picture.js';
import { openPlain } from './plain-environment.js';
import { standstill } from './rest.js';
import { canAsk, type Tab } from './tab.js';
import { createTabList, type TabList } from './tab-list.js';

export interface BrowserOptions
  extends Pick<LaunchOptions, 'engine' | 'executable' | 'headless' | 'profile' | 'cdp' | 'args' | 'note'> {
  viewport?: Size;
  deviceScaleFactor?: number;
  /** A file or an object made by `storageState()`. */
  storageState?: BrowserContextOptions['storageState'];
  /** Where downloads go. Default: the session's run folder. */
  downloads?: string;
  /** Folders that files may be uploaded from. Default: the working folder. */
  uploads?: readonly string[];
  limits?: Partial<Limits>;
}

export const defaultViewport: Size = { width: 1440, height: 900 };

const defaultLimits: Limits = {
  action: 10_000,
  navigation: 20_000,
  settle: 3_000,
  look: 2_000,
  documentBytes: 64 * 1024 * 1024,
  downloadBytes: 512 * 1024 * 1024,
};

export interface BrowserEnvironment extends Environment {
  /** Cookies and local storage, to be given to another session. */
  storageState(path?: string): ReturnType<BrowserContext['storageState']>;
}

interface Home {
  lease: BrowserLease;
  context: BrowserContext;
  tabs: TabList;
  downloads: Downloads;
}

/** Opens a browser: started, shared, with a profile, or one that runs already. */
export async function openBrowser(options: BrowserOptions = {}): Promise<BrowserEnvironment> {
  const viewport = options.viewport ?? defaultViewport;
  const limits = { ...defaultLimits, ...options.limits };
  const ids = createElementIds();
  const runFolder = join(process.env.HANDRAIL_HOME ?? '.handrail', 'runs', randomUUID());
  const downloadFolder = resolve(options.downloads ?? join(runFolder, 'downloads'));
  const uploadFolders = options.uploads ?? [process.cwd()];
  if (options.engine && options.engine !== 'chromium') {
    const contextOptions: BrowserContextOptions = {
      viewport,
      ...(options.storageState ? { storageState: options.storageState } : {}),
    };
    const lease = await acquireBrowser({ ...options, contextOptions });
    const context = lease.context ?? (await lease.browser.newContext(contextOptions));
    return openPlain({ lease, context, viewport, limits, downloadFolder, uploadFolders });
  }
  let lost: Fault | undefined;
  let closed = false;
  let home = await settleIn();
  let lastView: View | undefined;
  let recovering: Promise<void> | undefined;
  const openUrls = new Map<Tab, string>();

  async function settleIn(): Promise<Home> {
    const contextOptions: BrowserContextOptions = {
      viewport,
      deviceScaleFactor: options.deviceScaleFactor ?? 1,
      acceptDownloads: false,
      ...(options.storageState ? { storageState: options.storageState } : {}),
    };
    const lease = await acquireBrowser({ ...options, contextOptions });
    try {
      const context =
        lease.context ?? (await within(15_000, 'Opening a context', lease.browser.newContext(contextOptions)));
      const tabs = await createTabList(context, (tab) => openUrls?.delete(tab));
      const tab = tabs.all()[0] ?? (await tabs.open());
      if (lease.context) await tab.page.setViewportSize(viewport);
      const downloads = await createDownloads(lease.browser, tab.session, {
        folder: downloadFolder,
        mostBytes: limits.downloadBytes,
        ring: () => {
          for (const one of tabs.all()) one.bell.ring();
        },
      });
      lost = undefined;
      lease.onLost((fault) => {
        lost = fault;
        for (const one of tabs.all()) one.bell.ring();
      });
      return { lease, context, tabs, downloads };
    } catch (error) {
      await lease.release();
      throw error;
    }
  }

  /** After the browser died: another one, with the same addresses in its tabs. Done once for each death. */
  async function recover(): Promise<void> {
    recovering ??= (async () => {
      const addresses = [...openUrls.values()];
      const { lease, downloads } = home;
      await lease.release();
      await downloads.close();
      home = await settleIn();
      let tab = home.tabs.active();
      for (const [index, url] of addresses.entries()) {
        if (index > 0) tab = await home.tabs.open();
        if (/^https?:/.test(url)) await tab.session.send('Page.navigate', { url });
        openUrls.set(tab, url);
      }
      home.tabs.select(tab);
    })().finally(() => {
      recovering = undefined;
    });
    await recovering;
  }

  async function ready(): Promise<Tab> {
    if (closed) throw new HandrailError('closed', 'The session is closed.', 'Open another one.');
    if (lost) await recover();
    if (home.tabs.all().length === 0) home.tabs.select(await home.tabs.open());
    const tab = home.tabs.active();
    if (!tab.crashed) return tab;
    return home.tabs.replace(tab, openUrls.get(tab) ?? 'about:blank');
  }

  async function seeing(
    tab: Tab,
    look: Look,
    signal?: AbortSignal,
    flags: { fresh?: boolean; arm?: boolean } = {},
  ): Promise<Gathered> {
    const deadline = performance.now() + limits.look;
    for (;;) {
      if (!canAsk(tab)) {
        if (standstill(tab) || performance.now() > deadline)
          return blind(tab, standstill(tab) ?? 'the page has no document yet');
        await tab.bell.next(deadline - performance.now(), signal);
        continue;
      }
      try {
        const left = Math.max(200, deadline - performance.now());
        const work = gather(tab, ids, { look, ms: left, signal, ...flags });
        return await untilStandstill(tab, work, left + 500, signal);
      } catch (error) {
        if (isGone(error) && performance.now() < deadline) {
          await tab.bell.next(20, signal);
          continue;
        }
        if (isGone(error) || (error instanceof HandrailError && error.code === 'deadline')) {
          return blind(tab, standstill(tab) ?? `the page did not answer within ${limits.look} ms`);
        }
        throw error;
      }
    }
  }

  function blind(tab: Tab, incomplete: string): Gathered {
    const old = tab.modal && lastView?.url === tab.page.url() ? lastView : undefined;
    const view: View = {
      screen: viewport,
      url: tab.page.url(),
      title: tab.title,
      elements: old?.elements ?? [],
      dropped: 0,
      incomplete,
    };
    return { view, restless: [], canvases: [], flashes: [] };
  }

  async function finish(tab: Tab, gathered: Gathered): Promise<View> {
    const { view } = gathered;
    if (home.tabs.all().length > 1) view.tabs = await home.tabs.facts();
    if (tab.modal) view.modal = tab.modal.modal;
    for (const one of home.tabs.all()) openUrls.set(one, one.page.url());
    if (!tab.modal) lastView = view;
    return view;
  }

  async function look(request: Look, signal?: AbortSignal): Promise<View> {
    const tab = await ready();
    const gathered = await seeing(tab, request, signal, { fresh: true });
    const view = await finish(tab, gathered);
    const news: Change[] = [
      ...tab.news.splice(0),
      ...gathered.flashes.map((text): Change => ({ kind: 'flashed', text })),
    ];
    return { ...view, news };
  }

  async function act(action: Action, signal?: AbortSignal): Promise<Evidence> {
    const tab = await ready();
    const hands: Hands = { tab, tabs: home.tabs, ids, limits, viewport, uploadFolders, signal };
    try {
      checkModal(hands, action);
      const doing = await untilStandstill(
        tab,
        begin(hands, action, lastView?.url ?? tab.page.url()),
        deadlineOf(action, limits),
        signal,
      );
      return await performAct({
        hands,
        doing,
        downloads: home.downloads,
        deadline: deadlineOf(action, limits),
        see: async (flags) => {
          const now = home.tabs.active();
          const gathered = await seeing(now, {}, signal, flags);
          return { ...gathered, view: await finish(now, gathered) };
        },
        isLost: () => lost,
        recover,
      });
    } catch (error) {
      if (lost) {
        const fault = lost;
        await recover();
        return notDone({ ...fault, hint: 'The browser was started again with the same addresses. Observe.' });
      }
      return notDone(
        isGone(error)
          ? { code: 'stale_element', message: 'The page changed before the action began.', hint: 'Observe again.' }
          : toFault(error),
      );
    }
  }

  return {
    kind: 'browser',
    limits: [],
    look,
    act,
    async picture(request: PictureRequest, signal?: AbortSignal): Promise<RawPicture> {
      const tab = await ready();
      const gathered = await seeing(tab, {}, signal);
      return capture(tab, request, gathered.view, viewport, options.deviceScaleFactor ?? 1, signal);
    },
    storageState: (path) => home.context.storageState(path === undefined ? {} : { path }),
    async close() {
      if (closed) return;
      closed = true;
      const { lease, context, downloads } = home;
      for (const tab of home.tabs.all()) await releaseHeld(tab);
      const ended = lease.owned || !lease.context ? context.close() : Promise.resolve();
      await within(5_000, 'Closing the context', ended).catch(() => undefined); // the lease ends the browser if need be
      await downloads.close();
      await lease.release();
    },
  };
}

function notDone(error: Fault): Evidence {
  return {
    done: 'no',
    changes: [],
    complete: true,
    settled: { ms: 0, because: 'nothing was done' },
    error,
    restless: [],
    focuses: false,
  };
}

async function releaseHeld(tab: Tab): Promise<void> {
  for (const button of tab.held) {
    const name = button === 'right' || button === 'middle' ? button : 'left';
    await within(500, 'Releasing a button', tab.page.mouse.up({ button: name })).catch(() => undefined); // the page is closing anyway
  }
}

/** A dialog keeps a page from answering for good: then there is nothing to wait for. */
async function untilStandstill<T>(tab: Tab, work: Promise<T>, ms: number, signal?: AbortSignal): Promise<T> {
  let over = false;
  const done = work.finally(() => {
    over = true;
    tab.bell.ring();
  });
  done.catch(() => undefined); // read below
  const watch = async (): Promise<T> => {
    const wasOpen = standstill(tab);
    while (!over && (wasOpen || !standstill(tab))) await tab.bell.next(ms, signal);
    if (!over) throw new HandrailError('deadline', `${standstill(tab)}.`);
    return done;
  };
  return within(ms, 'The page', watch(), signal);
}
