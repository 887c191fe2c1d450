import { HandrailError } from '../core/errors.js';
import type { RunStatus, RunUsage } from './events.js';

/** What a run may use. Checked before each step; never passed by more than one call of the model. */
export interface RunLimits {
  steps: number;
  /** Wall clock, in milliseconds. */
  ms: number;
  /** One step, the model's thinking included. */
  stepMs: number;
  modelCalls: number;
  /** In and out together. */
  tokens: number;
  /** In US dollars. */
  money: number;
  /** Calls that fail one after the other. */
  failures: number;
  /** Replies one after the other that nobody can read. */
  unreadable: number;
}

const unlimited = Number.POSITIVE_INFINITY;

export const defaultLimits: RunLimits = {
  steps: 25,
  ms: 600_000,
  stepMs: 120_000,
  modelCalls: 100,
  tokens: unlimited,
  money: unlimited,
  failures: 3,
  unreadable: 3,
};

/** The limits of a run: those asked for over the usual ones. Throws `invalid_option` for a limit that is none. */
export function readLimits(asked: Partial<RunLimits> = {}): RunLimits {
  for (const [name, value] of Object.entries(asked)) {
    if (!(name in defaultLimits))
      throw new HandrailError(
        'invalid_option',
        `There is no limit "${name}".`,
        `Valid limits: ${Object.keys(defaultLimits).join(', ')}.`,
      );
    if (!(typeof value === 'number' && value >= 0))
      throw new HandrailError('invalid_option', `The limit ${name} is ${String(value)}.`, 'Give a number from 0.');
  }
  return { ...defaultLimits, ...asked };
}

export interface Spent {
  steps: number;
  ms: number;
  usage: RunUsage;
  failures: number;
  unreadable: number;
}

/** Which limit leaves no room for another step. */
export function reached(limits: RunLimits, spent: Spent): { status: RunStatus; reason: string } | undefined {
  const { steps, ms, usage, failures, unreadable } = spent;
  const tokens = usage.inputTokens + usage.outputTokens;
  if (failures >= limits.failures && failures > 0)
    return { status: 'failed', reason: `${failures} calls in a row failed.` };
  if (unreadable >= limits.unreadable && unreadable > 0)
    return { status: 'failed', reason: `${unreadable} replies in a row could not be read.` };
  if (steps >= limits.steps) return { status: 'max_steps', reason: `All ${limits.steps} steps were used.` };
  if (ms >= limits.ms) return { status: 'limit', reason: `The time limit of ${limits.ms} ms is over.` };
  if (usage.modelCalls >= limits.modelCalls)
    return { status: 'limit', reason: `All ${limits.modelCalls} calls of the model were used.` };
  if (tokens >= limits.tokens) return { status: 'limit', reason: `${tokens} of ${limits.tokens} tokens were used.` };
  if ((usage.money ?? 0) >= limits.money)
    return { status: 'limit', reason: `$${(usage.money ?? 0).toFixed(4)} of $${limits.money} were spent.` };
  return undefined;
}
