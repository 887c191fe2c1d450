import type { RunStatus } from '../../agent/events.js';
import type { ErrorCode } from '../../core/errors.js';

/** Exit codes of the command line. A signal gives 128 plus its number: 130 for SIGINT. */
export const exitCodes = { done: 0, failed: 1, usage: 2, refused: 3, interrupted: 130 } as const;

const signalCodes: Partial<Record<NodeJS.Signals, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

export function exitCodeForSignal(signal: NodeJS.Signals | undefined): number {
  return (signal && signalCodes[signal]) ?? exitCodes.interrupted;
}

export function exitCodeForStatus(status: RunStatus, signal: NodeJS.Signals | undefined): number {
  if (status === 'done') return exitCodes.done;
  if (status === 'refused') return exitCodes.refused;
  return status === 'cancelled' ? exitCodeForSignal(signal) : exitCodes.failed;
}

const refusals = new Set<string>(['denied', 'needs_approval', 'secret_refused'] satisfies ErrorCode[]);
const usageErrors = new Set<string>([
  'invalid_option',
  'invalid_input',
  'unknown_tool',
  'bad_url',
  'bad_path',
] satisfies ErrorCode[]);

/** The exit code for an error code: usage error, refusal or failure. */
export function exitCodeForFault(code: string | undefined): number {
  if (code === undefined) return exitCodes.failed;
  if (refusals.has(code)) return exitCodes.refused;
  return usageErrors.has(code) ? exitCodes.usage : exitCodes.failed;
}
