import { constants, existsSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, CDPSession } from 'playwright-core';
import type { Change } from '../../../core/change.js';
import { within } from '../../../core/deadline.js';
import { atEndOfProcess } from '../../processes/end-of-process.js';
import { errorCode } from '../../processes/process-tree.js';
import { makeTemporaryFolder, removeNow } from '../../processes/temporary-folder.js';
import { safeFileName } from './safe-file-name.js';

type Download = Extract<Change, { kind: 'download' }>;

export interface Downloads {
  /** Downloads begun at or after `since` (performance.now). */
  since(since: number): Download[];
  running(since: number): boolean;
  /** What is to be told of those begun at or after `since`: each state once. */
  news(since: number): Download[];
  close(): Promise<void>;
}

interface Running {
  at: number;
  frameId: string;
  /** Begun by a page of this session. The browser tells of everyone's, and a window may begin one before it is known to be ours. */
  isOurs: boolean;
  change: Download;
  told?: Download['state'];
}

export interface DownloadOptions {
  folder: string;
  mostBytes: number;
  /** The browser is someone else's: its downloads go where they always do. */
  guest: boolean;
  isOurs(frameId: string): boolean;
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
  let moving: Promise<void> = Promise.resolve();

  async function keep(guid: string, { change }: Running): Promise<void> {
    await mkdir(options.folder, { recursive: true });
    const taken = new Set((await readdir(options.folder)).map((name) => name.toLowerCase()));
    for (;;) {
      const name = safeFileName(change.name, (candidate) => taken.has(candidate.toLowerCase()));
      const path = join(options.folder, name);
      if (await place(join(quarantine, guid), path)) {
        Object.assign(change, { name, path, state: 'done' });
        return;
      }
      taken.add(name.toLowerCase());
    }
  }

  function end(one: Running, result: Partial<Download>): void {
    Object.assign(one.change, result);
    options.ring();
  }

  browserSession.on('Browser.downloadWillBegin', ({ guid, frameId, suggestedFilename }) => {
    running.set(guid, {
      at: performance.now(),
      frameId,
      isOurs: options.isOurs(frameId),
      change: { kind: 'download', name: suggestedFilename, bytes: 0, state: 'running' },
    });
    for (const [oldest, { change, isOurs }] of running) {
      if (running.size <= remembered) break;
      if (!isOurs || change.state !== 'running') running.delete(oldest);
    }
    options.ring();
  });
  browserSession.on('Browser.downloadProgress', ({ guid, receivedBytes, state, totalBytes, filePath }) => {
    const one = running.get(guid);
    if (one?.change.state !== 'running') return;
    one.isOurs ||= options.isOurs(one.frameId) || (state === 'completed' && existsSync(join(quarantine, guid)));
    if (!one.isOurs) return;
    one.change.bytes = receivedBytes;
    if (receivedBytes > options.mostBytes || totalBytes > options.mostBytes) {
      browserSession.send('Browser.cancelDownload', { guid, browserContextId: context }).catch(() => undefined); // it may just have ended
      if (!options.guest) rm(join(quarantine, guid), { force: true }).catch(() => undefined); // goes with the folder
      end(one, { state: 'refused', reason: `larger than ${options.mostBytes} bytes` });
    } else if (state === 'canceled') {
      end(one, { state: 'failed', reason: 'the server or the page broke it off' });
    } else if (state === 'completed' && options.guest) {
      end(one, { state: 'done', ...(filePath ? { path: filePath } : {}) });
    } else if (state === 'completed') {
      // One after the other: two of the same name must not get the same place.
      moving = moving
        .then(() => keep(guid, one))
        .then(
          () => end(one, {}),
          (error: unknown) =>
            end(one, { state: 'failed', reason: error instanceof Error ? error.message : String(error) }),
        );
    }
  });
  await browserSession.send('Browser.setDownloadBehavior', {
    behavior: options.guest ? 'default' : 'allowAndName',
    browserContextId: context,
    ...(options.guest ? {} : { downloadPath: quarantine }),
    eventsEnabled: true,
  });

  const ours = (from: number) => [...running.values()].filter((one) => one.isOurs && one.at >= from);
  const since = (from: number) => ours(from).map((one) => one.change);
  return {
    since,
    running: (from) => since(from).some((change) => change.state === 'running'),
    news(from) {
      const due = ours(from).filter((one) => one.told !== one.change.state);
      for (const one of due) one.told = one.change.state;
      return due.map((one) => ({ ...one.change }));
    },
    async close() {
      await moving;
      await within(1_000, 'Leaving the browser', browserSession.detach()).catch(() => undefined); // it may be gone already
      await rm(quarantine, { recursive: true, force: true });
      stopRemoving();
    },
  };
}

const remembered = 200;

/** Moves a file to a place that must be free. False when it is not. */
async function place(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to).catch((error: unknown) => {
      if (errorCode(error) === 'EEXIST') throw error;
      return copyFile(from, to, constants.COPYFILE_EXCL); // another disk, or one without links
    });
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
  await rm(from, { force: true });
  return true;
}
