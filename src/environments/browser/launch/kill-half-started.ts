import { readdirSync, readFileSync } from 'node:fs';
import { errorCode, isDescendant, killTree } from '../../processes/process-tree.js';
import { rememberProfileNow, temporaryProfile } from '../../processes/temporary-folder.js';

/**
 * Ends a browser that cannot be asked yet who it is: it is known by the temporary folder that it was given. Answers which profile it had.
 * Only where there is /proc; elsewhere Playwright ends it as well as it can.
 */
export function endHalfStarted(folder: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const command = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isDescendant(pid) && read(pid, 'environ').includes(`\0TMPDIR=${folder}\0`))
    .map((pid) => {
      const words = read(pid, 'cmdline').replaceAll('\0', ' ');
      killTree(pid);
      return words;
    })
    .find((words) => temporaryProfile(words) !== undefined);
  const profile = command && temporaryProfile(command);
  if (profile) rememberProfileNow(folder, profile);
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
