import { awaitEvent } from '../protocol/await-event.js';
import type { XConnection } from '../protocol/connection.js';
import { events, sendMessage } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';
import { readU32s } from '../protocol/wire.js';

/** Comes back when the program of a window has read what it was sent before. False when it answers no such question. Throws `deadline`. */
export type Ping = (window: number, ms: number, signal?: AbortSignal) => Promise<boolean>;

/** Most programs answer a ping of window managers, in order with everything else. */
export function createPing(x: XConnection, properties: Properties): Ping {
  let pings = 0;
  return async (window, ms, signal) => {
    const [protocols, kind] = await Promise.all([properties.atom('WM_PROTOCOLS'), properties.atom('_NET_WM_PING')]);
    const spoken = readU32s((await properties.readBy(window, protocols))?.data ?? Buffer.alloc(0));
    if (!spoken.includes(kind)) return false;
    pings += 1;
    const stamp = 0x7a000000 + pings; // no moment of the server: a window manager that hears the answer has not asked
    const fits = (event: Buffer): true | undefined => {
      const type = (event[0] ?? 0) % 128;
      if (type === events.destroyed && event.readUInt32LE(8) === window) return true; // whoever is gone reads no more
      if (type !== events.clientMessage || event.readUInt32LE(8) !== protocols) return undefined;
      return event.readUInt32LE(12) === kind && event.readUInt32LE(16) === stamp ? true : undefined;
    };
    const answered = awaitEvent(x, 'The program reading its input', ms, fits, signal);
    sendMessage(x, window, window, protocols, [kind, stamp, window]);
    return answered;
  };
}
