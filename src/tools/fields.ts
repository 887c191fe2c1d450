import { z } from 'zod';
import type { Outcome } from '../core/outcome.js';

/** The target of an action. */
export const selector = z.string().min(1).describe('el_5, a CSS selector, "x,y" or a phrase');

/** The same with a longer description, for the most used tools. */
export const explainedSelector = selector.describe(
  'An element id (el_5), a CSS selector, "x,y", or a phrase such as "the Save button"',
);

/** A number in a range. The JSON Schema omits the range; the error message names it. */
export function numberBetween(minimum: number, maximum: number): z.ZodNumber {
  return z.number().refine((value) => value >= minimum && value <= maximum, `must be from ${minimum} to ${maximum}`);
}

/** How long to wait for the target, in milliseconds. */
export const timeout = numberBetween(0, 120_000).optional();

export const noInput = z.object({});

/** The result of a tool that performs an action. */
export const actionOutput = z.object({
  success: z.literal(true),
  effect: z.enum(['changed', 'unchanged', 'unknown']),
  url: z.string().optional(),
  title: z.string().optional(),
});

export function toActionOutput(outcome: Outcome): z.output<typeof actionOutput> {
  const { url, title } = outcome.observation ?? {};
  return {
    success: true,
    effect: outcome.effect,
    ...(url === undefined ? {} : { url }),
    ...(title === undefined ? {} : { title }),
  };
}

/** For tools that need no model capability and take no URLs, paths or secrets. */
export const noRequirements = {
  needs: { required: [], optimal: [] },
  takes: { urls: [], paths: [], secrets: [] },
} as const;

/** What tools that act on the screen have in common. */
export const actionTool = {
  ...noRequirements,
  category: 'interaction',
  safety: 'low_risk',
  effect: 'page',
  idempotent: false,
  output: actionOutput,
  returns: 'The effect.',
  timeoutMs: 30_000,
} as const;
