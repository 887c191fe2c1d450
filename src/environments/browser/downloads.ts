import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, CDPSession } from 'playwright-core';
import type { Change } from '../../core/change.js';
import { atEndOfProcess } from './end-of-process.js';
import { safeFileName } from './safe-name.js';
import { makeTemporaryFolder, removeNow } from './temporary-folder.js';

type Download = Extract<Change, { kind: 'download' }>;

export interface Downloads {
  /** Downloads begun at or after `since` (performance.now). */
  since(since: number): Download[];
  running(since: number): boolean;
  close(): Promise<void>;
}

interface Running {
  at: number;
  change: Download;
}

export interface DownloadOptions {
  folder: string;
  mostBytes: number;
  ring: () => void;
}

/** Lets downloads into a folder of their own, under safe names and up to a size. Until one is whole it lies apart. */
export async function createDownloads(
  browser: Browser,
  session: CDPSession,
  options: DownloadOptions,
): Promise<Downloads> {
  const quarantine = await makeTemporaryFolder();
  const stopRemoving = atEndOfProcess(() => removeNow([quarantine]));
  const { targetInfo } = await session.send('Target.getTargetInfo');
  const browserSession = await browser.newBrowserCDPSession();
  const context = targetInfo.browserContextId;
  const running = new Map<string, Running>();
  const moving = new Set<Promise<void>>();

  async function keep(guid: string, one: Running): Promise<void> {
    await mkdir(options.folder, { recursive: true });
    const taken = new Set((await readdir(options.folder)).map((name) => name.toLowerCase()));
    const name = safeFileName(one.change.name, (candidate) => taken.has(candidate.toLowerCase()));
    const path = join(options.folder, name);
    await rename(join(quarantine, guid), path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EXDEV') throw error;
      await copyFile(join(quarantine, guid), path);
    });
    Object.assign(one.change, { name, path, state: 'done' });
  }

  browserSession.on('Browser.downloadWillBegin', ({ guid, suggestedFilename }) => {
    running.set(guid, {
      at: performance.now(),
      change: { kind: 'download', name: suggestedFilename, bytes: 0, state: 'running' },
    });
    options.ring();
  });
  browserSession.on('Browser.downloadProgress', ({ guid, receivedBytes, state, totalBytes }) => {
    const one = running.get(guid);
    if (one?.change.state !== 'running') return;
    one.change.bytes = receivedBytes;
    if (receivedBytes > options.mostBytes || totalBytes > options.mostBytes) {
      Object.assign(one.change, { state: 'refused', reason: `larger than ${options.mostBytes} bytes` });
      browserSession.send('Browser.cancelDownload', { guid, browserContextId: context }).catch(() => undefined); // it may just have ended
      options.ring();
    } else if (state === 'completed') {
      const move = keep(guid, one)
        .catch((error: unknown) => {
          Object.assign(one.change, {
            state: 'failed',
            reason: error instanceof Error ? error.message : String(error),
          });
        })
        .finally(() => {
          moving.delete(move);
          options.ring();
        });
      moving.add(move);
    } else if (state === 'canceled') {
      Object.assign(one.change, { state: 'failed', reason: 'the server or the page broke it off' });
      options.ring();
    }
  });
  await browserSession.send('Browser.setDownloadBehavior', {
    behavior: 'allowAndName',
    browserContextId: context,
    downloadPath: quarantine,
    eventsEnabled: true,
  });

  const since = (from: number) => [...running.values()].filter((one) => one.at >= from).map((one) => one.change);
  return {
    since,
    running: (from) => since(from).some((change) => change.state === 'running'),
    async close() {
      await Promise.all(moving);
      await browserSession.detach().catch(() => undefined); // the browser may be gone already
      await rm(quarantine, { recursive: true, force: true });
      stopRemoving();
    },
  };
}
