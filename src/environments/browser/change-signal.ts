import { toCancelledError } from '../../core/deadline.js';

/** Notifies waiters that some state has changed, so that they check it again. */
export interface ChangeSignal {
  notify(): void;
  /** Resolves at the next notification, or after `ms`. Rejects when `signal` aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

export function createChangeSignal(): ChangeSignal {
  const waiters = new Set<() => void>();
  return {
    notify() {
      for (const wake of [...waiters]) wake();
    },
    wait(ms, signal) {
      return new Promise((resolve, reject) => {
        const finish = (settle: () => void) => {
          waiters.delete(wake);
          clearTimeout(timer);
          signal?.removeEventListener('abort', abort);
          settle();
        };
        const wake = () => finish(resolve);
        const abort = () => finish(() => reject(signal ? toCancelledError(signal) : new Error('cancelled')));
        const timer = setTimeout(wake, Math.max(0, ms));
        waiters.add(wake);
        if (signal?.aborted) abort();
        else signal?.addEventListener('abort', abort, { once: true });
      });
    },
  };
}
