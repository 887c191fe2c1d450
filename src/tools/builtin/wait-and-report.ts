import type { z } from 'zod';
import type { Action } from '../../core/action.js';
import type { Change } from '../../core/change.js';
import type { Observation } from '../../core/observation.js';
import { diffViews } from '../../perception/diff/diff-views.js';
import { renderOutcome } from '../../perception/ui-map/outcome-text.js';
import type { ToolContext } from '../context.js';
import { type acted, actedBy } from '../fields.js';

export function secondsSince(began: number): number {
  return Math.round((performance.now() - began) / 100) / 10;
}

/** Waits, and tells how long and what changed meanwhile: of a wait that counts, also what the page did by itself. */
export async function waitAndTell(
  context: ToolContext,
  wait: Omit<Extract<Action, { type: 'wait' }>, 'type'>,
  what: string,
): Promise<z.output<typeof acted>> {
  const before = await context.observe({ budget: 1 });
  const began = performance.now();
  const outcome = await context.perform({ type: 'wait', ...wait });
  const asked = typeof wait.for === 'object' && 'seconds' in wait.for ? wait.for.seconds : undefined;
  const words = `waited ${asked ?? secondsSince(began)} s${what}`;
  if (outcome.effect !== 'unchanged' || outcome.observation?.modal) {
    context.say(words, 'before');
    return actedBy(outcome);
  }
  const changes = between(before, outcome.observation);
  if (changes.length === 0) {
    context.say(words, 'instead');
    return actedBy(outcome);
  }
  const changed = { ...outcome, effect: 'changed' as const, changes };
  const [, ...lines] = renderOutcome(changed, { brief: true }).split('\n');
  context.say([words, ...lines].join('\n'), 'instead');
  return actedBy(changed);
}

function between(before: Observation, after: Observation | undefined): Change[] {
  if (!after) return [];
  const view = (observation: Observation) => ({
    ...observation,
    dropped: observation.total - observation.elements.length,
  });
  return diffViews(view(before), view(after), new Set()).filter(({ kind }) => kind !== 'moved' && kind !== 'focus');
}
