import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../processes/process-tree.js';
import { listTemporaryFolders } from '../../processes/temporary-folder.js';
import type { DesktopLocation } from '../current-desktop.js';
import { busAddress } from './start-bus.js';
import { xdgHomesIn } from './xdg-homes.js';

/** The location of the private desktop with this display, of any process of this user. */
export async function findPrivateDesktop(display: string): Promise<DesktopLocation | undefined> {
  const number = /^:(\d+)(?:\.\d+)?$/.exec(display)?.[1];
  if (number === undefined) return undefined;
  for (const folder of await listTemporaryFolders()) {
    if ((await readDisplayNumber(folder)) !== number || !(await isOwnedByUser(folder))) continue;
    return {
      display,
      authority: join(folder, 'authority'),
      bus: busAddress(folder),
      runtime: join(folder, 'run'),
      temporary: join(folder, 'tmp'),
      homes: xdgHomesIn(folder),
    };
  }
  return undefined;
}

async function readDisplayNumber(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, 'display'), 'utf8')).split(' ', 1)[0];
  } catch (error) {
    if (['ENOENT', 'EACCES', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined; // not a desktop, or of another user
    throw error;
  }
}

/** Other users can create a folder with that name in a shared location, so only our own is trusted. */
async function isOwnedByUser(folder: string): Promise<boolean> {
  const stats = await lstat(folder);
  return stats.isDirectory() && stats.uid === process.getuid?.();
}
