import { lstatSync, type Stats, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { HandrailError } from '../../core/errors.js';
import { reasonOf } from '../../journal/file-reason.js';
import { makeFolders } from '../../journal/make-folders.js';

/** Where the background process is found: HANDRAIL_RUNTIME, or a private folder of the user. bin/handrail knows the same rule. */
export function runtimeFolder(env: NodeJS.ProcessEnv = process.env): string {
  const { HANDRAIL_RUNTIME: said, XDG_RUNTIME_DIR: session, TMPDIR: temporary } = env;
  if (said) return resolve(said);
  if (session && isOwn(session)) return join(session, 'handrail');
  if (process.platform === 'win32') return join(tmpdir(), 'handrail');
  return join(temporary || '/tmp', `handrail-${process.getuid?.()}`);
}

/** Under `su` and in containers it is often that of someone else, or not there. */
function isOwn(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.();
}

/** Makes the folder for its owner alone. Throws `daemon_failed` when that cannot be had. */
export function makeRuntimeFolder(folder: string): void {
  try {
    makeFolders(folder);
  } catch (error) {
    throw folderFailed(folder, error);
  }
  checkPrivate(folder);
}

/** Nobody else may answer in our name. Throws `daemon_failed` when others could; false when there is no such folder. */
export function checkPrivate(folder: string): boolean {
  let facts: Stats | undefined;
  try {
    facts = lstatSync(folder, { throwIfNoEntry: false });
  } catch (error) {
    throw folderFailed(folder, error);
  }
  if (!facts) return false;
  if (facts.isSymbolicLink()) throw folderFailed(folder, new Error('it is a link, not a folder'));
  if (!facts.isDirectory()) throw folderFailed(folder, new Error('it is not a folder'));
  if (process.platform === 'win32') return true;
  if (facts.uid !== process.getuid?.()) throw folderFailed(folder, new Error('it belongs to another user'));
  if ((facts.mode & 0o022) !== 0) throw folderFailed(folder, new Error('others may write there'));
  return true;
}

export function folderFailed(folder: string, error: unknown): HandrailError {
  return new HandrailError(
    'daemon_failed',
    `The folder ${folder} cannot hold the socket of the background process: ${reasonOf(error)}.`,
    'Name a folder of your own with HANDRAIL_RUNTIME.',
    { cause: error },
  );
}
