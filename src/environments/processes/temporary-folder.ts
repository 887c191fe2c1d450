import { createHash } from 'node:crypto';
import { rmSync, symlinkSync } from 'node:fs';
import { lstat, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { errorCode, isProcessAlive } from './process-tree.js';

const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 6);
const prefix = `handrail-${machine}-`;
const profileLink = 'profile';
const profileName = /^playwright_\w+dev_profile-\w{6}$/;

/** Creates a folder for temporary files of a browser or desktop. Its name contains the owning machine and process. */
export function makeTemporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
}

/** The existing folders of all processes of this machine. */
export async function listTemporaryFolders(): Promise<string[]> {
  const names = await readdir(tmpdir());
  return names.filter((name) => ownerOf(name) !== undefined).map((name) => join(tmpdir(), name));
}

/** The profile folder that Playwright created for a browser with this command line. Playwright does not let us choose it. */
export function findTemporaryProfile(commandLine: string): string | undefined {
  const start = commandLine.indexOf(join(tmpdir(), 'playwright_'));
  const found = start < 0 ? undefined : commandLine.slice(start).match(/^.*?dev_profile-\w{6}/)?.[0];
  return found && profileName.test(basename(found)) ? found : undefined;
}

/** Links `profile` to the owner of `folder`, so that a sweep finds it after the owner was killed. */
export async function linkProfile(folder: string, profile: string): Promise<void> {
  await symlink(profile, join(folder, profileLink));
}

/** Like `linkProfile`, for use while the process exits. */
export function linkProfileSync(folder: string, profile: string): void {
  symlinkSync(profile, join(folder, profileLink));
}

/** Removes folders in order while the process exits. After a failure, the rest is left to the next sweep. */
export function removeFoldersSync(folders: readonly string[]): void {
  for (const folder of folders) {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
    } catch {
      // A dying browser may still write here. The next sweep removes the folder.
      return;
    }
  }
}

/** Removes a folder of a browser that has just ended: its child processes may write there for a moment. After a failure, it is left to the next sweep. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => undefined);
}

/** Removes the folders of killed processes of this machine and user. After a failure, a folder is left to the next sweep. */
export async function sweepTemporaryFolders(): Promise<void> {
  const names = await readdir(tmpdir());
  await Promise.allSettled(names.filter(isLeftover).map((name) => sweep(join(tmpdir(), name))));
}

function isLeftover(name: string): boolean {
  const owner = ownerOf(name);
  return owner !== undefined && !isProcessAlive(owner);
}

function ownerOf(name: string): number | undefined {
  const owner = name.startsWith(prefix) && /^(\d+)-\w{6}$/.exec(name.slice(prefix.length))?.[1];
  return owner ? Number(owner) : undefined;
}

async function sweep(folder: string): Promise<void> {
  if (!(await isOwnedByUser(folder))) return;
  const profile = await readlink(join(folder, profileLink)).catch(ifMissing);
  if (
    profile &&
    dirname(profile) === tmpdir() &&
    profileName.test(basename(profile)) &&
    (await isOwnedByUser(profile))
  ) {
    await rm(profile, { recursive: true, force: true, maxRetries: 3 });
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

async function isOwnedByUser(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(ifMissing);
  return stats?.isDirectory() === true && (process.getuid === undefined || stats.uid === process.getuid());
}

function ifMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
}
