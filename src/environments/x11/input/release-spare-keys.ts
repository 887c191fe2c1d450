import { withTimeout } from '../../../core/deadline.js';
import type { SpareKeys } from './spare-keys.js';

/** Releases spare keys when nothing was typed for a while and the program has read its keys. */
export interface SpareKeyRelease {
  /** Runs `work`, which types. No spare key is released meanwhile. `keysRead` resolves when the program has read all keys so far. */
  whileTyping(work: (keysRead: () => Promise<void>) => Promise<void>, keysRead: () => Promise<void>): Promise<void>;
  releaseNow(): Promise<void>;
}

const idleMs = 1000;
const readTimeoutMs = 1000;

export function createSpareKeyRelease(spareKeys: SpareKeys): SpareKeyRelease {
  let timer: NodeJS.Timeout | undefined;
  let lastKeysRead: (() => Promise<void>) | undefined;
  let releasing: Promise<void> = Promise.resolve();

  async function release(): Promise<void> {
    // Do not wait longer for a program that does not answer, or is gone.
    if (lastKeysRead) await withTimeout(readTimeoutMs, 'Reading keys', lastKeysRead()).catch(() => undefined);
    lastKeysRead = undefined;
    await spareKeys.restore();
  }
  function releaseNow(): Promise<void> {
    clearTimeout(timer);
    releasing = releasing.then(release);
    return releasing;
  }

  return {
    async whileTyping(work, keysRead) {
      clearTimeout(timer);
      await releasing;
      try {
        await work(keysRead);
      } finally {
        if (spareKeys.inUse()) {
          lastKeysRead = keysRead;
          clearTimeout(timer);
          timer = setTimeout(() => {
            releaseNow().catch(() => undefined); // the display is gone, and its keyboard with it
          }, idleMs);
          timer.unref();
        }
      }
    },
    releaseNow,
  };
}
