import { countScheduled, type ScheduledCounts } from './scheduled-work.js';

/** What the handlers of the current action scheduled. */

interface CountedEvent {
  type: string;
  counts: ScheduledCounts;
}

let scheduled: ScheduledCounts = { timers: 0, frames: 0 };
/** The most timers that one event of a type set. A debounced handler sets one timer per key and clears the one before. */
let timersByType = new Map<string, number>();
let counted: CountedEvent | undefined;

export function resetHandlerWork(): void {
  scheduled = { timers: 0, frames: 0 };
  timersByType = new Map();
  counted = undefined;
}

/** The handlers of an event start. */
export function startHandlerWork(type: string): void {
  counted = { type, counts: countScheduled() };
}

/** During a drag the driver's own listeners set timers, which look like timers of the page. */
export function ignoreHandlerWork(): void {
  counted = undefined;
}

/** The handlers of the event returned. */
export function endHandlerWork(): void {
  if (!counted) return;
  const now = countScheduled();
  const { type, counts } = counted;
  const timers = now.timers - counts.timers;
  scheduled = { timers: scheduled.timers + timers, frames: scheduled.frames + now.frames - counts.frames };
  timersByType.set(type, Math.max(timersByType.get(type) ?? 0, timers));
  counted = undefined;
}

export function handlerWork(): ScheduledCounts {
  return scheduled;
}

/** How many results can follow from the timers of the handlers. */
export function expectedTimerResults(): number {
  return [...timersByType.values()].reduce((sum, timers) => sum + timers, 0);
}
