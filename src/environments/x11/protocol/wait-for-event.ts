import { withTimeout } from '../../../core/deadline.js';
import type { XConnection } from './connection.js';
import type { XEvent } from './events.js';

export interface EventWait<T> {
  /** Names the wait in the `deadline` error. */
  what: string;
  ms: number;
  /** The value to wait for, or undefined for other events. */
  match(event: XEvent): T | undefined;
  signal?: AbortSignal;
}

/** Waits for the first event that matches. Call it before the request that causes the event. Throws `deadline`. */
export function waitForEvent<T>(x: XConnection, { what, ms, match, signal }: EventWait<T>): Promise<T> {
  let unsubscribe: () => void = () => undefined;
  const found = new Promise<T>((resolve, reject) => {
    unsubscribe = x.onEvent((event) => {
      const value = match(event);
      if (value !== undefined) resolve(value);
    }, reject);
  });
  return withTimeout(ms, what, found, signal).finally(unsubscribe);
}
