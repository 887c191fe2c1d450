import type { z } from 'zod';
import type { Action } from '../core/action.js';
import type { Change } from '../core/change.js';
import type { Observation } from '../core/observation.js';
import { diffViews } from '../perception/diff/diff-views.js';
import { renderOutcome } from '../perception/ui-map/render-outcome.js';
import type { ToolContext } from './context.js';
import { type actionOutput, toActionOutput } from './fields.js';

export function secondsSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 100) / 10;
}

/** Waits, and reports the duration and the changes during the wait, including those the page made without input. */
export async function waitAndReport(
  context: ToolContext,
  wait: Omit<Extract<Action, { type: 'wait' }>, 'type'>,
  detail: string,
): Promise<z.output<typeof actionOutput>> {
  const before = await context.observe({ budget: 1 });
  const startedAt = performance.now();
  const outcome = await context.perform({ type: 'wait', ...wait });
  const seconds = typeof wait.for === 'object' && 'seconds' in wait.for ? wait.for.seconds : undefined;
  const text = `waited ${seconds ?? secondsSince(startedAt)} s${detail}`;
  if (outcome.effect !== 'unchanged' || outcome.observation?.modal) {
    context.report(text, 'before');
    return toActionOutput(outcome);
  }
  const changes = diffObservations(before, outcome.observation);
  if (changes.length === 0) {
    context.report(text, 'instead');
    return toActionOutput(outcome);
  }
  const changed = { ...outcome, effect: 'changed' as const, changes };
  const [, ...lines] = renderOutcome(changed, { brief: true }).split('\n');
  context.report([text, ...lines].join('\n'), 'instead');
  return toActionOutput(changed);
}

function diffObservations(before: Observation, after: Observation | undefined): Change[] {
  if (!after) return [];
  const view = (observation: Observation) => ({
    ...observation,
    dropped: observation.total - observation.elements.length,
  });
  return diffViews(view(before), view(after), new Set()).filter(({ kind }) => kind !== 'moved' && kind !== 'focus');
}
