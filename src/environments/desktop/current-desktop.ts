import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { HandrailError } from '../../core/errors.js';
import { programPath } from '../processes/package-paths.js';
import { makeTemporaryFolder, sweepTemporaryFolders } from '../processes/temporary-folder.js';
import { privateEnvironment, sharedEnvironment } from './desktop-variables.js';
import { findPrivateDesktop } from './private/find-private-desktop.js';
import { startGuardian } from './private/guardian.js';
import type { XdgHomes } from './private/xdg-homes.js';
import type { RunningDesktop } from './running-desktop.js';

/** Where the display, the bus and the folders of a running desktop are. */
export interface DesktopLocation {
  display: string;
  authority?: string;
  bus?: string;
  runtime?: string;
  /** The folder for temporary files of a private desktop. */
  temporary?: string;
  /** The settings folders of a private desktop. */
  homes?: XdgHomes;
}

/** The location of the user's own desktop. Throws `desktop_missing` when there is none. */
export function locateCurrentDesktop(): DesktopLocation {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (DISPLAY) return { display: DISPLAY, ...locateFromVariables() };
  throw WAYLAND_DISPLAY
    ? new HandrailError(
        'desktop_missing',
        'This is a Wayland session without an X display, so other programs cannot be reached.',
        'Log in with an Xorg session, enable Xwayland, or use a private desktop.',
      )
    : new HandrailError(
        'desktop_missing',
        'There is no desktop: DISPLAY is not set.',
        'Set DISPLAY to a running display, or use a private desktop.',
      );
}

/** The location of a display by its number: a private desktop of this user, or any other display. */
export async function locateDisplay(display: string): Promise<DesktopLocation> {
  return (await findPrivateDesktop(display)) ?? { display, ...locateFromVariables() };
}

function locateFromVariables(): Omit<DesktopLocation, 'display'> {
  const { env } = process;
  const authority = env.XAUTHORITY || join(env.HOME || homedir(), '.Xauthority');
  const socket = env.XDG_RUNTIME_DIR && join(env.XDG_RUNTIME_DIR, 'bus');
  const defaultBus = socket && existsSync(socket) ? `unix:path=${socket}` : undefined;
  return {
    authority: existsSync(authority) ? authority : undefined,
    bus: env.DBUS_SESSION_BUS_ADDRESS || defaultBus,
    runtime: env.XDG_RUNTIME_DIR || undefined,
  };
}

/** Attaches to a running desktop. Closing it ends only the programs that this session launched. */
export async function attachDesktop(location: DesktopLocation): Promise<RunningDesktop> {
  const [folder] = await Promise.all([makeTemporaryFolder(), sweepTemporaryFolders()]);
  const { display, authority, bus } = location;
  const guardian = startGuardian(folder, staleSeatCommand(location));
  return { display, authority, bus, env: environmentFor(location, guardian.mark), close: guardian.end };
}

/** The command that removes our pointer and keyboard after this process was killed. It exists only in a build. */
function staleSeatCommand({ display, authority = '' }: DesktopLocation): string[] {
  const program = programPath('staleSeatRemover');
  return existsSync(program) ? [process.execPath, program, display, authority] : [];
}

function environmentFor(location: DesktopLocation, mark: string): Record<string, string> {
  const { authority, runtime, temporary } = location;
  if (authority === undefined || runtime === undefined || temporary === undefined)
    return sharedEnvironment({ ...location, mark });
  return privateEnvironment({ ...location, authority, runtime, temporary, mark });
}
