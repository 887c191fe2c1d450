import { mkdir, readlink, realpath } from 'node:fs/promises';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { within } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import { errorCode, isAlive, nameOfProcess } from '../../processes/process-tree.js';
import type { LaunchPlan } from './launch-plan.js';
import type { BrowserLease } from './lease.js';
import { startBrowser } from './start-browser.js';

const inUse = new Set<string>();
const hint = 'Close that browser, or use another profile folder.';

/** A lease on a browser of its own that keeps its data in `folder`. Throws `profile_locked`, and touches nothing, while another uses it. */
export async function leaseProfile(plan: LaunchPlan, folder: string): Promise<BrowserLease> {
  const profile = await realFolder(folder);
  if (inUse.has(profile)) {
    throw new HandrailError(
      'profile_locked',
      `The profile ${profile} is in use by another session of this process.`,
      hint,
    );
  }
  inUse.add(profile);
  let held = true;
  const unlock = () => {
    if (held) inUse.delete(profile);
    held = false;
  };
  try {
    await checkLock(profile);
    const started = await startBrowser({ ...plan, profile });
    started.onLost(unlock);
    return {
      engine: plan.engine,
      browser: started.browser,
      context: started.context,
      owned: true,
      pid: started.pid,
      onLost: started.onLost,
      release: () => started.close().finally(unlock),
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function realFolder(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await realpath(folder);
  } catch (error) {
    throw new HandrailError(
      'bad_path',
      `${folder} cannot be used as a profile folder.`,
      'Give a folder that can be written to.',
      {
        cause: error,
      },
    );
  }
}

/** Chromium marks a profile in use with a link named SingletonLock to `machine-process`, and listens on SingletonSocket. */
async function checkLock(profile: string): Promise<void> {
  const lock = join(profile, 'SingletonLock');
  const holder = await readlink(lock).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });
  if (holder === undefined) return;
  const [, machine, process] = /^(.*)-(\d+)$/.exec(holder) ?? [];
  const pid = Number(process);
  if (machine !== hostname()) {
    throw new HandrailError(
      'profile_locked',
      `The profile ${profile} is in use on the machine "${machine}" (process ${pid}).`,
      `Close the browser there, or use another profile folder. If that machine is gone, delete ${lock}.`,
    );
  }
  if (!isAlive(pid) || !(await listens(join(profile, 'SingletonSocket')))) return; // left by one that crashed
  throw new HandrailError(
    'profile_locked',
    `The profile ${profile} is in use by ${nameOfProcess(pid) ?? 'another program'} (process ${pid}).`,
    hint,
  );
}

/** Whether anyone answers on the socket: the process id alone may have been given to another program since. */
async function listens(path: string): Promise<boolean> {
  const socket = connect(path);
  const connected = new Promise<boolean>((resolve, reject) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', (error) => {
      if (['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].includes(errorCode(error) ?? '')) resolve(false);
      else reject(error);
    });
  });
  return within(1000, 'The holder of the profile', connected)
    .catch(() => true) // it cannot be told, so the profile is left alone
    .finally(() => socket.destroy());
}
