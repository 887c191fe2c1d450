import { countScheduled, type ScheduledCounts } from './scheduled-work.js';

/** Whether the page sets timers or requests frames without input, as a clock, a carousel, a poll or a game does. */

/** Whether the page does something without input. */
export type Ambience = 'yes' | 'no' | 'unknown';

interface IdleInterval {
  ms: number;
  timers: number;
  frames: number;
}

/** A page that set no timer and requested no frame for this long does not without input. */
const minIdleMs = 150;
/** Older intervals are dropped. */
const maxIdleMs = 3_000;

let intervals: IdleInterval[] = [];
let idleSince: ({ at: number } & ScheduledCounts) | undefined;

/** The action was reported: from now on the page acts by itself. */
export function startIdle(): void {
  idleSince = { at: performance.now(), ...countScheduled() };
}

/** An action starts. */
export function endIdle(): void {
  if (!idleSince) return;
  const ms = performance.now() - idleSince.at;
  const { timers, frames } = countScheduled();
  intervals.push({ ms, timers: timers - idleSince.timers, frames: frames - idleSince.frames });
  idleSince = undefined;
  while (intervals.length > 1 && totalMs(intervals.slice(1)) >= maxIdleMs) intervals = intervals.slice(1);
}

function totalMs(list: readonly IdleInterval[]): number {
  return list.reduce((sum, { ms }) => sum + ms, 0);
}

/** Whether the page sets timers without input, as far as it was idle long enough to know. */
export function ambientTimers(): Ambience {
  return isAmbient('timers');
}

/** Whether the page requests frames without input. */
export function ambientFrames(): Ambience {
  return isAmbient('frames');
}

function isAmbient(kind: 'timers' | 'frames'): Ambience {
  if (intervals.some((interval) => interval[kind] > 0)) return 'yes';
  return totalMs(intervals) >= minIdleMs ? 'no' : 'unknown';
}
