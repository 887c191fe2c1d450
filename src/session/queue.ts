/** How to give up one's turn. */
export interface Cancel<T> {
  signal: AbortSignal;
  /** What the one who asked gets instead. `begun`: the work had started, so it may have been done. */
  instead(begun: boolean): T;
}

/** One at a time, in the order of asking. */
export interface Queue {
  run<T>(work: () => Promise<T>, cancel?: Cancel<T>): Promise<T>;
}

/** Work that is cancelled gets this long to end by itself and say how far it came. The next in line waits until it really ended. */
const graceMs = 500;

export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run<T>(work: () => Promise<T>, cancel?: Cancel<T>): Promise<T> {
      let begun = false;
      const turn = last.then(() => {
        if (cancel?.signal.aborted) return cancel.instead(false);
        begun = true;
        return work();
      });
      last = turn.catch(() => undefined); // the one who asked hears of it; the next one does not
      return cancel ? orInstead(turn, cancel, () => begun) : turn;
    },
  };
}

async function orInstead<T>(turn: Promise<T>, { signal, instead }: Cancel<T>, begun: () => boolean): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort = (): void => undefined;
  const cancelled = new Promise<void>((resolve) => {
    onAbort = () => {
      if (begun()) timer = setTimeout(resolve, graceMs);
      else resolve();
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([turn, cancelled.then(() => instead(begun()))]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
