import { withTimeout } from '../../../core/deadline.js';
import type { XConnection } from '../protocol/connection.js';
import { destroyWindow, eventMasks, selectEvents, sendToRoot } from '../protocol/core-requests.js';
import { createProperties } from '../protocol/properties.js';
import { x11 } from '../protocol/x11-package.js';

const pollMs = 50;

/**
 * Waits until a window manager works. One that has just announced itself may still lose windows that open at that moment, so it is asked for
 * frame extents until it answers, and then once more for a second window. After that answer no request is pending: a pending request could
 * be applied to a window of another program that gets the same number. Throws `deadline`.
 */
export async function waitForWindowManager(x: XConnection, ms: number, signal?: AbortSignal): Promise<void> {
  const properties = createProperties(x);
  const [window, lastWindow] = [x.allocateId(), x.allocateId()];
  let isDone = false;
  let wake: () => void = () => undefined;
  const unsubscribe = x.onEvent(
    (event) => {
      if (event.name === 'PropertyNotify') wake();
    },
    () => wake(),
  );
  const waitForProperty = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, pollMs);
    });
  const isAnswered = async (asked: number): Promise<boolean> =>
    (await properties.read(asked, '_NET_FRAME_EXTENTS')) !== undefined;

  async function waitForAnswers(): Promise<void> {
    selectEvents(x, x.root, eventMasks.property);
    const values = { eventMask: eventMasks.property };
    for (const id of [window, lastWindow])
      x.send((client) => client.CreateWindow(id, x.root, 0, 0, 1, 1, 0, 0, x11.InputOutput, 0, values));
    const type = await properties.atom('_NET_REQUEST_FRAME_EXTENTS');
    while (!isDone && !(await isAnswered(window))) {
      const supported = await properties.numbers(x.root, '_NET_SUPPORTED');
      const [manager] = await properties.numbers(x.root, '_NET_SUPPORTING_WM_CHECK');
      if (manager && supported.length > 0 && !supported.includes(type)) return;
      if (manager) sendToRoot(x, { window, type, data: [] });
      await waitForProperty();
    }
    sendToRoot(x, { window: lastWindow, type, data: [] });
    while (!isDone && !(await isAnswered(lastWindow))) await waitForProperty();
  }

  try {
    await withTimeout(ms, 'Starting the window manager', waitForAnswers(), signal);
  } finally {
    isDone = true;
    unsubscribe();
    for (const id of [window, lastWindow]) destroyWindow(x, id);
  }
}
