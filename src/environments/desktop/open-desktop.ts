import { HandrailError } from '../../core/errors.js';
import type { Size } from '../../core/geometry.js';
import type { Environment } from '../../core/view.js';
import { screenEnvironment } from '../screen/environment.js';
import type { Screen } from '../screen/screen.js';
import { currentWhereabouts, joinDesktop, whereaboutsOf } from './current-desktop.js';
import { openLinuxScreen } from './linux/open-linux-screen.js';
import { restartingScreen } from './linux/restarting-screen.js';
import { startPrivateDesktop } from './private/private-desktop.js';
import type { DesktopGround } from './running-desktop.js';

/** Which desktop, and what of it. */
export interface DesktopOptions {
  /** A private one that ends with the session (where there is X11), the person's own, or a display by its number. */
  display?: 'private' | 'current' | `:${number}`;
  /** Of a private one. */
  size?: Size;
  /** Only the windows of this program. */
  app?: string;
  /** Only windows with this title, or with this as a part of it. */
  window?: string;
  /** By what it is seen and acted on: a second seat and AT-SPI (Linux), or cua-driver. */
  via?: 'seat' | 'driver';
  /** Programs to start with, each an argument array. */
  launch?: readonly (readonly string[])[];
  note?: (text: string) => void;
}

const usualSize: Size = { width: 1280, height: 800 };

/** Opens a desktop. Throws HandrailError when it cannot be had; then nothing is left running. */
export async function openDesktop(options: DesktopOptions = {}): Promise<Environment> {
  checkOptions(options);
  const { app, window } = options;
  const screen = await openScreen(options);
  return screenEnvironment('desktop', screen, {
    ...(app === undefined ? {} : { app }),
    ...(window === undefined ? {} : { window }),
  });
}

const isLinux = process.platform === 'linux';

async function openScreen(options: DesktopOptions): Promise<Screen> {
  const { display = isLinux ? 'private' : 'current', via = isLinux ? 'seat' : 'driver', launch, note } = options;
  const told = note ? { note } : {};
  const programs = launch ? { launch } : {};
  const open = async () => {
    const ground = isLinux ? await groundOf(display, options) : undefined;
    if (ground && via === 'seat') return openLinuxScreen(ground, { ...programs, ...told });
    const { openDriverDesktop } = await import('./cua-driver/driver-desktop.js');
    return openDriverDesktop(ground, { ...programs, ...told });
  };
  return restartingScreen({ open, mayRevive: display === 'private', ...told });
}

async function groundOf(display: string, { size = usualSize, note }: DesktopOptions): Promise<DesktopGround> {
  if (display === 'private') return startPrivateDesktop({ size, ...(note ? { note } : {}) });
  return joinDesktop(display === 'current' ? currentWhereabouts() : await whereaboutsOf(display));
}

function checkOptions({ display, via, size }: DesktopOptions): void {
  const fail = (message: string, hint: string) => new HandrailError('invalid_option', message, hint);
  if (display !== undefined && display !== 'private' && display !== 'current' && !/^:\d+(\.\d+)?$/.test(display))
    throw fail(`There is no desktop "${display}".`, 'Name one as private, current, or by its number: :1.');
  if (via !== undefined && via !== 'seat' && via !== 'driver')
    throw fail(`A desktop cannot be used via "${via}".`, 'Use seat or driver.');
  if (size && display !== undefined && display !== 'private')
    throw fail('Only a private desktop is given a size.', 'Leave the size out, or use display: "private".');
  if (!isLinux && (display === 'private' || via === 'seat'))
    throw fail('Private desktops and second seats are for Linux.', 'Use display: "current" via: "driver".');
}
