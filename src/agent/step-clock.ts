import { setMaxListeners } from 'node:events';
import { HandrailError } from '../core/errors.js';
import type { RunLimits } from './limits.js';

export interface StepClock {
  /** Aborted when the run is cancelled or the time of the step or the run is over. */
  signal: AbortSignal;
  stop(): void;
}

const longestTimer = 2 ** 31 - 1;

/** The time one step may take: its own, or what the run has left. */
export function startStepClock(signal: AbortSignal, limits: RunLimits, started: number): StepClock {
  const left = limits.ms - (performance.now() - started);
  const message =
    left < limits.stepMs
      ? `The time limit of ${limits.ms} ms is over.`
      : `The step took more than ${limits.stepMs} ms.`;
  const clock = new AbortController();
  const timer = setTimeout(
    () => clock.abort(new HandrailError('deadline', message, 'Set a higher limit if it needs longer.')),
    Math.min(left, limits.stepMs, longestTimer),
  );
  const both = AbortSignal.any([signal, clock.signal]);
  setMaxListeners(0, both); // as many as a step has calls
  return { signal: both, stop: () => clearTimeout(timer) };
}
