import type { XConnection } from './connection.js';
import { createHiddenWindow, destroyWindow } from './core-requests.js';
import type { Properties } from './properties.js';
import { waitForEvent } from './wait-for-event.js';

const timeoutMs = 5000;

/** The current time of the server in milliseconds. The server sends it with the event for a changed property. */
export async function readServerTime(x: XConnection, properties: Properties): Promise<number> {
  const [name, type] = await properties.atoms('WM_NAME', 'STRING');
  const window = createHiddenWindow(x);
  const time = waitForEvent(x, {
    what: 'Reading the time of the X server',
    ms: timeoutMs,
    match: (event) => (event.name === 'PropertyNotify' && event.wid === window ? event.time : undefined),
  });
  properties.write(window, name, type, 8, Buffer.alloc(0));
  try {
    return await time;
  } finally {
    destroyWindow(x, window);
    x.releaseId(window);
  }
}
