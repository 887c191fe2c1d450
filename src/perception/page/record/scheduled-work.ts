/**
 * Counts the timers and animation frames that the page schedules. Their ids increase by one and are shared by all worlds of a document, so two
 * ids show how many the page scheduled in between. No function of the page is wrapped.
 */
let ownTimers = 0;
let ownFrames = 0;
let painted = 0;

function nextTimer(): number {
  ownTimers += 1;
  const timer = window.setTimeout(() => undefined, 0);
  window.clearTimeout(timer);
  return timer - ownTimers;
}

function nextFrame(): number {
  ownFrames += 1;
  const frame = window.requestAnimationFrame(() => undefined);
  window.cancelAnimationFrame(frame);
  return frame - ownFrames;
}

export interface ScheduledCounts {
  timers: number;
  frames: number;
}

/** Counters that grow by one for each timer or frame that the page schedules. */
export function countScheduled(): ScheduledCounts {
  return { timers: nextTimer(), frames: nextFrame() };
}

/** How many frames were painted during calls of `waitForPaint`. */
export function paintedFrames(): number {
  return painted;
}

/** Resolves at the next painted frame, or after `timeoutMs` if none is painted (a hidden page). */
export function waitForPaint(timeoutMs: number): Promise<void> {
  ownFrames += 1;
  ownTimers += 1;
  return new Promise((resolve) => {
    const timer = window.setTimeout(resolve, timeoutMs);
    window.requestAnimationFrame(() => {
      painted += 1;
      window.clearTimeout(timer);
      resolve();
    });
  });
}
