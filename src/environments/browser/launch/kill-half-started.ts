import { readdirSync, readFileSync } from 'node:fs';
import { errorCode, isDescendant, killTree } from '../../processes/process-tree.js';
import { findTemporaryProfile, linkProfileSync } from '../../processes/temporary-folder.js';

/**
 * Kills a browser that has not reported its process id yet. It is identified by the temporary folder in its environment. Returns its
 * profile folder. Works only with /proc. Elsewhere, Playwright ends the browser.
 */
export function killHalfStarted(folder: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const command = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isDescendant(pid) && read(pid, 'environ').includes(`\0TMPDIR=${folder}\0`))
    .map((pid) => {
      const commandLine = read(pid, 'cmdline').replaceAll('\0', ' ');
      killTree(pid);
      return commandLine;
    })
    .find((line) => findTemporaryProfile(line) !== undefined);
  const profile = command && findTemporaryProfile(command);
  if (profile) linkProfileSync(folder, profile);
  return profile;
}

function read(pid: number, file: 'environ' | 'cmdline'): string {
  try {
    return `\0${readFileSync(`/proc/${pid}/${file}`, 'utf8')}`;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ESRCH' || errorCode(error) === 'EACCES') return '';
    throw error;
  }
}
