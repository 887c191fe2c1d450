import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Check, Finding } from '../check.js';
import { nearestExistingFolder } from './created-folders.js';
import { homeFolder } from './home.js';

const megabyte = 1024 * 1024;
/** A new browser profile with its caches takes some tens of megabytes. */
const minFreeBytes = 100 * megabyte;
const comfortableFreeBytes = 1024 * megabyte;
const minSharedMemoryBytes = 512 * megabyte;
const sharedMemory = '/dev/shm';

export const diskCheck: Check = {
  name: 'disk',
  timeoutMs: 5_000,
  trials: () => [
    { name: 'disk (home)', run: () => checkFreeSpace(nearestExistingFolder(homeFolder())) },
    { name: 'disk (temporary files)', run: () => checkFreeSpace(tmpdir()) },
  ],
};

export const sharedMemoryCheck: Check = {
  name: 'shared memory',
  timeoutMs: 5_000,
  trials: () => (existsSync(sharedMemory) ? [{ name: 'shared memory', run: checkSharedMemory }] : []),
};

async function checkFreeSpace(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const message = `${formatBytes(free)} free in ${folder}`;
  if (free >= comfortableFreeBytes) return { status: 'ok', message: `${message}.` };
  const fix = `Free some space. \`du -xh ${folder} | sort -h | tail -20\` lists the largest folders.`;
  return free >= minFreeBytes
    ? { status: 'note', message: `${message}: pictures and downloads may fill it.`, fix }
    : { status: 'failed', message: `${message}, which is too little for a browser.`, fix };
}

/** Browsers that Handrail starts do not use shared memory, so a small one affects only browsers that it connects to. */
async function checkSharedMemory(): Promise<Finding> {
  const { blocks, bsize } = await statfs(sharedMemory);
  const message = `${sharedMemory} holds ${formatBytes(blocks * bsize)}`;
  if (blocks * bsize >= minSharedMemoryBytes) return { status: 'ok', message: `${message}.` };
  return {
    status: 'note',
    message: `${message}. Browsers that Handrail starts do not use it. A browser that you connect to may crash on large pages.`,
    fix: 'In a container: `docker run --shm-size=1g …`. On the host: `mount -o remount,size=1G /dev/shm`.',
  };
}

function formatBytes(bytes: number): string {
  const megabytes = bytes / megabyte;
  return megabytes >= 1024 ? `${(megabytes / 1024).toFixed(1)} GB` : `${Math.floor(megabytes)} MB`;
}
