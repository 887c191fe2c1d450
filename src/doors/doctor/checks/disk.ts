import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Check, Finding } from '../check.js';
import { standingFolder } from './existing-folder.js';
import { homeFolder } from './home.js';

const megabyte = 1024 * 1024;
/** A fresh profile with its caches takes some tens of megabytes. */
const least = 100 * megabyte;
const comfortable = 1024 * megabyte;
const smallSharedMemory = 512 * megabyte;
const sharedMemory = '/dev/shm';

export const diskCheck: Check = {
  name: 'disk',
  limitMs: 5_000,
  trials: () => [
    { name: 'disk of the home', run: () => roomIn(standingFolder(homeFolder())) },
    { name: 'disk of temporary files', run: () => roomIn(tmpdir()) },
  ],
};

export const sharedMemoryCheck: Check = {
  name: 'shared memory',
  limitMs: 5_000,
  trials: () => (existsSync(sharedMemory) ? [{ name: 'shared memory', run: sizeOfSharedMemory }] : []),
};

async function roomIn(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const says = `${inWords(free)} free in ${folder}`;
  if (free >= comfortable) return { state: 'works', says: `${says}.` };
  const fix = `Free some space; \`du -xh ${folder} | sort -h | tail -20\` shows what takes it.`;
  return free >= least
    ? { state: 'remark', says: `${says}: pictures and downloads may fill it.`, fix }
    : { state: 'fails', says: `${says}, which is too little for a browser.`, fix };
}

/** Browsers that Handrail starts keep off it, so a small one is in nobody's way but theirs who connect to another. */
async function sizeOfSharedMemory(): Promise<Finding> {
  const { blocks, bsize } = await statfs(sharedMemory);
  const says = `${sharedMemory} holds ${inWords(blocks * bsize)}`;
  if (blocks * bsize >= smallSharedMemory) return { state: 'works', says: `${says}.` };
  return {
    state: 'remark',
    says: `${says}. Browsers that Handrail starts do without it; one that you connect to may crash on large pages.`,
    fix: 'In a container: `docker run --shm-size=1g …`. Elsewhere: `mount -o remount,size=1G /dev/shm`.',
  };
}

function inWords(bytes: number): string {
  const megabytes = bytes / megabyte;
  return megabytes >= 1024 ? `${(megabytes / 1024).toFixed(1)} GB` : `${Math.floor(megabytes)} MB`;
}
