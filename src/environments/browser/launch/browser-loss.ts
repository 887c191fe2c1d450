import type { Fault } from '../../../core/errors.js';

/** The loss of a browser, reported once. Listeners that subscribe later are called too. */
export interface Loss {
  report(fault: Fault): void;
  onLost(listener: (fault: Fault) => void): () => void;
}

export function createLoss(): Loss {
  const listeners = new Set<(fault: Fault) => void>();
  let lost: Fault | undefined;
  return {
    report(fault) {
      if (lost) return;
      lost = fault;
      for (const listener of listeners) listener(fault);
      listeners.clear();
    },
    onLost(listener) {
      listeners.add(listener);
      const known = lost;
      if (known) queueMicrotask(() => listeners.delete(listener) && listener(known));
      return () => listeners.delete(listener);
    },
  };
}
