import type { Browser, BrowserContext, BrowserContextOptions, Frame, Page } from 'playwright-core';
import type { BrowserHandle, ContextHandle, ContextOptions, FrameListener } from '../handles.js';
import { routeRequests } from './route-requests.js';

/** A Chromium browser that Playwright started or is connected to. */
export function toBrowserHandle(browser: Browser): BrowserHandle {
  return {
    newContext: async (options = {}) =>
      toContextHandle(await browser.newContext({ ...toPlaywrightOptions(options), acceptDownloads: false })),
    playwright: async () => browser,
    newBrowserSession: () => browser.newBrowserCDPSession(),
    isConnected: () => browser.isConnected(),
  };
}

/** The options of a context as Playwright names them. */
export function toPlaywrightOptions({ proxyServer, ...options }: ContextOptions): BrowserContextOptions {
  return proxyServer === undefined ? options : { ...options, proxy: { server: proxyServer, bypass: '<-loopback>' } };
}

/** A context of such a browser. Its pages can be those of another client: `sessionOf` names the own ones. */
export function toContextHandle(context: BrowserContext): ContextHandle<Page> {
  const own = new WeakSet<Page>();
  const isOwn = async (page: Page) => {
    if (own.has(page)) return true;
    const opener = await page.opener();
    return opener !== null && own.has(opener);
  };
  return {
    pages: () => context.pages(),
    newPage: () => context.newPage(),
    on: (event, listener) => context.on(event, listener),
    sessionOf(page) {
      own.add(page);
      return context.newCDPSession(page);
    },
    routeRequests: (decide) => routeRequests(context, isOwn, decide),
    watchFrames: (page, listener) => watchFrames(context, page, listener),
    storageState: () => context.storageState(),
    close: () => context.close(),
  };
}

/** Playwright reports no process of a frame, so every new or navigated frame is tried. */
function watchFrames(context: BrowserContext, page: Page, listener: FrameListener): () => Promise<void> {
  const triedUrls = new WeakMap<Frame, string>();
  const attach = async (frame: Frame): Promise<void> => {
    if (triedUrls.get(frame) === frame.url()) return;
    triedUrls.set(frame, frame.url());
    const session = await context.newCDPSession(frame).catch((error: unknown) => {
      // Most frames share the page's process and have no session of their own. Others are gone already.
      if (
        error instanceof Error &&
        /separate CDP session|Frame was detached|has been closed|No target with given id/.test(error.message)
      )
        return undefined;
      throw error;
    });
    if (session) await listener(session);
  };
  return async () => {
    const frames = page.frames().filter((frame) => frame !== page.mainFrame() && !frame.isDetached());
    await Promise.all(frames.map(attach));
  };
}
