import type { ChangeSignal } from '../screen/screen.js';

/** Asks again whenever a program stirs, until the answer is yes or the time is over. */
export type Until = (isTrue: () => Promise<boolean>) => Promise<boolean>;

/** Programs act on what they were told a moment later, and mostly say so. */
const patienceMs = 600;
const longestNapMs = 50;

export function untilBy(stir: ChangeSignal, signal?: AbortSignal, ms = patienceMs): Until {
  return async (isTrue) => {
    const until = performance.now() + ms;
    for (;;) {
      if (await isTrue()) return true;
      const left = until - performance.now();
      if (left <= 0) return false;
      await stir.next(Math.min(left, longestNapMs), signal);
    }
  };
}
