import type { XConnection } from '../protocol/connection.js';
import { events, listenTo, masks } from '../protocol/core-requests.js';

/** What is done about a window between its making and the moment in which a window manager has taken it in. */
export interface NewcomerWays {
  /** Comes before a window manager hears of it. False when it is none of ours. */
  meet(window: number): boolean;
  /** Again and again until it is taken in: a program may show it late. */
  await(): void;
}

const tickMs = 15;
/** A window that is not shown by then is one of those that never are. */
const longestMs = 5000;
/** So long is a window manager busy with a window that it has put a frame around. */
const takingInMs = 250;

/** Listens for windows that programs make. */
export function watchNewcomers(x: XConnection, ways: NewcomerWays): void {
  /** Until when each of them is waited for. */
  const coming = new Map<number, number>();
  let timer: NodeJS.Timeout | undefined;

  function tick(): void {
    const now = performance.now();
    for (const [window, until] of coming) if (now > until) coming.delete(window);
    if (coming.size > 0) ways.await();
    else stop();
  }
  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }
  void x.lost.then(stop);

  x.listen((event) => {
    const type = (event[0] ?? 0) % 128;
    const window = event.readUInt32LE(8);
    if (type === events.created && event.readUInt32LE(4) === x.root && ways.meet(window)) {
      listenTo(x, window, masks.structure | masks.property);
      coming.set(window, performance.now() + longestMs);
      timer ??= setInterval(tick, tickMs).unref();
    }
    if (type === events.destroyed) coming.delete(window);
    if (type === events.property && coming.has(event.readUInt32LE(4))) ways.await(); // it is about to be shown
    if ((type === events.reparented || type === events.mapped) && coming.has(window))
      coming.set(window, performance.now() + takingInMs);
  });
}
