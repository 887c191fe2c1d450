import type { XConnection } from '../protocol/connection.js';
import { eventMasks, selectEvents } from '../protocol/core-requests.js';

/** Callbacks between the creation of a window and the moment when the window manager has placed it. */
export interface NewWindowListener {
  /** Called before the window manager receives the window. Returns whether to watch it. */
  created(window: number): boolean;
  /** Called repeatedly while a watched window waits to be placed: a program may map it late. */
  pending(): void;
}

const pollMs = 15;
/** A window that is not mapped by then is one that never will be. */
const mapTimeoutMs = 5000;
/** How long a window manager works on a window after it has framed or mapped it. */
const placementMs = 250;

export function watchNewWindows(x: XConnection, listener: NewWindowListener): void {
  /** When to stop waiting for each window. */
  const deadlines = new Map<number, number>();
  let timer: NodeJS.Timeout | undefined;

  function poll(): void {
    const now = performance.now();
    for (const [window, deadline] of deadlines) if (now > deadline) deadlines.delete(window);
    if (deadlines.size > 0) listener.pending();
    else stop();
  }
  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }
  void x.lost.then(stop);

  x.onEvent((event) => {
    if (event.name === 'CreateNotify' && event.parent === x.root && listener.created(event.wid)) {
      selectEvents(x, event.wid, eventMasks.structure | eventMasks.property);
      deadlines.set(event.wid, performance.now() + mapTimeoutMs);
      timer ??= setInterval(poll, pollMs).unref();
    }
    if (event.name === 'DestroyNotify') deadlines.delete(event.wid);
    if (event.name === 'PropertyNotify' && deadlines.has(event.wid)) listener.pending(); // it is about to be mapped
    if ((event.name === 'ReparentNotify' || event.name === 'MapNotify') && deadlines.has(event.wid))
      deadlines.set(event.wid, performance.now() + placementMs);
  });
}
