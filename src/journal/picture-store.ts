import { unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { HandrailError } from '../core/errors.js';
import type { Picture } from '../core/observation.js';
import { describeFileError } from './file-error.js';
import { writeNewFile } from './journal-file.js';

const maxPictures = 20;
const extensions = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const;

/** Returns a function that stores a picture in `folder/screens` and returns its path. Only the newest files are retained. */
export function createPictureStore(folder: string): (picture: Picture) => Promise<string> {
  const paths: string[] = [];
  let count = 0;
  return async ({ bytes, type }) => {
    count += 1;
    try {
      const path = join(folder, writeNewFile(folder, 'screens', `screen-${count}.${extensions[type]}`, bytes));
      paths.push(path);
      if (paths.length > maxPictures) removeFile(paths.shift() ?? path);
      return path;
    } catch (error) {
      if (error instanceof HandrailError) throw error;
      throw new HandrailError(
        'journal_failed',
        `A picture cannot be written to ${folder}: ${describeFileError(error)}.`,
        'Free disk space, or set another folder with HANDRAIL_HOME.',
        { cause: error },
      );
    }
  };
}

function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
