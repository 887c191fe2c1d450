import type { XConnection } from '../protocol/connection.js';
import { events, sendMessage, toManager } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';

const remove = 0;
const fromPager = 2;

/**
 * A window that a manager has not given the focus asks for attention: its frame and its entry in a panel flash for seconds. Nobody waits for
 * those that work for us (`isOurs`), so they are told not to.
 */
export async function calmWindows(
  { x, properties }: { x: XConnection; properties: Properties },
  isOurs: (window: number) => boolean,
): Promise<void> {
  const [state, attention] = await Promise.all([
    properties.atom('_NET_WM_STATE'),
    properties.atom('_NET_WM_STATE_DEMANDS_ATTENTION'),
  ]);
  async function calm(window: number): Promise<void> {
    const states = await properties.numbers(window, '_NET_WM_STATE');
    if (states.includes(attention)) sendMessage(x, x.root, window, state, [remove, attention, 0, fromPager], toManager);
  }
  x.listen((event) => {
    if ((event[0] ?? 0) % 128 !== events.property || event.readUInt32LE(8) !== state) return;
    const window = event.readUInt32LE(4);
    if (isOurs(window)) calm(window).catch(() => undefined); // the display is gone, and everything else says so
  });
}
