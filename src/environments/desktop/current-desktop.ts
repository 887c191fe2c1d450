import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HandrailError } from '../../core/errors.js';
import { makeTemporaryFolder, sweepTemporaryFolders } from '../processes/temporary-folder.js';
import { privateEnvironment, sharedEnvironment } from './desktop-variables.js';
import { findPrivateDesktop } from './private/find-private-desktop.js';
import { startGuardian } from './private/guardian.js';
import type { Homes } from './private/home-folders.js';
import type { DesktopGround } from './running-desktop.js';

type Variables = Record<string, string | undefined>;

/** Where a desktop that runs already has its parts. */
export interface Whereabouts {
  display: string;
  authority?: string;
  bus?: string;
  runtime?: string;
  /** Of a private desktop: where its programs put temporary files. */
  temporary?: string;
  /** Of a private desktop: where its programs keep settings and state. */
  homes?: Homes;
}

/** The person's own desktop. Throws `desktop_missing` with what this session has instead. */
export function currentWhereabouts(env: Variables = process.env): Whereabouts {
  if (env.DISPLAY) return { display: env.DISPLAY, ...partsOf(env) };
  throw new HandrailError(
    'desktop_missing',
    env.WAYLAND_DISPLAY
      ? 'This is a Wayland session without an X display, and other programs cannot be reached there.'
      : 'There is no desktop here: DISPLAY is not set.',
    env.WAYLAND_DISPLAY
      ? 'Log in with an Xorg session, turn Xwayland on, or use a private desktop.'
      : 'Set DISPLAY to one that runs, or use a private desktop.',
  );
}

/** A display by its number: a private desktop of this user, or any other. */
export async function whereaboutsOf(display: string, env: Variables = process.env): Promise<Whereabouts> {
  const known = await findPrivateDesktop(display);
  return known ?? { display, ...partsOf(env) };
}

function partsOf(env: Variables): Omit<Whereabouts, 'display'> {
  const authority = env.XAUTHORITY || join(env.HOME || homedir(), '.Xauthority');
  const socket = env.XDG_RUNTIME_DIR && join(env.XDG_RUNTIME_DIR, 'bus');
  const bus = env.DBUS_SESSION_BUS_ADDRESS || (socket && existsSync(socket) ? `unix:path=${socket}` : undefined);
  return {
    ...(existsSync(authority) ? { authority } : {}),
    ...(bus ? { bus } : {}),
    ...(env.XDG_RUNTIME_DIR ? { runtime: env.XDG_RUNTIME_DIR } : {}),
  };
}

/** Joins a desktop that runs. Nothing is started, and nothing ends with the session but what the session launched. */
export async function joinDesktop(whereabouts: Whereabouts): Promise<DesktopGround> {
  const [folder] = await Promise.all([makeTemporaryFolder(), sweepTemporaryFolders()]);
  const { display, authority, bus } = whereabouts;
  const guardian = startGuardian(folder, sweeping(whereabouts));
  return {
    display,
    ...(authority === undefined ? {} : { authority }),
    ...(bus === undefined ? {} : { bus }),
    env: environmentOn(whereabouts, guardian.mark),
    close: guardian.end,
  };
}

/** The command that takes away our pointer and keyboard when we are gone. Only what is built can be run by itself. */
function sweeping({ display, authority = '' }: Whereabouts): string[] {
  const script = fileURLToPath(new URL('./linux/remove-stale-seats.js', import.meta.url));
  return existsSync(script) ? [process.execPath, script, display, authority] : [];
}

function environmentOn(whereabouts: Whereabouts, mark: string): Record<string, string> {
  const { authority, runtime, temporary } = whereabouts;
  if (authority === undefined || runtime === undefined || temporary === undefined)
    return sharedEnvironment({ ...whereabouts, mark });
  return privateEnvironment({ ...whereabouts, authority, runtime, temporary, mark });
}
