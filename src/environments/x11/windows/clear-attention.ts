import type { XConnection } from '../protocol/connection.js';
import { pagerSource, sendToRoot } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';

const removeState = 0;

/**
 * A window that the window manager did not focus demands attention: its frame and its entry in a panel flash for seconds. Clears this state
 * for windows that `applies` accepts.
 */
export async function clearAttentionRequests(
  { x, properties }: { x: XConnection; properties: Properties },
  applies: (window: number) => boolean,
): Promise<void> {
  const [state, attention] = await properties.atoms('_NET_WM_STATE', '_NET_WM_STATE_DEMANDS_ATTENTION');
  async function clear(window: number): Promise<void> {
    const states = await properties.numbers(window, '_NET_WM_STATE');
    if (states.includes(attention))
      sendToRoot(x, { window, type: state, data: [removeState, attention, 0, pagerSource] });
  }
  x.onEvent((event) => {
    if (event.name !== 'PropertyNotify' || event.atom !== state || !applies(event.wid)) return;
    clear(event.wid).catch(() => undefined); // the display is gone, and every other call reports it
  });
}
