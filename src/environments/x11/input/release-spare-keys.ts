import { within } from '../../../core/deadline.js';
import type { SpareKeys } from './spare-keys.js';

/** Gives spare keys back when nobody has typed for a while, and the program has read what was typed with them. */
export interface TidyKeys {
  /** Types; nothing is given back meanwhile. `read` comes back when the program has read it. */
  typing(work: (read: () => Promise<void>) => Promise<void>, read: () => Promise<void>): Promise<void>;
  now(): Promise<void>;
}

const idleMs = 1000;
const readMs = 1000;

export function createTidyKeys(spare: SpareKeys): TidyKeys {
  let timer: NodeJS.Timeout | undefined;
  let lastRead: (() => Promise<void>) | undefined;
  let tidying: Promise<void> = Promise.resolve();

  async function tidy(): Promise<void> {
    // A program that does not answer, or is gone, is not waited for any longer.
    if (lastRead) await within(readMs, 'Reading', lastRead()).catch(() => undefined);
    lastRead = undefined;
    await spare.restore();
  }
  function now(): Promise<void> {
    clearTimeout(timer);
    tidying = tidying.then(tidy);
    return tidying;
  }

  return {
    async typing(work, read) {
      clearTimeout(timer);
      await tidying;
      try {
        await work(read);
      } finally {
        if (spare.inUse()) {
          lastRead = read;
          clearTimeout(timer);
          timer = setTimeout(() => {
            now().catch(() => undefined); // the display is gone, and its keyboard with it
          }, idleMs);
          timer.unref();
        }
      }
    },
    now,
  };
}
