import type { Activity, Rest } from '../protocol.js';
import { activity, recorded } from './recorder.js';
import { nextPaint } from './schedule.js';

/**
 * Waits until the document rests: no change for a moment, no animation that will end. How long a moment is depends on what the action
 * set going: where it put nothing off, none is needed.
 */
export async function settle({ cap }: { cap: number }): Promise<Rest> {
  const started = performance.now();
  for (;;) {
    const now = activity();
    const putOff = now.timers > 0 || now.frames > 0;
    // Handlers that put nothing off have done all they do. Waiting for turns of the queue would not help: after input the browser holds
    // them back until the next frame.
    if (now.animations === 0 && !now.scrolling && (!putOff || now.mutations === 0 || now.quiet >= 80))
      return rest(now, true, '');
    if (performance.now() - started >= cap) {
      return rest(now, false, now.animations > 0 ? 'animation' : 'the page keeps changing');
    }
    await nextPaint(24);
  }
}

/** Longer than any doubt lasts. */
const doubtMs = 1_500;

/** Waits for the first sign that the action did something, at most `most` milliseconds, or until it is clear whose doing a change was. */
export async function sign({ most }: { most: number }): Promise<Rest> {
  const started = performance.now();
  for (;;) {
    const now = activity();
    const spent = performance.now() - started;
    if (now.mutations > 0 || spent >= (now.doubts > 0 ? most + doubtMs : most)) return rest(now, true, '');
    await nextPaint(24);
  }
}

function rest(now: Activity, rested: boolean, because: string): Rest {
  return { activity: now, rested, because, url: location.href, ...recorded() };
}
