import { readdirSync, readFileSync } from 'node:fs';
import { openSession } from '../../src/index.js';
import { foldersOf } from '../browser/launch-witness.js';
import { programPath, shareFolder } from './program.js';
import type { Kind } from './stage.js';
import { pageThings, stageOf } from './without-pages.js';

const screen = { width: 1280, height: 800 };

/** A private desktop with the program on it. */
export const desktop: Kind = {
  name: 'desktop',
  screen,
  openMs: 60_000,
  unsupported: pageThings,
  async open(rails = {}) {
    const { started, remove, ...program } = shareFolder();
    const launch = [['/usr/bin/python3', programPath, program.folder]];
    const session = await openSession({
      policy: 'open',
      environment: 'desktop',
      display: 'private',
      size: screen,
      launch,
      ...rails,
    });
    await started();
    return stageOf(session, program, async () => {
      await session.close();
      remove();
    });
  },
  left: async () => [...desktopProcesses(), ...foldersOf(process.pid)],
};

/** What was started on private desktops of this process, known by the folder of each, as the system lists it. */
function desktopProcesses(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const isOurs = new RegExp(`/handrail-[0-9a-z]+-${process.pid}-`).test(read(`/proc/${pid}/environ`));
      return isOurs ? [`${pid} ${read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')}`] : [];
    });
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // the process ended between the look and the read
  }
}
