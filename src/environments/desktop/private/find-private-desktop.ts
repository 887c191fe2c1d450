import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../processes/process-tree.js';
import { temporaryFolders } from '../../processes/temporary-folder.js';
import type { Whereabouts } from '../current-desktop.js';
import { homesIn } from './home-folders.js';
import { busAddress } from './start-bus.js';

/** The private desktop of this user that has this display, whichever process it belongs to. */
export async function findPrivateDesktop(display: string): Promise<Whereabouts | undefined> {
  const number = /^:(\d+)(?:\.\d+)?$/.exec(display)?.[1];
  if (number === undefined) return undefined;
  for (const folder of await temporaryFolders()) {
    if ((await numberOf(folder)) !== number || !(await isOurs(folder))) continue;
    return {
      display,
      authority: join(folder, 'authority'),
      bus: busAddress(folder),
      runtime: join(folder, 'run'),
      temporary: join(folder, 'tmp'),
      homes: homesIn(folder),
    };
  }
  return undefined;
}

async function numberOf(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, 'display'), 'utf8')).split(' ', 1)[0];
  } catch (error) {
    if (['ENOENT', 'EACCES', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined; // not a desktop, or not ours
    throw error;
  }
}

/** Others can make a folder of that name in a shared place: only ours is believed. */
async function isOurs(folder: string): Promise<boolean> {
  const stats = await lstat(folder);
  return stats.isDirectory() && stats.uid === process.getuid?.();
}
