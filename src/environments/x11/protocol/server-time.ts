import { awaitEvent } from './await-event.js';
import type { XConnection } from './connection.js';
import { createHiddenWindow, destroyWindow, events } from './core-requests.js';
import type { Properties } from './properties.js';

const answerMs = 5000;

/** What the clock of the server says, in milliseconds: it comes with the news of a property. */
export async function timeOf(x: XConnection, properties: Properties): Promise<number> {
  const [name, type] = await Promise.all([properties.atom('WM_NAME'), properties.atom('STRING')]);
  const window = createHiddenWindow(x);
  const told = awaitEvent(x, 'The clock of the display', answerMs, (event) => {
    const is = (event[0] ?? 0) % 128 === events.property && event.readUInt32LE(4) === window;
    return is ? event.readUInt32LE(12) : undefined;
  });
  properties.write(window, name, type, 8, Buffer.alloc(0));
  try {
    return await told;
  } finally {
    destroyWindow(x, window);
    x.freeId(window);
  }
}
