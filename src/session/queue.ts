/** How work in the queue is cancelled. */
export interface Cancellation<T> {
  signal: AbortSignal;
  /** The result for the caller. `isStarted`: the work had started and may have taken effect. */
  toResult(isStarted: boolean): T;
}

/** Runs work one at a time, in call order. */
export interface Queue {
  run<T>(work: () => Promise<T>, cancellation?: Cancellation<T>): Promise<T>;
}

/** Cancelled work has this long to end and report its own result. The next work starts only after it has ended. */
const graceMs = 500;

export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run<T>(work: () => Promise<T>, cancellation?: Cancellation<T>): Promise<T> {
      let isStarted = false;
      const turn = last.then(() => {
        if (cancellation?.signal.aborted) return cancellation.toResult(false);
        isStarted = true;
        return work();
      });
      last = turn.catch(() => undefined); // only the caller handles the error
      return cancellation ? raceCancellation(turn, cancellation, () => isStarted) : turn;
    },
  };
}

async function raceCancellation<T>(
  turn: Promise<T>,
  { signal, toResult }: Cancellation<T>,
  isStarted: () => boolean,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort = (): void => undefined;
  const cancelled = new Promise<void>((resolve) => {
    onAbort = () => {
      if (isStarted()) timer = setTimeout(resolve, graceMs);
      else resolve();
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([turn, cancelled.then(() => toResult(isStarted()))]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
