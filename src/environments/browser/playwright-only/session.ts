import { join } from 'node:path';
import type { BrowserContext, Page, Download as PlaywrightDownload } from 'playwright-core';
import { HandrailError, messageOf } from '../../../core/errors.js';
import type { Size } from '../../../core/geometry.js';
import type { View } from '../../../core/view.js';
import { pageSource } from '../../../perception/page.generated.js';
import type { InputPage } from '../act/action-context.js';
import { createChangeSignal } from '../change-signal.js';
import { createElementIds, type ElementIds } from '../element-ids.js';
import { isDocumentGone } from '../frames/page-document.js';
import type { BrowserLimits } from '../limits.js';
import type { Download } from '../tabs/downloads.js';
import { openDialog, reportChange } from '../tabs/page-state.js';
import { safeFileName } from '../tabs/safe-file-name.js';
import { takenNames } from '../tabs/store-download.js';
import type { PageWire } from '../wire/page-wire.js';
import { createWire } from './create-wire.js';

/** Element ids name their tab. There is only one here. */
export const tabId = 'page';

/** The state of a session on an engine that offers only Playwright's API. It is also the page that receives input. */
export interface PlaywrightSession extends InputPage {
  readonly page: Page;
  readonly ids: ElementIds;
  readonly limits: BrowserLimits;
  readonly viewport: Size;
  readonly uploadFolders: readonly string[];
  readonly downloadFolder: string;
  /** Requests and downloads that have not ended. */
  readonly pending: Set<unknown>;
  lastView?: View;
  readonly wire: PageWire;
  /** The URL just before the last action that was no wait. */
  urlBeforeAction?: string;
}

export type SessionOptions = Pick<PlaywrightSession, 'limits' | 'viewport' | 'uploadFolders' | 'downloadFolder'>;

/** Opens a page with the collector, and tracks its dialogs, windows, requests and downloads. */
export async function openSession(context: BrowserContext, options: SessionOptions): Promise<PlaywrightSession> {
  await context.addInitScript(pageSource);
  const page = context.pages()[0] ?? (await context.newPage());
  const changeSignal = createChangeSignal();
  const session: PlaywrightSession = {
    ...options,
    page,
    ids: createElementIds(),
    changeSignal,
    wire: createWire(page, changeSignal.notify),
    modal: undefined,
    crashed: false,
    closed: false,
    unreported: [],
    heldButtons: new Set(),
    heldKeys: new Set(),
    pending: new Set(),
  };
  page.on('dialog', (dialog) => openDialog(session, dialog));
  page.on('close', () => {
    session.closed = true;
    session.changeSignal.notify();
  });
  page.on('popup', (popup) => {
    reportChange(session, { kind: 'popup', url: popup.url(), note: 'closed: this engine is driven with one tab' });
    popup.close().catch(() => undefined); // it closed itself first
  });
  trackRequests(session, page);
  page.on('download', (download) => saveDownload(session, download));
  return session;
}

function trackRequests(session: PlaywrightSession, page: Page): void {
  page.on('request', (request) => {
    const type = request.resourceType();
    if (/document|xhr|fetch|ping/.test(type)) session.pending.add(request);
    if (/xhr|fetch|ping/.test(type))
      reportChange(session, { kind: 'request', method: request.method(), url: request.url().slice(0, 300) });
  });
  page.on('requestfinished', (request) => endPending(session, request));
  page.on('requestfailed', (request) => endPending(session, request));
}

function endPending({ pending, changeSignal }: PlaywrightSession, work: unknown): void {
  pending.delete(work);
  changeSignal.notify();
}

async function saveDownload(session: PlaywrightSession, download: PlaywrightDownload): Promise<void> {
  const { downloadFolder } = session;
  const change: Download = { kind: 'download', name: download.suggestedFilename(), bytes: 0, state: 'running' };
  reportChange(session, change);
  session.pending.add(download);
  try {
    const taken = await takenNames(downloadFolder);
    const name = safeFileName(change.name, (candidate) => taken.has(candidate.toLowerCase()));
    const path = join(downloadFolder, name);
    await download.saveAs(path);
    Object.assign(change, { name, path, state: 'done' });
  } catch (error) {
    Object.assign(change, { state: 'failed', reason: messageOf(error) });
  } finally {
    endPending(session, download);
  }
}

/** Throws `closed` after the page was closed. */
export function checkOpen({ closed }: PlaywrightSession): void {
  if (closed) throw new HandrailError('closed', 'The session is closed.', 'Open a new session.');
}

/** The result of `work`, which is repeated while the page navigates, within the limit for observations. */
export async function retryWhileNavigating<T>(session: PlaywrightSession, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + session.limits.observeTimeoutMs;
  for (;;) {
    checkOpen(session);
    try {
      return await work();
    } catch (error) {
      if (!isDocumentGone(error) || performance.now() > deadline) throw error;
      await session.changeSignal.wait(20);
    }
  }
}
