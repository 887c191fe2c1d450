import { chmodSync, lstatSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { HandrailError } from '../../core/errors.js';
import { makeFolders } from '../../journal/make-folders.js';

/** Where the background process is found: HANDRAIL_RUNTIME, or a private folder of the user. bin/handrail knows the same rule. */
export function runtimeFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env.HANDRAIL_RUNTIME) return resolve(env.HANDRAIL_RUNTIME);
  if (env.XDG_RUNTIME_DIR) return join(env.XDG_RUNTIME_DIR, 'handrail');
  return join(env.TMPDIR || tmpdir(), `handrail-${userInfo().uid}`);
}

/** Makes the folder for its owner alone. Throws `daemon_failed` when that cannot be had: nobody else may answer in our name. */
export function makeRuntimeFolder(folder: string): void {
  try {
    makeFolders(folder);
    if (process.platform === 'win32') return;
    const facts = lstatSync(folder);
    if (!facts.isDirectory()) throw new Error('it is not a folder');
    if (facts.uid !== userInfo().uid) throw new Error('it belongs to another user');
    if ((facts.mode & 0o077) !== 0) chmodSync(folder, 0o700);
  } catch (error) {
    throw folderFailed(folder, error);
  }
}

export function folderFailed(folder: string, error: unknown): HandrailError {
  return new HandrailError(
    'daemon_failed',
    `The folder ${folder} cannot hold the socket of the background process: ${reasonOf(error)}.`,
    'Name another folder with HANDRAIL_RUNTIME.',
    { cause: error },
  );
}

const reasons: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'it is not permitted',
  EPERM: 'it is not permitted',
  ENOTDIR: 'its path goes through a file',
  ENOENT: 'it cannot be made there',
};

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
}
