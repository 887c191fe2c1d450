import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A new folder with this name tells git to ignore its content. */
const ignoredFolder = '.handrail';

/** Creates a folder and its parents, readable only by the owner. Node's `recursive` option loops forever in folders such as /proc. */
export function createFolders(path: string): void {
  try {
    createFolder(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    createFolders(dirname(path));
    createFolder(path);
  }
}

function createFolder(path: string): void {
  mkdirSync(path, { mode: 0o700 });
  if (basename(path) === ignoredFolder) writeFileSync(join(path, '.gitignore'), '*\n');
}
