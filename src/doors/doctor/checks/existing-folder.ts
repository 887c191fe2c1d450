import { existsSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The folder itself, or the first above it that is there. */
export function standingFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : standingFolder(dirname(folder));
}

const notOurs = new Set(['ENOENT', 'ENOTDIR', 'ENOTEMPTY', 'EEXIST']);

/** Takes away the folders that were made below `standing` for a trial. What somebody else uses by now stays. */
export async function removeMade(folder: string, standing: string): Promise<void> {
  for (let one = folder; one !== standing && one !== dirname(one); one = dirname(one)) {
    try {
      await rmdir(one);
    } catch (error) {
      if (error instanceof Error && 'code' in error && notOurs.has(String(error.code))) continue;
      throw error;
    }
  }
}
