/**
 * How much work the page has put off: timers and animation frames. Their ids count up and are shared by all worlds of a document, so the
 * ids tell how many the page asked for between two moments, without touching any of its functions.
 */
let own = 0;

function nextTimer(): number {
  own += 1;
  const timer = window.setTimeout(() => undefined, 0);
  window.clearTimeout(timer);
  return timer - own;
}

let ownFrames = 0;

function nextFrame(): number {
  ownFrames += 1;
  const frame = window.requestAnimationFrame(() => undefined);
  window.cancelAnimationFrame(frame);
  return frame - ownFrames;
}

export interface Scheduled {
  timers: number;
  frames: number;
}

/** Counts that grow by one for each timer or frame the page asks for. */
export function scheduled(): Scheduled {
  return { timers: nextTimer(), frames: nextFrame() };
}

/** A pause of our own, kept out of the page's count. */
export function pause(milliseconds: number): Promise<void> {
  own += 1;
  return new Promise((resolve) => window.setTimeout(resolve, milliseconds));
}

let painted = 0;

/** How many frames were seen to be painted while something was waited for. */
export function framesPainted(): number {
  return painted;
}

/** The next painted frame, or `most` milliseconds where none is painted (a hidden page). */
export function nextPaint(most: number): Promise<void> {
  ownFrames += 1;
  own += 1;
  return new Promise((resolve) => {
    const timer = window.setTimeout(resolve, most);
    window.requestAnimationFrame(() => {
      painted += 1;
      window.clearTimeout(timer);
      resolve();
    });
  });
}
