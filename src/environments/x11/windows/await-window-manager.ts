import { within } from '../../../core/deadline.js';
import type { XConnection } from '../protocol/connection.js';
import { destroyWindow, events, listenTo, masks, sendMessage, toManager } from '../protocol/core-requests.js';
import { createProperties } from '../protocol/properties.js';
import { request, u16, u32 } from '../protocol/wire.js';

const againMs = 50;

/**
 * Waits until a window manager is at work. One that has just said that it is there may still lose windows that come up in that moment: it is
 * asked for the size of its frames until it answers, and then once more for another window. When that is answered no question is on its
 * way any more: it could be taken for one about a window of somebody else that gets the same number.
 */
export async function awaitManager(x: XConnection, ms: number, signal?: AbortSignal): Promise<void> {
  const properties = createProperties(x);
  const [window, last] = [x.newId(), x.newId()];
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
  const isAnswered = async (asked: number): Promise<boolean> =>
    (await properties.read(asked, '_NET_FRAME_EXTENTS')) !== undefined;

  async function answer(): Promise<void> {
    listenTo(x, x.root, masks.property);
    for (const one of [window, last])
      x.send(request(1, 0, u32(one, x.root), u16(0, 0, 1, 1, 0, 1), u32(0, 1 << 11, masks.property)));
    const question = await properties.atom('_NET_REQUEST_FRAME_EXTENTS');
    while (!isDone && !(await isAnswered(window))) {
      const supported = await properties.numbers(x.root, '_NET_SUPPORTED');
      const [check] = await properties.numbers(x.root, '_NET_SUPPORTING_WM_CHECK');
      if (check && supported.length > 0 && !supported.includes(question)) return;
      if (check) sendMessage(x, x.root, window, question, [], toManager);
      await next();
    }
    sendMessage(x, x.root, last, question, [], toManager);
    while (!isDone && !(await isAnswered(last))) await next();
  }

  try {
    await within(ms, 'Starting the window manager', answer(), signal);
  } finally {
    isDone = true;
    stop();
    for (const one of [window, last]) destroyWindow(x, one);
  }
}
