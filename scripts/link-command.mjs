import { chmodSync, existsSync, lstatSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const target = join('..', '..', 'bin', 'handrail');

/** Makes `npx handrail` work in the checkout as it does in an installed package. @param {string} root */
export function linkCommand(root) {
  const folder = join(root, 'node_modules', '.bin');
  const program = join(folder, target);
  if (process.platform === 'win32' || !existsSync(folder) || !existsSync(program)) return;
  chmodSync(program, 0o755);
  const link = join(folder, 'handrail');
  if (lstatSync(link, { throwIfNoEntry: false })) {
    if (existsSync(link) && readlinkSync(link) === target) return;
    rmSync(link);
  }
  symlinkSync(target, link);
}
