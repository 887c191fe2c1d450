import { z } from 'zod';
import type { Outcome } from '../core/outcome.js';

/** The target of a tool. */
export const selector = z.string().min(1).describe('el_5, a CSS selector, "x,y" or a phrase');

/** The same, for the tools that one reads first. */
export const selectorInFull = selector.describe(
  'An element id (el_5), a CSS selector, "x,y", or a phrase such as "the Save button"',
);

/** A number within bounds that only those hear of who miss them. */
export function from(least: number, most: number): z.ZodNumber {
  return z.number().refine((given) => given >= least && given <= most, `must be from ${least} to ${most}`);
}

/** How long to look for the target, in milliseconds. */
export const timeout = from(0, 120_000).default(5_000);

export const nothing = z.object({});

/** What the tools that act give back. */
export const acted = z.object({
  success: z.literal(true),
  effect: z.enum(['changed', 'unchanged', 'unknown']),
  url: z.string().optional(),
  title: z.string().optional(),
});

export function actedBy(outcome: Outcome): z.output<typeof acted> {
  const { url, title } = outcome.observation ?? {};
  return {
    success: true,
    effect: outcome.effect,
    ...(url === undefined ? {} : { url }),
    ...(title === undefined ? {} : { title }),
  };
}

/** Most tools ask nothing of the model and take neither addresses, paths nor secrets. */
export const plain = {
  needs: { required: [], optimal: [] },
  takes: { urls: [], paths: [], secrets: [] },
} as const;
