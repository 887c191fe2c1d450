import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Change } from '../../../core/change.js';
import { withTimeout } from '../../../core/deadline.js';
import { messageOf } from '../../../core/errors.js';
import { onProcessExit } from '../../processes/on-process-exit.js';
import { makeTemporaryFolder, removeFoldersSync } from '../../processes/temporary-folder.js';
import type { BrowserHandle, CdpSession } from '../handles.js';
import { storeDownload } from './store-download.js';

export type Download = Extract<Change, { kind: 'download' }>;

/** The downloads of a session. Times are performance.now. */
export interface Downloads {
  startedSince(since: number): Download[];
  hasRunning(since: number): boolean;
  /** The downloads started at or after `since` whose state was not reported yet. */
  takeUpdates(since: number): Download[];
  close(): Promise<void>;
}

interface TrackedDownload {
  startedAt: number;
  frameId: string;
  /** A page of this session started it. The browser reports those of all sessions, and a window may start one before it is attached. */
  isOwn: boolean;
  change: Download;
  reportedState?: Download['state'];
  url: string;
  /** Whether the file may be kept, once it was asked. */
  mayKeep?: Promise<boolean>;
}

export interface DownloadOptions {
  folder: string;
  maxBytes: number;
  /** The browser belongs to another client, which decides where its downloads go. */
  isExternal: boolean;
  isOwnFrame(frameId: string): boolean;
  /** Whether the file may be kept. */
  mayKeep(frameId: string, url: string): Promise<boolean>;
  notify: () => void;
}

const maxTracked = 200;

/** Stores downloads in a folder, under safe names and up to a size. An unfinished download is in a temporary folder. */
export async function createDownloads(
  browser: BrowserHandle,
  session: CdpSession,
  options: DownloadOptions,
): Promise<Downloads> {
  const { folder, maxBytes, isExternal, isOwnFrame, mayKeep, notify } = options;
  const quarantine = await makeTemporaryFolder();
  const cancelCleanup = onProcessExit(() => removeFoldersSync([quarantine]));
  const { targetInfo } = await session.send('Target.getTargetInfo');
  const browserSession = await browser.newBrowserSession();
  const browserContextId = targetInfo.browserContextId;
  const tracked = new Map<string, TrackedDownload>();
  let storing: Promise<void> = Promise.resolve();

  function update({ change }: TrackedDownload, result: Partial<Download>): void {
    Object.assign(change, result);
    notify();
  }

  function refuse(guid: string, download: TrackedDownload, reason: string): void {
    browserSession.send('Browser.cancelDownload', { guid, browserContextId }).catch(() => undefined); // it may have ended
    if (!isExternal) rm(join(quarantine, guid), { force: true }).catch(() => undefined); // removed with the folder
    update(download, { state: 'refused', reason });
  }

  /** Asks once, at the earliest when it is known that the download belongs to this session. */
  function decide(guid: string, download: TrackedDownload): Promise<boolean> {
    download.mayKeep ??= mayKeep(download.frameId, download.url).then((isAllowed) => {
      if (!isAllowed && download.change.state === 'running') refuse(guid, download, 'a rule or a person refused it');
      return isAllowed;
    });
    return download.mayKeep;
  }

  async function store(guid: string, download: TrackedDownload): Promise<void> {
    if (!(await decide(guid, download))) return;
    // One after the other: two downloads of the same name must not get the same path.
    storing = storing
      .then(() => storeDownload(join(quarantine, guid), folder, download.change.name))
      .then(
        (stored) => update(download, { ...stored, state: 'done' }),
        (error: unknown) => update(download, { state: 'failed', reason: messageOf(error) }),
      );
  }

  browserSession.on('Browser.downloadWillBegin', ({ guid, frameId, url, suggestedFilename }) => {
    const download: TrackedDownload = {
      startedAt: performance.now(),
      frameId,
      isOwn: isOwnFrame(frameId),
      url,
      change: { kind: 'download', name: suggestedFilename, bytes: 0, state: 'running' },
    };
    tracked.set(guid, download);
    if (download.isOwn && !isExternal) decide(guid, download).catch(() => undefined); // `store` handles it
    for (const [oldest, { change, isOwn }] of tracked) {
      if (tracked.size <= maxTracked) break;
      if (!isOwn || change.state !== 'running') tracked.delete(oldest);
    }
    notify();
  });
  browserSession.on('Browser.downloadProgress', ({ guid, receivedBytes, state, totalBytes, filePath }) => {
    const download = tracked.get(guid);
    if (download?.change.state !== 'running') return;
    download.isOwn ||= isOwnFrame(download.frameId) || (state === 'completed' && existsSync(join(quarantine, guid)));
    if (!download.isOwn) return;
    download.change.bytes = receivedBytes;
    if (receivedBytes > maxBytes || totalBytes > maxBytes) {
      refuse(guid, download, `larger than ${maxBytes} bytes`);
    } else if (state === 'canceled') {
      update(download, { state: 'failed', reason: 'the server or the page aborted it' });
    } else if (state === 'completed' && isExternal) {
      update(download, { state: 'done', path: filePath || undefined });
    } else if (state === 'completed') {
      store(guid, download).catch((error: unknown) => update(download, { state: 'failed', reason: messageOf(error) }));
    }
  });
  await browserSession.send('Browser.setDownloadBehavior', {
    behavior: isExternal ? 'default' : 'allowAndName',
    browserContextId,
    downloadPath: isExternal ? undefined : quarantine,
    eventsEnabled: true,
  });

  const ownSince = (since: number) => [...tracked.values()].filter((one) => one.isOwn && one.startedAt >= since);
  return {
    startedSince: (since) => ownSince(since).map(({ change }) => change),
    hasRunning: (since) => ownSince(since).some(({ change }) => change.state === 'running'),
    takeUpdates(since) {
      const updated = ownSince(since).filter(({ reportedState, change }) => reportedState !== change.state);
      for (const download of updated) download.reportedState = download.change.state;
      return updated.map(({ change }) => ({ ...change }));
    },
    async close() {
      await storing;
      await withTimeout(1_000, 'Detaching from the browser', browserSession.detach()).catch(() => undefined); // it may be gone
      await rm(quarantine, { recursive: true, force: true });
      cancelCleanup();
    },
  };
}
