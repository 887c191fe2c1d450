export interface ToolClock {
  /** Stops the time while the user decides on an approval. */
  pause(): void;
  resume(): void;
  stop(): void;
}

/** Calls `onTimeout` after `ms` of running time. */
export function startToolClock(ms: number, onTimeout: () => void): ToolClock {
  let remainingMs = ms;
  let startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined = setTimeout(onTimeout, remainingMs);
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    pause() {
      if (!timer) return;
      remainingMs -= performance.now() - startedAt;
      stop();
    },
    resume() {
      if (timer) return;
      startedAt = performance.now();
      timer = setTimeout(onTimeout, Math.max(0, remainingMs));
    },
    stop,
  };
}
