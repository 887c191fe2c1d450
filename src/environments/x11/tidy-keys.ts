import { within } from '../../core/deadline.js';
import type { SpareKeys } from './spare-keys.js';

/** Gives spare keys back when nobody has typed for a while, and the program has read what was typed with them. */
export interface TidyKeys {
  /** Something was typed into a program just now; `read` comes back when it has read it. */
  later(read: () => Promise<void>): void;
  now(): Promise<void>;
}

const idleMs = 1000;
const readMs = 1000;

export function createTidyKeys(spare: SpareKeys): TidyKeys {
  let timer: NodeJS.Timeout | undefined;
  let lastRead: (() => Promise<void>) | undefined;

  async function now(): Promise<void> {
    clearTimeout(timer);
    const read = lastRead;
    lastRead = undefined;
    // A program that does not answer, or is gone, is not waited for any longer.
    if (read) await within(readMs, 'Reading', read()).catch(() => undefined);
    if (!lastRead) await spare.restore();
  }

  return {
    later(read) {
      if (!spare.inUse()) return;
      lastRead = read;
      clearTimeout(timer);
      timer = setTimeout(() => {
        now().catch(() => undefined); // the display is gone, and its keyboard with it
      }, idleMs);
      timer.unref();
    },
    now,
  };
}
