import { HandrailError } from '../../../core/errors.js';
import type { ChangeSignal } from '../../screen/screen.js';
import type { XConnection } from '../protocol/connection.js';
import { pagerSource, readFocus, sendToRoot, setFocus, stackModes } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';
import type { Windows } from './windows.js';

export interface RaiseOptions {
  x: XConnection;
  properties: Properties;
  windows: Windows;
  changes: ChangeSignal;
}

const raiseTimeoutMs = 1500;
const maxPollMs = 100;

/** Raises a window and gives it the user's focus. Resolves when it has the focus. Throws `not_visible`. */
export async function raiseAndFocus({ x, properties, windows, changes }: RaiseOptions, window: number): Promise<void> {
  x.send((client) => client.MapWindow(window));
  const isManaged = await windows.isManaged();
  if (isManaged) {
    const type = await properties.atom('_NET_ACTIVE_WINDOW');
    sendToRoot(x, { window, type, data: [pagerSource, 0, 0] });
  } else {
    x.send((client) => client.ConfigureWindow(window, { stackMode: stackModes.above }));
    setFocus(x, window);
  }
  const deadline = performance.now() + raiseTimeoutMs;
  for (;;) {
    const [active] = isManaged ? await properties.numbers(x.root, '_NET_ACTIVE_WINDOW') : [];
    const focused = await windows.clientOf(await readFocus(x));
    if (focused === window && (!isManaged || active === window)) return;
    const remainingMs = deadline - performance.now();
    if (remainingMs <= 0) break;
    await changes.waitForChange(Math.min(remainingMs, maxPollMs));
  }
  throw new HandrailError(
    'not_visible',
    'The window did not come to the front.',
    'It may accept no keyboard input, or another window holds the focus. Observe again.',
  );
}
