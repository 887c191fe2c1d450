import { within } from '../../../core/deadline.js';
import type { XConnection } from './connection.js';

/** The first event that `fits`, at most `ms` after it was asked for. Ask before doing what brings it. */
export function awaitEvent<T>(
  x: XConnection,
  what: string,
  ms: number,
  fits: (event: Buffer) => T | undefined,
  signal?: AbortSignal,
): Promise<T> {
  let stop: () => void = () => undefined;
  const found = new Promise<T>((resolve, reject) => {
    stop = x.listen((event) => {
      const value = fits(event);
      if (value !== undefined) resolve(value);
    }, reject);
  });
  return within(ms, what, found, signal).finally(stop);
}
