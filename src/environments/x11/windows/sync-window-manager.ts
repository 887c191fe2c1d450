import type { XConnection } from '../protocol/connection.js';
import { createHiddenWindow, sendToRoot } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';
import { waitForEvent } from '../protocol/wait-for-event.js';
import type { Windows } from './windows.js';

/** Resolves when the window manager has processed earlier requests, or when it cannot be queried. Throws `deadline`. */
export type SyncWindowManager = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Requests frame extents, which the window manager answers in order with requests to show windows. */
export function createSyncWindowManager(x: XConnection, properties: Properties, windows: Windows): SyncWindowManager {
  let hiddenWindow: number | undefined;
  return async (ms, signal) => {
    const [request, answer] = await properties.atoms('_NET_REQUEST_FRAME_EXTENTS', '_NET_FRAME_EXTENTS');
    const [isManaged, supported] = await Promise.all([
      windows.isManaged(),
      properties.numbers(x.root, '_NET_SUPPORTED'),
    ]);
    if (!isManaged || !supported.includes(request)) return;
    hiddenWindow ??= createHiddenWindow(x);
    const window = hiddenWindow;
    const answered = waitForEvent(x, {
      what: 'The window manager',
      ms,
      match: (event) => (event.name === 'PropertyNotify' && event.wid === window && event.atom === answer) || undefined,
      signal,
    });
    sendToRoot(x, { window, type: request, data: [] });
    await answered;
  };
}
