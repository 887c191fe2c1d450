import { createHash } from 'node:crypto';
import { rmSync, symlinkSync } from 'node:fs';
import { lstat, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { errorCode, isAlive } from './process-tree.js';

const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 6);
const prefix = `handrail-${machine}-`;
const profileLink = 'profile';
const profileName = /^playwright_\w+dev_profile-\w{6}$/;

/** A folder for what one browser or desktop leaves lying around. Its name says which process of which machine owns it. */
export function makeTemporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
}

/** Those that there are now, of any process of this machine. */
export async function temporaryFolders(): Promise<string[]> {
  const names = await readdir(tmpdir());
  return names.filter((name) => ownerOf(name) !== undefined).map((name) => join(tmpdir(), name));
}

/** The folder that Playwright made for the profile of a browser with this command line. It cannot be told to use ours. */
export function temporaryProfile(commandLine: string): string | undefined {
  const start = commandLine.indexOf(join(tmpdir(), 'playwright_'));
  const found = start < 0 ? undefined : commandLine.slice(start).match(/^.*?dev_profile-\w{6}/)?.[0];
  return found && profileName.test(basename(found)) ? found : undefined;
}

/** Writes down that `profile` belongs to the owner of `folder`, so that it can be found when the owner was killed. */
export async function rememberProfile(folder: string, profile: string): Promise<void> {
  await symlink(profile, join(folder, profileLink));
}

/** The same at once, while the process ends. */
export function rememberProfileNow(folder: string, profile: string): void {
  symlinkSync(profile, join(folder, profileLink));
}

/** Removes folders at once, in this order, while the process ends. What resists is left to the next sweep, with those after it. */
export function removeNow(folders: readonly string[]): void {
  for (const folder of folders) {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
    } catch {
      // A dying browser may still write here. The name of our folder says whose it is, so the next sweep takes it.
      return;
    }
  }
}

/** Removes what killed processes of this machine and user left behind, and nothing else. What resists is left to the next sweep. */
export async function sweepTemporaryFolders(): Promise<void> {
  const names = await readdir(tmpdir());
  await Promise.allSettled(names.filter(isLeftover).map((name) => sweep(join(tmpdir(), name))));
}

function isLeftover(name: string): boolean {
  const owner = ownerOf(name);
  return owner !== undefined && !isAlive(owner);
}

function ownerOf(name: string): number | undefined {
  const owner = name.startsWith(prefix) && /^(\d+)-\w{6}$/.exec(name.slice(prefix.length))?.[1];
  return owner ? Number(owner) : undefined;
}

async function sweep(folder: string): Promise<void> {
  if (!(await isOurs(folder))) return;
  const profile = await readlink(join(folder, profileLink)).catch(ifMissing);
  if (profile && dirname(profile) === tmpdir() && profileName.test(basename(profile)) && (await isOurs(profile))) {
    await rm(profile, { recursive: true, force: true, maxRetries: 3 });
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

async function isOurs(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(ifMissing);
  return stats?.isDirectory() === true && (process.getuid === undefined || stats.uid === process.getuid());
}

function ifMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
}
