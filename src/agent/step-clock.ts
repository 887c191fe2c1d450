import { setMaxListeners } from 'node:events';
import { HandrailError } from '../core/errors.js';
import { startToolClock } from '../tools/call/tool-clock.js';
import type { RunLimits } from './limits.js';

export interface StepClock {
  /** Aborted when the run is cancelled or the time limit of the step or the run is reached. */
  signal: AbortSignal;
  /** Stops the time while a person decides or uses the screen. */
  pause(): void;
  resume(): void;
  stop(): void;
}

const maxTimerMs = 2 ** 31 - 1;

/** Limits a step to its own time limit or the remaining time of the run, whichever is shorter. */
export function startStepClock(signal: AbortSignal, limits: RunLimits, loopStartedAt: number): StepClock {
  const remainingMs = limits.timeoutMs - (performance.now() - loopStartedAt);
  const message =
    remainingMs < limits.stepTimeoutMs
      ? `The time limit of ${limits.timeoutMs} ms was reached.`
      : `The step took more than ${limits.stepTimeoutMs} ms.`;
  const clock = new AbortController();
  const { pause, resume, stop } = startToolClock(Math.min(remainingMs, limits.stepTimeoutMs, maxTimerMs), () =>
    clock.abort(new HandrailError('deadline', message, 'Set a higher limit if the task needs more time.')),
  );
  const either = AbortSignal.any([signal, clock.signal]);
  setMaxListeners(0, either); // every call of the step adds one
  return { signal: either, pause, resume, stop };
}
