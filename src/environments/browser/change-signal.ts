import { cancelled } from '../../core/deadline.js';

/** Something that rings when the state it stands for has changed; waiters look again. */
export interface ChangeSignal {
  ring(): void;
  /** Resolves at the next ring, or after `ms`. Rejects when cancelled. */
  next(ms: number, signal?: AbortSignal): Promise<void>;
}

export function createChangeSignal(): ChangeSignal {
  const waiters = new Set<() => void>();
  return {
    ring() {
      for (const wake of [...waiters]) wake();
    },
    next(ms, signal) {
      return new Promise((resolve, reject) => {
        const done = (settle: () => void) => {
          waiters.delete(wake);
          clearTimeout(timer);
          signal?.removeEventListener('abort', abort);
          settle();
        };
        const wake = () => done(resolve);
        const abort = () => done(() => reject(signal ? cancelled(signal) : new Error('cancelled')));
        const timer = setTimeout(wake, Math.max(0, ms));
        waiters.add(wake);
        if (signal?.aborted) abort();
        else signal?.addEventListener('abort', abort, { once: true });
      });
    },
  };
}
