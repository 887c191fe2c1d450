import type { StepTimeline } from './timeline.js';

/** Where the time of a step went, in milliseconds. */
export interface Times {
  observe: number;
  model: number;
  act: number;
  settle: number;
  rest: number;
}

export const timeNames = ['observe', 'model', 'act', 'settle', 'rest'] as const;

export function timesOf(step: StepTimeline): Times {
  const settles = step.calls.map(
    ({ ended, acts }) => ended?.settleMs ?? acts.reduce((sum, { outcome }) => sum + (outcome?.settled?.ms ?? 0), 0),
  );
  const calls = step.calls.reduce((sum, { ended }) => sum + (ended?.ms ?? 0), 0);
  const settle = settles.reduce((sum, ms) => sum + ms, 0);
  const act = Math.max(0, calls - settle);
  const { observeMs: observe, modelMs: model } = step;
  return { observe, model, act, settle, rest: Math.max(0, (step.ms ?? 0) - observe - model - act - settle) };
}

export function sumTimes(steps: readonly StepTimeline[]): Times {
  const sum: Times = { observe: 0, model: 0, act: 0, settle: 0, rest: 0 };
  for (const times of steps.map(timesOf)) for (const name of timeNames) sum[name] += times[name];
  return sum;
}

export function totalOf(times: Times): number {
  return timeNames.reduce((sum, name) => sum + times[name], 0);
}

/** `340 ms`, `3.4 s`, `2 min 5 s`. */
export function formatTime(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(ms < 9_950 ? 1 : 0)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export function formatCount(count: number): string {
  return Math.round(count).toLocaleString('en-US');
}

/** Dollars with as many digits as the sum needs. */
export function formatMoney(dollars: number): string {
  if (dollars === 0) return '$0';
  return `$${dollars.toFixed(dollars >= 1 ? 2 : dollars >= 0.01 ? 3 : 5)}`;
}

/** `2026-11-15 11:17:02 UTC`. */
export function formatMoment(at: string): string {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at) ? `${at.slice(0, 10)} ${at.slice(11, 19)} UTC` : at;
}
