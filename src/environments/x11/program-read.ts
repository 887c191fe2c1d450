import type { Stir } from '../screen/screen.js';
import { awaitEvent } from './await-event.js';
import type { XConnection } from './connection.js';
import { events, sendMessage } from './core-requests.js';
import type { Properties } from './properties.js';
import { readU32s } from './wire.js';

const answerMs = 10_000;
const quietMs = 80;
const capMs = 3000;

/**
 * Comes back when a program has read all input that it was sent before. Most answer a ping, in order with everything else. One that does
 * not is taken to have read all when it draws no more.
 */
export function createProgramReader(
  x: XConnection,
  properties: Properties,
  stir: Stir,
): (window: number) => Promise<void> {
  let pings = 0;
  return async (window) => {
    const [protocols, ping] = await Promise.all([properties.atom('WM_PROTOCOLS'), properties.atom('_NET_WM_PING')]);
    const spoken = readU32s((await properties.readBy(window, protocols))?.data ?? Buffer.alloc(0));
    if (!spoken.includes(ping)) return quiet(stir);
    pings += 1;
    const stamp = 0x7a000000 + pings; // no moment of the server: a window manager that hears the answer has not asked
    const answered = awaitEvent(x, 'The program reading its input', answerMs, (event) => {
      const message = (event[0] ?? 0) % 128 === events.clientMessage && event.readUInt32LE(8) === protocols;
      return message && event.readUInt32LE(12) === ping && event.readUInt32LE(16) === stamp ? true : undefined;
    });
    sendMessage(x, window, window, protocols, [ping, stamp, window]);
    await answered;
  };
}

async function quiet(stir: Stir): Promise<void> {
  const until = performance.now() + capMs;
  while (performance.now() < until) if (!(await stir.next(quietMs))) return;
}
