import { closeSync, constants, fstatSync, fsyncSync, lstatSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { HandrailError } from '../core/errors.js';
import { createFolders } from './create-folders.js';

export const journalFileName = 'journal.jsonl';

export interface JournalFile {
  /** Appends a line and returns its size in bytes. */
  append(line: string, durable: boolean): number;
  close(): void;
}

const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_WRONLY } = constants;
/** Not available on Windows. */
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const O_DIRECTORY = constants.O_DIRECTORY ?? 0;

/** Creates the folder and an empty journal, readable only by the owner. Throws if a journal exists. */
export function createJournalFile(folder: string): JournalFile {
  createFolder(folder);
  const path = join(folder, journalFileName);
  let file: number;
  try {
    file = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW, 0o600);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
    throw new HandrailError(
      'journal_failed',
      `${folder} already contains a journal.`,
      'Use a new folder for every run.',
    );
  }
  syncFolder(folder);
  return {
    append(line, durable) {
      // Writes to a deleted file succeed, but the data is lost.
      if (fstatSync(file).nlink === 0) throw new Error('it was deleted during the run');
      const bytes = Buffer.from(line, 'utf8');
      writeAll(file, bytes);
      if (durable) fsyncSync(file);
      return bytes.byteLength;
    },
    close() {
      try {
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
    },
  };
}

/** Writes a new file, readable only by the owner. Adds a number if the name is taken. Returns `subfolder/name`. */
export function writeNewFile(folder: string, subfolder: string, name: string, bytes: Uint8Array): string {
  createFolder(join(folder, subfolder));
  const [stem = name, extension = ''] = name.split(/(?=\.[^.]*$)/);
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${stem}-${number}${extension}`;
    const path = join(folder, subfolder, candidate);
    try {
      writeExclusive(path, bytes);
      return `${subfolder}/${candidate}`;
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    }
  }
}

function writeExclusive(path: string, bytes: Uint8Array): void {
  const file = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    writeAll(file, bytes);
  } catch (error) {
    unlinkSync(path);
    throw error;
  } finally {
    closeSync(file);
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.byteLength; ) done += writeSync(file, bytes, done);
}

function createFolder(folder: string): void {
  createFolders(folder);
  if (lstatSync(folder).isDirectory()) return;
  throw new HandrailError(
    'journal_failed',
    `${folder} is a link, not a folder.`,
    'Choose another folder, or remove the link.',
  );
}

/** Flushes the new file name to disk. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
