import { awaitEvent } from '../protocol/await-event.js';
import type { XConnection } from '../protocol/connection.js';
import { createHiddenWindow, events, sendMessage, toManager } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';
import type { Windows } from './windows.js';

/** Comes back when the window manager has dealt with what it was asked before; at once where none can be asked. Throws `deadline`. */
export type AskManager = (ms: number, signal?: AbortSignal) => Promise<void>;

/** It is asked for the size of its frames, which it answers in order with windows that are to be shown. */
export function createManagerAsker(x: XConnection, properties: Properties, windows: Windows): AskManager {
  let asker: number | undefined;
  return async (ms, signal) => {
    const [question, answer] = await Promise.all(
      (['_NET_REQUEST_FRAME_EXTENTS', '_NET_FRAME_EXTENTS'] as const).map(properties.atom),
    );
    const [isThere, supported] = await Promise.all([windows.managed(), properties.numbers(x.root, '_NET_SUPPORTED')]);
    if (!isThere || question === undefined || !supported.includes(question)) return;
    asker ??= createHiddenWindow(x);
    const about = asker;
    const answered = awaitEvent(
      x,
      'The window manager',
      ms,
      (event) => {
        if ((event[0] ?? 0) % 128 !== events.property) return undefined;
        return event.readUInt32LE(4) === about && event.readUInt32LE(8) === answer ? true : undefined;
      },
      signal,
    );
    sendMessage(x, x.root, about, question, [], toManager);
    await answered;
  };
}
