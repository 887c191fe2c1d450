import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Creates a folder and its parents, readable only by the owner. Node's `recursive` option loops forever in folders such as /proc. */
export function createFolders(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    createFolders(dirname(path));
    mkdirSync(path, { mode: 0o700 });
  }
}
