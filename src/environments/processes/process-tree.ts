import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** True while a process with this id exists, of any user. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Kills a process and its children. */
export function killTree(pid: number): void {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true, timeout: 5000 });
    return;
  }
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch (error) {
      if (errorCode(error) !== 'ESRCH') throw error; // already ended
    }
  }
}

/** True when this process started it, directly or not. A sandboxed browser may report a process id of another namespace. */
export function isDescendant(pid: number): boolean {
  if (process.platform !== 'linux') return isProcessAlive(pid);
  for (let parent = parentOf(pid), steps = 0; parent && steps < 16; parent = parentOf(parent), steps++) {
    if (parent === process.pid) return true;
  }
  return false;
}

/** The short name of a process, where the system provides it. */
export function processName(pid: number): string | undefined {
  return readProc(pid, 'comm')?.trim();
}

function parentOf(pid: number): number | undefined {
  const stat = readProc(pid, 'stat');
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields?.[1] ? Number(fields[1]) : undefined;
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined; // the process has ended, or the system has no /proc
  }
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
