import { HandrailError, joinSentences } from '../core/errors.js';
import type { RunStatus, RunUsage } from './events.js';

/** The limits of a run, checked before each step. A run exceeds them by at most one model call. */
export interface RunLimits {
  steps: number;
  /** Wall-clock time in milliseconds. */
  ms: number;
  /** Time of one step, including the model's reply. */
  stepMs: number;
  modelCalls: number;
  /** Input and output tokens together. */
  tokens: number;
  /** In US dollars. */
  cost: number;
  /** Failed steps in a row. */
  failures: number;
  /** Unreadable replies in a row. */
  unreadable: number;
}

const unlimited = Number.POSITIVE_INFINITY;

export const defaultLimits: RunLimits = {
  steps: 25,
  ms: 600_000,
  stepMs: 120_000,
  modelCalls: 100,
  tokens: unlimited,
  cost: unlimited,
  failures: 3,
  unreadable: 3,
};

/** Merges the given limits with the defaults. Throws `invalid_option` for an unknown or invalid limit. */
export function readLimits(given: Partial<RunLimits> = {}): RunLimits {
  for (const [name, value] of Object.entries(given)) {
    if (!(name in defaultLimits))
      throw new HandrailError(
        'invalid_option',
        `There is no limit "${name}".`,
        `Valid limits: ${Object.keys(defaultLimits).join(', ')}.`,
      );
    if (!(typeof value === 'number' && value >= 0))
      throw new HandrailError('invalid_option', `The limit ${name} is ${String(value)}.`, 'Use a number, 0 or more.');
  }
  return { ...defaultLimits, ...given };
}

/** What a run has consumed so far. */
export interface Consumption {
  limits: RunLimits;
  step: number;
  usage: RunUsage;
  failures: number;
  unreadable: number;
  unreadableReason?: string;
}

/** The first limit that leaves no room for another step. */
export function findReachedLimit(
  { limits, step, usage, failures, unreadable, unreadableReason }: Consumption,
  ms: number,
): { status: RunStatus; reason: string } | undefined {
  const tokens = usage.inputTokens + usage.outputTokens;
  const cost = usage.cost ?? 0;
  if (failures >= limits.failures && failures > 0)
    return { status: 'failed', reason: `${failures} calls in a row failed.` };
  if (unreadable >= limits.unreadable && unreadable > 0)
    return {
      status: 'failed',
      reason: joinSentences(`${unreadable} replies in a row could not be read.`, unreadableReason),
    };
  if (step >= limits.steps) return { status: 'max_steps', reason: `The limit of ${limits.steps} steps was reached.` };
  if (ms >= limits.ms) return { status: 'limit', reason: `The time limit of ${limits.ms} ms was reached.` };
  if (usage.modelCalls >= limits.modelCalls)
    return { status: 'limit', reason: `The limit of ${limits.modelCalls} model calls was reached.` };
  if (tokens >= limits.tokens)
    return { status: 'limit', reason: `The limit of ${limits.tokens} tokens was reached: ${tokens} were used.` };
  if (cost >= limits.cost)
    return { status: 'limit', reason: `The cost limit of $${limits.cost} was reached: $${cost.toFixed(4)} was spent.` };
  return undefined;
}
