import { lstatSync, type Stats, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { HandrailError } from '../../core/errors.js';
import { createFolders } from '../../journal/create-folders.js';
import { describeFileError } from '../../journal/file-error.js';
import { runtimeFolderCandidates } from './client-spec.js';

/** The folder in which the background process is found: HANDRAIL_RUNTIME, or a private folder of the user. */
export function runtimeFolder(): string {
  const uid = process.getuid?.();
  for (const { variable, fallback, subfolder, mustBeOwn } of runtimeFolderCandidates) {
    const parent = process.env[variable] || fallback;
    if (!parent || (mustBeOwn && !isOwn(parent))) continue;
    if (uid === undefined && subfolder.includes('{uid}')) continue;
    return resolve(parent, subfolder.replace('{uid}', String(uid)));
  }
  return join(tmpdir(), 'handrail'); // Windows, where the temporary folder belongs to the user
}

function isOwn(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.();
}

/** Creates the folder with access for its owner only. Throws `daemon_failed` if that is impossible. */
export function makeRuntimeFolder(folder: string): void {
  try {
    createFolders(folder);
  } catch (error) {
    throw runtimeFolderError(folder, error);
  }
  checkPrivate(folder);
}

/** Throws `daemon_failed` if another user could place a socket there. Returns false if the folder does not exist. */
export function checkPrivate(folder: string): boolean {
  let stats: Stats | undefined;
  try {
    stats = lstatSync(folder, { throwIfNoEntry: false });
  } catch (error) {
    throw runtimeFolderError(folder, error);
  }
  if (!stats) return false;
  if (stats.isSymbolicLink()) throw runtimeFolderError(folder, new Error('it is a symbolic link'));
  if (!stats.isDirectory()) throw runtimeFolderError(folder, new Error('it is not a folder'));
  if (process.platform === 'win32') return true;
  if (stats.uid !== process.getuid?.()) throw runtimeFolderError(folder, new Error('it belongs to another user'));
  if ((stats.mode & 0o022) !== 0) throw runtimeFolderError(folder, new Error('other users can write to it'));
  return true;
}

export function runtimeFolderError(folder: string, error: unknown): HandrailError {
  return new HandrailError(
    'daemon_failed',
    `The folder ${folder} cannot hold the socket of the background process: ${describeFileError(error)}.`,
    'Set HANDRAIL_RUNTIME to a folder that belongs to you.',
    { cause: error },
  );
}
