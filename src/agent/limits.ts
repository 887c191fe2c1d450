import { HandrailError, joinSentences } from '../core/errors.js';
import { checkOptions, type OptionTypes, option } from '../core/options.js';
import type { RunStatus, RunUsage } from './events.js';

/** The limits of a run, checked before each step. A run exceeds them by at most one model call. */
export interface RunLimits {
  /** Default 25. */
  maxSteps: number;
  /** Wall-clock time of the run in milliseconds. Default 600,000. */
  timeoutMs: number;
  /** Time of one step in milliseconds, including the model's reply. Default 120,000. */
  stepTimeoutMs: number;
  /** Default 100. */
  maxModelCalls: number;
  /** Input and output tokens together. Default: no limit. */
  maxTokens: number;
  /** In US dollars. Default: no limit. */
  maxCostUsd: number;
  /** Failed steps in a row. Default 3. */
  maxFailures: number;
  /** Unreadable replies in a row. Default 3. */
  maxUnreadable: number;
}

/** The limits that a caller sets. */
export type OptionalLimits<Limits> = { [Name in keyof Limits]?: Limits[Name] | undefined };

const unlimited = Number.POSITIVE_INFINITY;

export const defaultLimits: RunLimits = {
  maxSteps: 25,
  timeoutMs: 600_000,
  stepTimeoutMs: 120_000,
  maxModelCalls: 100,
  maxTokens: unlimited,
  maxCostUsd: unlimited,
  maxFailures: 3,
  maxUnreadable: 3,
};

/** Merges the given limits with the defaults. Throws `invalid_option` for an unknown or invalid limit. */
export function readLimits(given: OptionalLimits<RunLimits> = {}): RunLimits {
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  checkOptions('limits', Object.fromEntries(set), limitTypes);
  for (const [name, value] of set)
    if (!(typeof value === 'number' && value >= 0))
      throw new HandrailError('invalid_option', `The limit ${name} is ${String(value)}.`, 'Use a number, 0 or more.');
  return { ...defaultLimits, ...Object.fromEntries(set) };
}

const limitTypes: OptionTypes<RunLimits> = {
  maxSteps: option.any,
  timeoutMs: option.any,
  stepTimeoutMs: option.any,
  maxModelCalls: option.any,
  maxTokens: option.any,
  maxCostUsd: option.any,
  maxFailures: option.any,
  maxUnreadable: option.any,
};

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
  if (failures >= limits.maxFailures && failures > 0)
    return { status: 'failed', reason: `${failures} calls in a row failed.` };
  if (unreadable >= limits.maxUnreadable && unreadable > 0)
    return {
      status: 'failed',
      reason: joinSentences(`${unreadable} replies in a row could not be read.`, unreadableReason),
    };
  if (step >= limits.maxSteps)
    return { status: 'max_steps', reason: `The limit of ${limits.maxSteps} steps was reached.` };
  if (ms >= limits.timeoutMs)
    return { status: 'limit', reason: `The time limit of ${limits.timeoutMs} ms was reached.` };
  if (usage.modelCalls >= limits.maxModelCalls)
    return { status: 'limit', reason: `The limit of ${limits.maxModelCalls} model calls was reached.` };
  if (tokens >= limits.maxTokens)
    return { status: 'limit', reason: `The limit of ${limits.maxTokens} tokens was reached: ${tokens} were used.` };
  if (cost >= limits.maxCostUsd)
    return {
      status: 'limit',
      reason: `The cost limit of $${limits.maxCostUsd} was reached: $${cost.toFixed(4)} was spent.`,
    };
  return undefined;
}
