import { mkdir, readlink, realpath } from 'node:fs/promises';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { withTimeout } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import { errorCode, isProcessAlive, processName } from '../../processes/process-tree.js';
import type { LaunchPlan } from './launch-plan.js';
import type { BrowserLease } from './lease.js';
import { startBrowser } from './start-browser.js';

const profilesInUse = new Set<string>();
const hint = 'Close that browser, or use another profile folder.';

/** Starts and leases a browser with the profile `folder`. Throws `profile_locked`, and changes nothing, while another browser uses it. */
export async function leaseProfile(plan: LaunchPlan, folder: string): Promise<BrowserLease> {
  const profile = await realFolder(folder);
  if (profilesInUse.has(profile)) {
    throw new HandrailError(
      'profile_locked',
      `The profile ${profile} is in use by another session of this process.`,
      hint,
    );
  }
  profilesInUse.add(profile);
  let isHeld = true;
  const unlock = () => {
    if (isHeld) profilesInUse.delete(profile);
    isHeld = false;
  };
  try {
    await checkLock(profile);
    const started = await startBrowser({ ...plan, profile });
    started.onLost(unlock);
    return {
      engine: plan.engine,
      browser: started.browser,
      playwright: started.playwright,
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
    throw new HandrailError('bad_path', `${folder} cannot be used as a profile folder.`, 'Use a writable folder.', {
      cause: error,
    });
  }
}

/** Chromium locks a profile by a link named SingletonLock to `machine-process`, and listens on SingletonSocket. */
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
  if (!isProcessAlive(pid) || !(await isListening(join(profile, 'SingletonSocket')))) return; // left by a crashed browser
  throw new HandrailError(
    'profile_locked',
    `The profile ${profile} is in use by ${processName(pid) ?? 'another program'} (process ${pid}).`,
    hint,
  );
}

/** Whether a process listens on the socket. The process id alone is no proof: the system may have reused it. */
async function isListening(path: string): Promise<boolean> {
  const socket = connect(path);
  const connected = new Promise<boolean>((resolve, reject) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', (error) => {
      if (['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].includes(errorCode(error) ?? '')) resolve(false);
      else reject(error);
    });
  });
  return withTimeout(1000, 'The holder of the profile', connected)
    .catch(() => true) // unknown: treat the profile as in use
    .finally(() => socket.destroy());
}
