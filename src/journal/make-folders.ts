import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes a folder and those above it, for the owner alone. Node's own `recursive` never ends where a folder cannot be made, as in /proc. */
export function makeFolders(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    makeFolders(dirname(path));
    mkdirSync(path, { mode: 0o700 });
  }
}
