import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { toCancelledError } from '../../core/deadline.js';
import { readTotpKey, totpCode, windowAt } from './totp.js';

/** A code that is valid for less than this can expire on its way to the server. */
const minValidMs = 5_000;

/** The last window of each key whose code was typed. A server rejects a code that it has seen. */
const usedWindows = new Map<string, number>();

/** A code that is valid now and was not used before. */
export interface OneTimeCode {
  code: string;
  /** The code is about to be typed, and is not used again. */
  markUsed(): void;
}

/** Waits until a code can be used. `now` is a clock in milliseconds. */
export async function nextOneTimeCode(
  keyText: string,
  signal?: AbortSignal,
  now: () => number = Date.now,
): Promise<OneTimeCode> {
  const key = readTotpKey(keyText);
  const periodMs = key.periodSeconds * 1_000;
  const id = createHash('sha256').update(key.key).update(`${key.algorithm} ${key.digits} ${periodMs}`).digest('hex');
  for (;;) {
    const window = windowAt(key, now());
    const leftMs = (window + 1) * periodMs - now();
    const isUsed = (usedWindows.get(id) ?? -1) >= window;
    // A period shorter than the limit would never be long enough.
    if (!isUsed && leftMs >= Math.min(minValidMs, periodMs / 2))
      return { code: totpCode(key, window), markUsed: () => void usedWindows.set(id, window) };
    await waitFor(leftMs, signal);
  }
}

async function waitFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    if (signal?.aborted) throw toCancelledError(signal);
    throw error;
  }
}
