import { HandrailError } from '../../../core/errors.js';
import { openConnection } from '../../x11/protocol/connection.js';
import { eventMasks } from '../../x11/protocol/core-requests.js';
import { dialDisplay } from '../../x11/protocol/dial-display.js';
import { waitForWindowManager } from '../../x11/windows/wait-for-window-manager.js';

const background = 0x3b4252;
const maxManagerMs = 5_000;

/** Sets a background colour, so that an all-black picture means a failed capture, and waits for the window manager. */
export async function prepareRoot(
  { display, authority, hasManager }: { display: string; authority: string; hasManager: boolean },
  signal?: AbortSignal,
): Promise<void> {
  const x = await openConnection({ display, dial: () => dialDisplay(display), authority });
  try {
    const attributes = { backgroundPixel: background, eventMask: eventMasks.property };
    x.send((client) => client.ChangeWindowAttributes(x.root, attributes));
    x.send((client) => client.ClearArea(x.root, 0, 0, 0, 0, 0));
    await x.sync();
    if (hasManager) await waitForWindowManager(x, maxManagerMs, signal);
  } catch (error) {
    if (!(error instanceof HandrailError) || error.code !== 'deadline') throw error;
    throw new HandrailError(
      'desktop_missing',
      error.message,
      'Run the window manager on another display to see its messages.',
      { cause: error },
    );
  } finally {
    await x.close();
  }
}
