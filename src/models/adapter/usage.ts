import { HandrailError } from '../../core/errors.js';
import type { Usage } from '../model.js';

/** A token count from a provider's response; 0 if it is missing or not a count. */
export function tokenCount(value: unknown): number {
  return typeof value === 'number' && value > 0 && value < 1e12 ? value : 0;
}

/** The counts that the provider reported. */
export function reportedCounts(usage: Usage): Usage {
  return Object.fromEntries(Object.entries(usage).filter(([, count]) => count !== undefined)) as unknown as Usage;
}

export function addUsage(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  if (!one || !other) return one ?? other;
  const sum = { ...one };
  for (const key of Object.keys(other) as (keyof Usage)[])
    if (other[key] !== undefined) sum[key] = (one[key] ?? 0) + other[key];
  return sum;
}

/** An error that carries the usage of a response that could not be used. */
export function errorWithUsage(error: HandrailError, usage: Usage | undefined): HandrailError {
  return Object.assign(error, { usage });
}

/** The usage of a response that could not be used. */
export function usageOfError(error: unknown): Usage | undefined {
  return error instanceof HandrailError && 'usage' in error ? (error.usage as Usage | undefined) : undefined;
}
