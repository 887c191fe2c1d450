import type { RunStatus } from '../../agent/events.js';
import type { ErrorCode } from '../../core/errors.js';

/** What the command line ends with. Signals end it with 128 and their number: 130 for SIGINT. */
export const exitCodes = { done: 0, failed: 1, usage: 2, refused: 3, interrupted: 130 } as const;

const bySignal: Partial<Record<NodeJS.Signals, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

export function signalCode(signal: NodeJS.Signals | undefined): number {
  return (signal && bySignal[signal]) ?? exitCodes.interrupted;
}

export function statusCode(status: RunStatus, signal: NodeJS.Signals | undefined): number {
  if (status === 'done') return exitCodes.done;
  if (status === 'refused') return exitCodes.refused;
  return status === 'cancelled' ? signalCode(signal) : exitCodes.failed;
}

const refusals = new Set<string>(['denied', 'needs_approval'] satisfies ErrorCode[]);
const usageErrors = new Set<string>([
  'invalid_option',
  'invalid_input',
  'unknown_tool',
  'bad_url',
  'bad_path',
] satisfies ErrorCode[]);

/** The code for an error: what cannot be meant, what is not allowed, what failed. */
export function faultCode(code: string | undefined): number {
  if (code === undefined) return exitCodes.failed;
  if (refusals.has(code)) return exitCodes.refused;
  return usageErrors.has(code) ? exitCodes.usage : exitCodes.failed;
}
