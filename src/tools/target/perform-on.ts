import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import type { Action, Target } from '../../core/action.js';
import { type Element, isElementId } from '../../core/element.js';
import { type ErrorCode, HandrailError } from '../../core/errors.js';
import type { Purpose, ToolContext } from '../context.js';
import { type actionOutput, toActionOutput } from '../fields.js';
import { resolveWithRetry } from './resolve-with-retry.js';

interface Request {
  selector: string;
  /** Milliseconds until the target must be usable. */
  timeout?: number;
}

/** Refusals that can end by themselves. Nothing was sent to the page. */
const passingCodes = new Set<ErrorCode>(['covered', 'disabled', 'not_visible', 'not_stable', 'stale_element']);

/** Resolves the target of a call and performs an action on it. If the caller gave a time, waits as long for the target to appear and to become usable. */
export async function performOn(
  context: ToolContext,
  { selector, timeout }: Request,
  toAction: (target: Target, element: Element | undefined) => Action,
  purpose?: Purpose,
): Promise<z.output<typeof actionOutput>> {
  const deadline = performance.now() + (timeout ?? 0);
  for (;;) {
    const leftMs = timeout === undefined ? undefined : Math.max(0, deadline - performance.now());
    const { target, element } = await resolveWithRetry(context, selector, leftMs, purpose);
    try {
      return toActionOutput(await context.perform(toAction(target, element)));
    } catch (error) {
      if (!(error instanceof HandrailError) || !passingCodes.has(error.code)) throw error;
      const isGone = error.code === 'stale_element' && isElementId(selector.trim());
      if (isGone || !(await becomesUsable(context, target, deadline))) throw error;
    }
  }
}

const pollMs = 100;
/** An element outside the screen shows no state, so the action is tried again. */
const retryMs = 500;

/** Waits until the target looks usable. The gates are asked again only then. False at the deadline. */
async function becomesUsable(context: ToolContext, target: Target, deadline: number): Promise<boolean> {
  const retryAt = performance.now() + retryMs;
  while (performance.now() < deadline) {
    await pause(Math.min(pollMs, deadline - performance.now()), undefined, { signal: context.signal });
    const { elements } = await context.observe({ budget: 1 });
    const element = elements.find(({ id }) => 'element' in target && target.element === id);
    const isBlocked = element?.states.some((state) => state === 'disabled' || state === 'covered');
    if (isBlocked === false || (isBlocked === undefined && performance.now() >= retryAt)) return true;
  }
  return false;
}
