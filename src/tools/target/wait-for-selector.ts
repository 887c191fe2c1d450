import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { HandrailError } from '../../core/errors.js';
import type { ToolContext } from '../context.js';
import type { actionOutput } from '../fields.js';
import { secondsSince } from '../wait-and-report.js';
import { isSelectorFor } from './resolve.js';

export const selectorStates = ['visible', 'hidden', 'attached', 'detached'] as const;
export type SelectorState = (typeof selectorStates)[number];

const pollMs = 100;

/** Waits until the target of a selector has the state. Throws `wait_timeout`. */
export async function waitForSelector(
  selector: string,
  state: SelectorState,
  timeoutMs: number,
  context: ToolContext,
): Promise<z.output<typeof actionOutput>> {
  const startedAt = performance.now();
  const deadline = startedAt + timeoutMs;
  for (;;) {
    const present = await findPresence(selector, context);
    if (holds(state, present)) {
      context.report(`waited ${secondsSince(startedAt)} s: ${selector} is ${state}`, 'before');
      return { success: true, effect: 'unchanged' };
    }
    const remainingMs = deadline - performance.now();
    if (remainingMs <= 0)
      throw new HandrailError(
        'wait_timeout',
        `${selector} is not ${state} after ${timeoutMs} ms: it is ${present}.`,
        'Observe the page.',
      );
    await pause(Math.min(pollMs, remainingMs), undefined, { signal: context.signal });
  }
}

type Presence = 'visible' | 'hidden' | 'detached';

function holds(state: SelectorState, present: Presence): boolean {
  if (state === 'attached') return present !== 'detached';
  return state === 'hidden' ? present !== 'visible' : present === state;
}

/** Below the screen counts as visible. */
async function findPresence(selector: string, context: ToolContext): Promise<Presence> {
  if (isSelectorFor(selector, context)) {
    const css = selector.replace(/^css\s*[=:]\s*/i, '');
    const { elements, total } = await context.read({ what: 'elements', css });
    if (elements.some(({ bounds }) => bounds.width > 0 && bounds.height > 0)) return 'visible';
    return total > 0 ? 'hidden' : 'detached';
  }
  try {
    const { element, target } = await context.resolve(selector, 'point');
    if ('element' in target) await context.read({ what: 'attributes', element: target.element }); // throws for a stale id
    return element === undefined || element.bounds.width > 0 ? 'visible' : 'hidden';
  } catch (error) {
    if (!(error instanceof HandrailError)) throw error;
    if (error.code === 'ambiguous') return 'visible';
    if (['not_found', 'stale_element'].includes(error.code)) return 'detached';
    throw error;
  }
}
