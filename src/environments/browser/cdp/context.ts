import { EventEmitter } from 'node:events';
import { isDocumentGone } from '../frames/page-document.js';
import type { CdpSession, ContextHandle, ContextOptions, WorkerListener } from '../handles.js';
import type { Connection } from './connection.js';
import { type CdpPage, createCdpPage, type PageSize } from './page.js';
import type { AnnouncedPage } from './spare-context.js';
import { readStorage, writeStorage } from './storage.js';

/** A context that is reached by our own connection. */
export interface CdpContext extends ContextHandle<CdpPage> {
  on(event: 'page', listener: (page: CdpPage) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  /** Writes the cookies and the local storage that the context starts with. */
  restoreStorage(): Promise<void>;
  addPage(page: AnnouncedPage): void;
  /** A worker that several pages use. It does not run yet. */
  addWorker(session: CdpSession): void;
  removePage(session: CdpSession): void;
  /** The browser is gone. */
  closeAll(): void;
}

export function createCdpContext(
  connection: Connection,
  browserContextId: string,
  options: ContextOptions,
  headless: boolean,
  spare?: AnnouncedPage,
): CdpContext {
  const { root } = connection;
  const events = new EventEmitter().setMaxListeners(0);
  const pages = new Map<string, CdpPage>();
  const origins = new Set<string>();
  const { viewport, deviceScaleFactor = 1 } = options;
  const size: PageSize | undefined = viewport ? { ...viewport, deviceScaleFactor } : undefined;
  const hidden = createHiddenPages(root, browserContextId);
  const storage = { connection, browserContextId, openHidden: hidden.open };

  function addPage({ target, session }: AnnouncedPage): void {
    if (hidden.takes(target, () => addPage({ target, session }))) {
      session.send('Runtime.runIfWaitingForDebugger').catch(() => undefined); // it is closed already
      return;
    }
    const opener = target.openerId === undefined ? undefined : pages.get(target.openerId);
    const page = createCdpPage(connection, { ...target, session, opener }, size, (worker, kind) =>
      onWorker(worker, kind),
    );
    pages.set(target.targetId, page);
    session.on('Page.frameNavigated', ({ frame }) => {
      if (/^https?:/.test(frame.securityOrigin)) origins.add(frame.securityOrigin);
    });
    events.emit('page', page);
  }

  let onWorker: WorkerListener = async () => undefined;
  let prepared = spare;
  async function openTarget(): Promise<string> {
    const page = prepared;
    prepared = undefined;
    if (page) {
      addPage(page);
      return page.target.targetId;
    }
    await hidden.opened();
    return (await root.send('Target.createTarget', { url: 'about:blank', browserContextId })).targetId;
  }

  /** Lets the worker run after the listener has attached to it. */
  async function startWorker(session: CdpSession): Promise<void> {
    // The flood guard counts its requests.
    session.send('Network.enable', { maxTotalBufferSize: 1, maxResourceBufferSize: 1 }).catch(() => undefined); // it has ended
    await Promise.all([onWorker(session, 'shared'), session.send('Runtime.runIfWaitingForDebugger')]);
  }

  const closeAll = () => {
    const open = [...pages.values()];
    pages.clear();
    for (const page of open) page.markClosed();
    events.emit('close');
  };
  return {
    pages: () => [...pages.values()],
    async newPage() {
      const targetId = await openTarget();
      const page = pages.get(targetId);
      if (!page) throw new Error('The new page has been closed');
      if (!headless && size) await resizeWindow(root, targetId, size);
      return page;
    },
    on: (event: string, listener: (page: CdpPage) => void) => events.on(event, listener),
    // The settings of the page are on their way. A page that does not run yet answers them only after it was allowed to run.
    sessionOf: async (page) => page.session,
    watchFrames: (page, listener) => page.watchFrames(listener),
    storageState: () => readStorage(storage, origins),
    restoreStorage: () => writeStorage(storage, options.storageState),
    addPage,
    addWorker(session) {
      startWorker(session).catch(ignoreClosed);
    },
    watchWorkers(listener) {
      onWorker = listener;
    },
    removePage(session) {
      const page = [...pages.values()].find((one) => one.session === session);
      if (!page) return;
      pages.delete(page.targetId);
      page.markClosed();
    },
    async close() {
      if (!connection.isClosed())
        await root.send('Target.disposeBrowserContext', { browserContextId }).catch(ignoreClosed);
      closeAll();
    },
    closeAll,
  };
}

/** Pages of the context that sessions do not see. The browser announces a page before it tells who asked for it. */
function createHiddenPages(root: CdpSession, browserContextId: string) {
  const targets = new Set<string>();
  const postponed: (() => void)[] = [];
  let opening: Promise<unknown> | undefined;

  async function open(): Promise<string> {
    await opening;
    const created = root.send('Target.createTarget', { url: 'about:blank', browserContextId });
    opening = created.catch(() => undefined);
    try {
      const { targetId } = await created;
      targets.add(targetId);
      return targetId;
    } finally {
      opening = undefined;
      for (const announce of postponed.splice(0)) announce();
    }
  }

  return {
    open,
    opened: async () => opening,
    /** Whether a new page is hidden, or not known yet. In that case `announce` is called again later. */
    takes({ targetId, openerId }: AnnouncedPage['target'], announce: () => void): boolean {
      if (targets.has(targetId)) return true;
      if (openerId !== undefined || !opening) return false;
      postponed.push(announce);
      return true;
    },
  };
}

function ignoreClosed(error: unknown): void {
  if (!isDocumentGone(error)) throw error;
}

/** The frame and the toolbar of a browser window, in pixels. */
const windowFrame = { width: 8, height: 85 };

/** Makes the window of a visible browser large enough for the page. */
async function resizeWindow(root: CdpSession, targetId: string, { width, height }: PageSize): Promise<void> {
  const { windowId } = await root.send('Browser.getWindowForTarget', { targetId });
  const bounds = { width: width + windowFrame.width, height: height + windowFrame.height };
  await root.send('Browser.setWindowBounds', { windowId, bounds });
}
