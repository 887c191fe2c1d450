import { HandrailError } from '../../core/errors.js';
import type { Size } from '../../core/geometry.js';
import type { Environment } from '../../core/view.js';
import { createScreenEnvironment } from '../screen/environment.js';
import type { Screen } from '../screen/screen.js';
import { attachDesktop, locateCurrentDesktop, locateDisplay } from './current-desktop.js';
import { openLinuxScreen } from './linux/open-linux-screen.js';
import { startPrivateDesktop } from './private/private-desktop.js';
import { openRestartingScreen } from './restart/restarting-screen.js';
import type { RunningDesktop } from './running-desktop.js';

/** Which desktop to open, and which part of it. */
export interface DesktopOptions {
  /** A private desktop that ends with the session (X11 only), the user's own, or a display by its number. */
  display?: 'private' | 'current' | `:${number}` | undefined;
  /** Size of a private desktop. */
  size?: Size | undefined;
  /** Only the windows of this program. */
  app?: string | undefined;
  /** Only windows whose title contains this text. */
  window?: string | undefined;
  /** The driver: a second seat with AT-SPI (Linux), or cua-driver. */
  via?: 'seat' | 'driver' | undefined;
  /** Programs to start, each an argument array. */
  launch?: readonly (readonly string[])[] | undefined;
  note?: ((text: string) => void) | undefined;
}

const defaultSize: Size = { width: 1280, height: 800 };
const isLinux = process.platform === 'linux';

/** Opens a desktop. Throws HandrailError when that fails; then nothing is left running. */
export async function openDesktop(options: DesktopOptions = {}): Promise<Environment> {
  checkOptions(options);
  const { app, window } = options;
  return createScreenEnvironment('desktop', await openScreen(options), { app, window });
}

async function openScreen(options: DesktopOptions): Promise<Screen> {
  const { display = isLinux ? 'private' : 'current', via = isLinux ? 'seat' : 'driver', launch, note } = options;
  const open = async () => {
    const desktop = isLinux ? await openDisplay(display, options) : undefined;
    if (desktop && via === 'seat') return openLinuxScreen(desktop, { launch, note });
    const { openCuaDesktop } = await import('./cua-driver/open-cua-desktop.js');
    return openCuaDesktop(desktop, { launch, note });
  };
  return openRestartingScreen({ open, canRestart: display === 'private', note });
}

async function openDisplay(display: string, { size = defaultSize, note }: DesktopOptions): Promise<RunningDesktop> {
  if (display === 'private') return { ...(await startPrivateDesktop({ size, note })), isOwn: true };
  return attachDesktop(display === 'current' ? locateCurrentDesktop() : await locateDisplay(display));
}

function checkOptions({ display, via, size }: DesktopOptions): void {
  const invalid = (message: string, hint: string) => new HandrailError('invalid_option', message, hint);
  if (display !== undefined && display !== 'private' && display !== 'current' && !/^:\d+(\.\d+)?$/.test(display))
    throw invalid(`There is no desktop "${display}".`, 'Use private, current, or a display number: :1.');
  if (via !== undefined && via !== 'seat' && via !== 'driver')
    throw invalid(`There is no desktop driver "${via}".`, 'Use seat or driver.');
  if (size && display !== undefined && display !== 'private')
    throw invalid('Only a private desktop takes a size.', 'Leave the size out, or use display: "private".');
  if (!isLinux && (display === 'private' || via === 'seat'))
    throw invalid('Private desktops and second seats work only on Linux.', 'Use display: "current" via: "driver".');
}
