import { constants } from 'node:fs';
import { copyFile, link, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../processes/process-tree.js';
import { safeFileName } from './safe-file-name.js';

/** Moves a finished download into a folder, under a safe name that is not taken there. */
export async function storeDownload(
  file: string,
  folder: string,
  suggestedName: string,
): Promise<{ name: string; path: string }> {
  const taken = await takenNames(folder);
  for (;;) {
    const name = safeFileName(suggestedName, (candidate) => taken.has(candidate.toLowerCase()));
    const path = join(folder, name);
    if (await moveIfFree(file, path)) return { name, path };
    taken.add(name.toLowerCase());
  }
}

/** The names of the files in a folder, in lower case. Creates the folder. */
export async function takenNames(folder: string): Promise<Set<string>> {
  await mkdir(folder, { recursive: true });
  return new Set((await readdir(folder)).map((name) => name.toLowerCase()));
}

/** Moves a file. False if the path is taken. */
async function moveIfFree(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to).catch((error: unknown) => {
      if (errorCode(error) === 'EEXIST') throw error;
      return copyFile(from, to, constants.COPYFILE_EXCL); // another disk, or a file system without links
    });
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
  await rm(from, { force: true });
  return true;
}
