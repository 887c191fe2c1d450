import type { ChangeSignal } from '../../screen/screen.js';

/** Evaluates a condition after each change of a program. False when it is not met in time. */
export type PollUntil = (condition: () => Promise<boolean>) => Promise<boolean>;

/** Programs process a call a moment later, and mostly report the change. */
const defaultTimeoutMs = 600;
const maxIntervalMs = 50;

export function createPollUntil(changes: ChangeSignal, signal?: AbortSignal, timeoutMs = defaultTimeoutMs): PollUntil {
  return async (condition) => {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      if (await condition()) return true;
      const remainingMs = deadline - performance.now();
      if (remainingMs <= 0) return false;
      await changes.waitForChange(Math.min(remainingMs, maxIntervalMs), signal);
    }
  };
}
