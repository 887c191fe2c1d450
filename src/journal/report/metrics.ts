import type { StepTimeline } from './timeline.js';

export const timeKinds = ['observe', 'model', 'act', 'settle', 'other'] as const;

/** The time of a step by kind, in milliseconds. */
export type StepTimes = Record<(typeof timeKinds)[number], number>;

export function toTimes(step: StepTimeline): StepTimes {
  const { observeMs: observe, modelMs: model } = step;
  const settle = sum(step.calls, ({ ended, actions }) => ended?.settleMs ?? sum(actions, settleMsOf));
  const act = Math.max(0, sum(step.calls, ({ ended }) => ended?.ms ?? 0) - settle);
  const other = Math.max(0, (step.ms ?? 0) - observe - model - act - settle);
  return { observe, model, act, settle, other };
}

function settleMsOf({ outcome }: StepTimeline['calls'][number]['actions'][number]): number {
  return outcome?.settled?.ms ?? 0;
}

function sum<T>(items: readonly T[], toNumber: (item: T) => number): number {
  return items.reduce((total, item) => total + toNumber(item), 0);
}

export function sumTimes(steps: readonly StepTimeline[]): StepTimes {
  const total: StepTimes = { observe: 0, model: 0, act: 0, settle: 0, other: 0 };
  for (const times of steps.map(toTimes)) for (const kind of timeKinds) total[kind] += times[kind];
  return total;
}

export function totalTime(times: StepTimes): number {
  return sum(timeKinds, (kind) => times[kind]);
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

/** Dollars, with more digits for smaller amounts. */
export function formatDollars(dollars: number): string {
  if (dollars === 0) return '$0';
  return `$${dollars.toFixed(dollars >= 1 ? 2 : dollars >= 0.01 ? 3 : 5)}`;
}

/** `2026-11-15 11:17:02 UTC`. */
export function formatTimestamp(at: string): string {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at) ? `${at.slice(0, 10)} ${at.slice(11, 19)} UTC` : at;
}
