import { setMaxListeners } from 'node:events';
import { HandrailError } from '../core/errors.js';
import type { RunLimits } from './limits.js';

export interface StepClock {
  /** Aborted when the run is cancelled or the time limit of the step or the run is reached. */
  signal: AbortSignal;
  stop(): void;
}

const maxTimerMs = 2 ** 31 - 1;

/** Limits a step to its own time limit or the remaining time of the run, whichever is shorter. */
export function startStepClock(signal: AbortSignal, limits: RunLimits, loopStartedAt: number): StepClock {
  const remainingMs = limits.ms - (performance.now() - loopStartedAt);
  const message =
    remainingMs < limits.stepMs
      ? `The time limit of ${limits.ms} ms was reached.`
      : `The step took more than ${limits.stepMs} ms.`;
  const clock = new AbortController();
  const timer = setTimeout(
    () => clock.abort(new HandrailError('deadline', message, 'Set a higher limit if the task needs more time.')),
    Math.min(remainingMs, limits.stepMs, maxTimerMs),
  );
  const either = AbortSignal.any([signal, clock.signal]);
  setMaxListeners(0, either); // every call of the step adds one
  return { signal: either, stop: () => clearTimeout(timer) };
}
