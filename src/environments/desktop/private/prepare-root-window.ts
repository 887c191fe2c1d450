import { HandrailError } from '../../../core/errors.js';
import { openConnection } from '../../x11/protocol/connection.js';
import { dialDisplay } from '../../x11/protocol/dial-display.js';
import { request, u16, u32 } from '../../x11/protocol/wire.js';
import { awaitManager } from '../../x11/windows/await-window-manager.js';

const background = 0x3b4252;
const backgroundPixel = 0x2;
const eventMask = 0x800;
const propertyChange = 0x400000;
const managerMs = 5_000;

/**
 * Gives the empty screen a colour, so that a picture that is black all over is one that failed, and waits until the window manager is
 * there.
 */
export async function prepareRoot(
  { display, authority, hasManager }: { display: string; authority: string; hasManager: boolean },
  signal?: AbortSignal,
): Promise<void> {
  const x = await openConnection({ display, dial: () => dialDisplay(display), authority });
  try {
    x.send(request(2, 0, u32(x.root, backgroundPixel | eventMask, background, propertyChange)));
    x.send(request(61, 0, u32(x.root), u16(0, 0, 0, 0)));
    await x.roundTrip();
    if (hasManager) await awaitManager(x, managerMs, signal);
  } catch (error) {
    if (!(error instanceof HandrailError) || error.code !== 'deadline') throw error;
    throw new HandrailError('desktop_missing', error.message, 'See what it says on another display.', { cause: error });
  } finally {
    await x.close();
  }
}
