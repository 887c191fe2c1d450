import { readdirSync, readlinkSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { foldersOf } from '../launch-witness.js';
import { browserProcesses } from './witness.js';

/** The open files of this process, by the targets of their links. */
export function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)];
    } catch {
      return []; // the listed folder itself, which is closed by now
    }
  });
}

/** The numbers of this process's listeners for its end, its errors and its warnings. */
export const listenerCounts = () =>
  ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'unhandledRejection', 'warning']
    .map((name) => process.listenerCount(name))
    .join();

/** What this process holds after a garbage collection. `memory` is in megabytes. */
export function heldResources() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return {
    folders: foldersOf(process.pid).length,
    listeners: listenerCounts(),
    handles: openFiles().length,
    timers: process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length,
    renderers: browserProcesses('renderer').length,
    memory: process.memoryUsage().heapUsed / 1e6,
  };
}
