export interface ToolClock {
  /** The time stands still while a person is asked. */
  hold(): void;
  goOn(): void;
  stop(): void;
}

/** Calls `onEnd` when `ms` of going time are over. */
export function startToolClock(ms: number, onEnd: () => void): ToolClock {
  let left = ms;
  let since = performance.now();
  let timer: NodeJS.Timeout | undefined = setTimeout(onEnd, left);
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    hold() {
      if (!timer) return;
      left -= performance.now() - since;
      stop();
    },
    goOn() {
      if (timer) return;
      since = performance.now();
      timer = setTimeout(onEnd, Math.max(0, left));
    },
    stop,
  };
}
