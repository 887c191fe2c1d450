import { within } from '../../core/deadline.js';
import type { XConnection } from './connection.js';
import { destroyWindow, events, listenTo, masks, sendMessage, toManager } from './core-requests.js';
import { createProperties } from './properties.js';
import { request, u16, u32 } from './wire.js';

const againMs = 50;

/**
 * Waits until a window manager is at work. One that has just said that it is there may still lose windows that come up in that moment: it is
 * asked for the size of its frames until it answers.
 */
export async function awaitManager(x: XConnection, ms: number, signal?: AbortSignal): Promise<void> {
  const properties = createProperties(x);
  const window = x.newId();
  let isDone = false;
  let wake: () => void = () => undefined;
  const stop = x.listen(
    (event) => {
      if ((event[0] ?? 0) % 128 === events.property) wake();
    },
    () => wake(),
  );
  const next = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, againMs);
    });

  async function answer(): Promise<void> {
    listenTo(x, x.root, masks.property);
    x.send(request(1, 0, u32(window, x.root), u16(0, 0, 1, 1, 0, 1), u32(0, 1 << 11, masks.property)));
    const question = await properties.atom('_NET_REQUEST_FRAME_EXTENTS');
    while (!isDone) {
      const supported = await properties.numbers(x.root, '_NET_SUPPORTED');
      const [check] = await properties.numbers(x.root, '_NET_SUPPORTING_WM_CHECK');
      if (check && supported.length > 0 && !supported.includes(question)) return;
      if (await properties.read(window, '_NET_FRAME_EXTENTS')) return;
      if (check) sendMessage(x, x.root, window, question, [], toManager);
      await next();
    }
  }

  try {
    await within(ms, 'Starting the window manager', answer(), signal);
  } finally {
    isDone = true;
    stop();
    destroyWindow(x, window);
  }
}
