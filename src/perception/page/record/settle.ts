import type { Activity, Rest } from '../../page-protocol.js';
import { look } from '../collect/look.js';
import { nextPaint } from '../schedule.js';
import { expectLate } from './log.js';
import { activity, recorded } from './recorder.js';

/**
 * Waits until the document rests: no change for a moment, no animation that will end. How long a moment is depends on what the action
 * set going: where it put nothing off, none is needed.
 */
export async function settle({
  cap,
  linger = 0,
  look: looks = false,
}: {
  cap: number;
  linger?: number;
  look?: boolean;
}): Promise<Rest> {
  const started = performance.now();
  if (linger > 0) expectLate();
  const before = activity().mutations;
  for (;;) {
    const now = activity();
    if (!lingers(now, before, performance.now() - started, linger) && isStill(now)) {
      const rested = rest(now, true, '');
      return looks ? { ...rested, looked: look({ fresh: true, arm: false, glance: true }) } : rested;
    }
    if (performance.now() - started >= cap) {
      return rest(now, false, now.animations > 0 ? 'animation' : 'the page keeps changing');
    }
    await nextPaint(24);
  }
}

/** What an answer brings comes a moment after it: until then, or until it has come and is quiet, there is more to see. */
function lingers(now: Activity, before: number, spent: number, linger: number): boolean {
  if (linger === 0) return false;
  return now.mutations > before ? now.quiet < 30 : spent < linger;
}

/**
 * Handlers that put nothing off have done all they do. Waiting for turns of the queue would not help: after input the browser holds
 * them back until the next frame.
 */
function isStill(now: Activity): boolean {
  const putOff = now.timers > 0 || now.frames > 0;
  return now.animations === 0 && !now.scrolling && (!putOff || now.mutations === 0 || now.quiet >= 80);
}

/** Longer than any doubt lasts. */
const doubtMs = 1_500;

/** Waits for the first sign that the action did something, at most `most` milliseconds, or until it is clear whose doing a change was. */
export async function sign({ most, beyond = 0 }: { most: number; beyond?: number }): Promise<Rest> {
  const started = performance.now();
  for (;;) {
    const now = activity();
    const spent = performance.now() - started;
    if (now.mutations > beyond || spent >= (now.doubts > 0 ? most + doubtMs : most)) return rest(now, true, '');
    await nextPaint(24);
  }
}

function rest(now: Activity, rested: boolean, because: string): Rest {
  return { activity: now, rested, because, url: location.href, ...recorded() };
}
