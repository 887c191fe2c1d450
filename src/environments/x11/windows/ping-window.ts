import type { XConnection } from '../protocol/connection.js';
import { sendToProgram } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';
import { readU32s } from '../protocol/raw-request.js';
import { waitForEvent } from '../protocol/wait-for-event.js';

/** Resolves when the program of a window has processed everything it was sent before. False when it supports no ping. Throws `deadline`. */
export type Ping = (window: number, ms: number, signal?: AbortSignal) => Promise<boolean>;

/** Most programs answer a ping of the window manager (_NET_WM_PING) in order with other events. */
export function createPing(x: XConnection, properties: Properties): Ping {
  let pings = 0;
  return async (window, ms, signal) => {
    const [protocols, pingType] = await properties.atoms('WM_PROTOCOLS', '_NET_WM_PING');
    const supported = readU32s((await properties.readAtom(window, protocols))?.data ?? Buffer.alloc(0));
    if (!supported.includes(pingType)) return false;
    pings += 1;
    const stamp = 0x7a000000 + pings; // not a time of the server, so a window manager ignores the answer
    const answered = waitForEvent<true>(x, {
      what: 'The program reading its input',
      ms,
      match(event) {
        if (event.name === 'DestroyNotify' && event.wid === window) return true;
        if (event.name !== 'ClientMessage' || event.message_type !== protocols) return undefined;
        return event.data[0] === pingType && event.data[1] === stamp ? true : undefined;
      },
      signal,
    });
    sendToProgram(x, { window, type: protocols, data: [pingType, stamp, window] });
    return answered;
  };
}
