import { unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { HandrailError } from '../core/errors.js';
import type { Picture } from '../core/observation.js';
import { reasonOf } from './file-reason.js';
import { writeNewFile } from './journal-file.js';

/** So many pictures are kept; the oldest goes first. */
const mostPictures = 20;
const extensions = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const;

/** Keeps pictures as files in `folder/screens`, the newest ones only, and says where each is. */
export function pictureFolder(folder: string): (picture: Picture) => Promise<string> {
  const kept: string[] = [];
  let count = 0;
  return async ({ bytes, type }) => {
    count += 1;
    try {
      const path = join(folder, writeNewFile(folder, 'screens', `screen-${count}.${extensions[type]}`, bytes));
      kept.push(path);
      if (kept.length > mostPictures) removeIfThere(kept.shift() ?? path);
      return path;
    } catch (error) {
      if (error instanceof HandrailError) throw error;
      throw new HandrailError(
        'journal_failed',
        `A picture cannot be written to ${folder}: ${reasonOf(error)}.`,
        'Free some space, or choose another folder with HANDRAIL_HOME.',
        { cause: error },
      );
    }
  };
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
