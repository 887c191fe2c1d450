import type { z } from 'zod';
import type { Action, Target } from '../../core/action.js';
import type { Purpose, ToolContext } from '../context.js';
import { type actionOutput, toActionOutput } from '../fields.js';
import { resolveWithRetry } from './resolve-with-retry.js';

/** Resolves the target of a call and performs an action on it. */
export async function performOn(
  context: ToolContext,
  { selector, timeout }: { selector: string; timeout?: number },
  toAction: (target: Target) => Action,
  purpose?: Purpose,
): Promise<z.output<typeof actionOutput>> {
  const { target } = await resolveWithRetry(context, selector, timeout, purpose);
  return toActionOutput(await context.perform(toAction(target)));
}
