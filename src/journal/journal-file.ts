import { closeSync, constants, fstatSync, fsyncSync, lstatSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { HandrailError } from '../core/errors.js';
import { makeFolders } from './make-folders.js';

export const journalName = 'journal.jsonl';

export interface JournalFile {
  /** Appends and returns how many bytes that took. */
  append(line: string, durable: boolean): number;
  close(): void;
}

const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_WRONLY } = constants;
/** Not there on Windows, where links are a privilege. */
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const O_DIRECTORY = constants.O_DIRECTORY ?? 0;

/** Makes the folder and an empty journal in it, for the owner alone. Refuses a journal that is already there. */
export function createJournalFile(folder: string): JournalFile {
  makeFolder(folder);
  const path = join(folder, journalName);
  let file: number;
  try {
    file = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW, 0o600);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
    throw new HandrailError(
      'journal_failed',
      `There is a journal in ${folder} already.`,
      'Give every run its own folder.',
    );
  }
  syncFolder(folder);
  return {
    append(line, durable) {
      // A file that was deleted still takes what is written to it, and keeps nothing.
      if (fstatSync(file).nlink === 0) throw new Error('it was deleted while the run was going on');
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

/** Writes a file that is not there yet, for the owner alone; a taken name gets a number. Returns `part/name`. */
export function writeNewFile(folder: string, part: string, name: string, bytes: Uint8Array): string {
  makeFolder(join(folder, part));
  const [stem = name, extension = ''] = name.split(/(?=\.[^.]*$)/);
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${stem}-${number}${extension}`;
    const path = join(folder, part, free);
    try {
      writeExclusive(path, bytes);
      return `${part}/${free}`;
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

function makeFolder(folder: string): void {
  makeFolders(folder);
  if (lstatSync(folder).isDirectory()) return;
  throw new HandrailError(
    'journal_failed',
    `${folder} is a link, not a folder.`,
    'Choose a folder of your own, or remove the link.',
  );
}

/** Makes sure that the new name itself is on the disk. */
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
