import { toCancelledError } from '../../../core/deadline.js';
import type { HandrailError } from '../../../core/errors.js';
import type { ChangeSignal } from '../screen.js';

/** A change signal with the methods of its source. */
export interface ChangeNotifier extends ChangeSignal {
  notify(): void;
  /** Makes all waits reject, now and later. */
  fail(error: HandrailError): void;
}

export function createChangeNotifier(): ChangeNotifier {
  const waiters = new Set<{ wake(): void; fail(error: HandrailError): void }>();
  let count = 0;
  let failure: HandrailError | undefined;
  return {
    count: () => count,
    notify() {
      count += 1;
      for (const waiter of [...waiters]) waiter.wake();
    },
    fail(error) {
      failure = error;
      for (const waiter of [...waiters]) waiter.fail(error);
    },
    waitForChange(ms, signal) {
      return new Promise((resolve, reject) => {
        if (failure) return reject(failure);
        if (signal?.aborted) return reject(toCancelledError(signal));
        const settle = (done: () => void) => {
          waiters.delete(waiter);
          clearTimeout(timer);
          signal?.removeEventListener('abort', abort);
          done();
        };
        const waiter = {
          wake: () => settle(() => resolve(true)),
          fail: (error: HandrailError) => settle(() => reject(error)),
        };
        const abort = () => settle(() => signal && reject(toCancelledError(signal)));
        const timer = setTimeout(() => settle(() => resolve(false)), Math.max(0, ms));
        waiters.add(waiter);
        signal?.addEventListener('abort', abort, { once: true });
      });
    },
  };
}
