import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Where a private desktop shows in the world outside of it. */
export interface Traces {
  folder: string;
  display: string;
}

/** What `handrail desktop up --json` prints. */
export interface Up {
  display: string;
  size: { width: number; height: number };
  environment: Record<string, string>;
  watch?: string;
}

export function tracesOf({ display, environment }: Up): Traces {
  return { folder: dirname(environment.XAUTHORITY ?? ''), display };
}

/** Everything that is left of a desktop: its processes, the lock and the socket of its display, its folder. */
export function leftOf({ folder, display }: Traces): string[] {
  const number = display.slice(1);
  const lock = `/tmp/.X${number}-lock`;
  // Another display may have taken the number since.
  const socket = `/tmp/.X11-unix/X${number}`;
  const isTaken = readFileSync('/proc/net/unix', 'utf8').includes(`${socket}\n`) && processesOf(folder).length === 0;
  const files = [...(isTaken ? [] : [lock, socket]), folder].filter((path) => existsSync(path));
  return [...files, ...processesOf(folder)];
}

/** The programs with this folder in their environment. */
export function processesOf(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && read(name, 'environ').includes(folder))
    .filter((name) => !/\) Z /.test(read(name, 'stat')))
    .map((name) => `${name} ${read(name, 'cmdline').replaceAll('\0', ' ').trim()}`);
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // it ended between the look and the read
  }
}
