import { chmodSync, existsSync, lstatSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Makes `npx handrail` and `npx hrail` work in the checkout as they do in an installed package. @param {string} root */
export function linkCommands(root) {
  const folder = join(root, 'node_modules', '.bin');
  if (process.platform === 'win32' || !existsSync(folder)) return;
  const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const [name, path] of Object.entries(bin)) linkCommand(folder, name, join('..', '..', path));
}

/** @param {string} folder @param {string} name @param {string} target */
function linkCommand(folder, name, target) {
  const program = join(folder, target);
  if (!existsSync(program)) return;
  chmodSync(program, 0o755);
  const link = join(folder, name);
  if (lstatSync(link, { throwIfNoEntry: false })) {
    if (existsSync(link) && readlinkSync(link) === target) return;
    rmSync(link);
  }
  symlinkSync(target, link);
}
