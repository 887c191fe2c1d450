import { existsSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The folder itself if it exists, else its nearest existing ancestor. */
export function nearestExistingFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestExistingFolder(dirname(folder));
}

const ignoredErrors = new Set(['ENOENT', 'ENOTDIR', 'ENOTEMPTY', 'EEXIST']);

/** Removes the folders below `existing` that a trial created. Folders that are not empty stay. */
export async function removeCreatedFolders(folder: string, existing: string): Promise<void> {
  for (let current = folder; current !== existing && current !== dirname(current); current = dirname(current)) {
    try {
      await rmdir(current);
    } catch (error) {
      if (error instanceof Error && 'code' in error && ignoredErrors.has(String(error.code))) continue;
      throw error;
    }
  }
}
