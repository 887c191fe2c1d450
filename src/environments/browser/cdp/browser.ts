import type { Browser } from 'playwright-core';
import type { BrowserHandle, CdpSession } from '../handles.js';
import { calmPage, calmWorker } from './calm.js';
import type { ChromiumProcess } from './chromium-process.js';
import { connectPlaywright } from './connect-playwright.js';
import type { Connection } from './connection.js';
import { type CdpContext, createCdpContext } from './context.js';
import { isCreatingSpare, type SpareContext, takeSpareContext } from './spare-context.js';

interface BrowserState {
  readonly connection: Connection;
  readonly contexts: Map<string, CdpContext>;
}

/** Tracks the contexts and pages of a browser that we started. Sends its first commands at once, before the browser answers. */
export async function openCdpBrowser(
  { connection, ready }: ChromiumProcess,
  headless: boolean,
): Promise<BrowserHandle> {
  const { root } = connection;
  const state: BrowserState = { connection, contexts: new Map() };
  trackTargets(state);
  const attached = root.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
  await Promise.all([ready, attached]);
  let playwright: Promise<Browser> | undefined;
  return {
    async newContext(options = {}) {
      const { proxyServer } = options;
      const spare = proxyServer === undefined ? takeSpareContext(connection) : undefined;
      const { browserContextId, page } = await (spare ?? createContext(root, proxyServer));
      const context = createCdpContext(connection, browserContextId, options, headless, page);
      state.contexts.set(browserContextId, context);
      context.on('close', () => state.contexts.delete(browserContextId));
      await context.restoreStorage();
      return context;
    },
    async newBrowserSession(): Promise<CdpSession> {
      const { sessionId } = await root.send('Target.attachToBrowserTarget');
      return connection.session(sessionId);
    },
    playwright() {
      playwright ??= connectPlaywright(connection);
      return playwright;
    },
    isConnected: () => !connection.isClosed(),
  };
}

async function createContext(root: CdpSession, proxyServer: string | undefined): Promise<SpareContext> {
  // Without this entry, connections to this machine would not go through the proxy.
  const proxy = proxyServer === undefined ? {} : { proxyServer, proxyBypassList: '<-loopback>' };
  const { browserContextId } = await root.send('Target.createBrowserContext', { disposeOnDetach: true, ...proxy });
  return { browserContextId, page: undefined };
}

/** Workers that several pages of a context use. */
const sharedWorkers = new Set(['service_worker', 'shared_worker']);

function trackTargets({ connection, contexts }: BrowserState): void {
  const { root } = connection;
  const workers = new WeakMap<CdpSession, { targetId: string; context: CdpContext }>();
  root.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    const session = connection.session(sessionId);
    const context = contexts.get(targetInfo.browserContextId ?? '');
    if (targetInfo.type === 'page' && context) {
      context.addPage({ target: targetInfo, session });
      return;
    }
    if (targetInfo.type === 'page' && isCreatingSpare(connection)) return;
    if (targetInfo.type === 'browser') return; // a session of `newBrowserSession`
    if (sharedWorkers.has(targetInfo.type) && context) {
      workers.set(session, { targetId: targetInfo.targetId, context });
      context.addWorker(session);
      return;
    }
    // A page of another client.
    session.send('Runtime.runIfWaitingForDebugger').catch(() => undefined); // it has ended
    root.send('Target.detachFromTarget', { sessionId }).catch(() => undefined);
  });
  root.on('Target.detachedFromTarget', ({ sessionId }) => {
    const session = connection.session(sessionId);
    for (const context of contexts.values()) context.removePage(session);
  });
  connection.onFlood((session, measure) => {
    const worker = workers.get(session);
    if (!worker) calmPage(session, measure);
    else if (measure === 'slow') {
      const pages = worker.context.pages().map((page) => page.session);
      calmWorker(root, worker.targetId, pages);
    }
  });
  connection.onClose(() => {
    for (const context of contexts.values()) context.closeAll();
    contexts.clear();
  });
}
