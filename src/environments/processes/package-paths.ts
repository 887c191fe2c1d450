import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Programs of this package that run in a process of their own. `scripts/build.mjs` builds each of them. */
export const programs = {
  daemon: 'dist/doors/daemon/main.js',
  browserProbe: 'dist/doors/doctor/probe/browser-probe.js',
  desktopProbe: 'dist/doors/doctor/probe/desktop-probe.js',
  staleSeatRemover: 'dist/environments/desktop/linux/remove-stale-seats.js',
} as const;

let root: string | undefined;

/** The absolute path of a program. */
export function programPath(name: keyof typeof programs): string {
  return packagePath(programs[name]);
}

/** The absolute path of a file or folder of this package. Without a path: the folder of the package. */
export function packagePath(path = ''): string {
  root ??= findRoot(dirname(fileURLToPath(import.meta.url)));
  return join(root, path);
}

/** The nearest folder with a package.json. The number of folders in between differs, because the build moves code into shared files. */
function findRoot(folder: string): string {
  const parent = dirname(folder);
  return parent === folder || existsSync(join(folder, 'package.json')) ? folder : findRoot(parent);
}
