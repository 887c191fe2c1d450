import type { ErrorCode, Fault } from '../../core/errors.js';
import { describeSinceLastCommand } from '../../perception/diff/since-last-command.js';
import type { CallRecord } from './call-metadata.js';

/** Refusals that a change since the last command may explain. */
const explainedCodes = new Set<ErrorCode>([
  'not_found',
  'covered',
  'disabled',
  'not_visible',
  'not_editable',
  'unsupported',
  'stale_element',
]);

/** Adds what this call observed to have changed since the last command, unless the session already did. */
export function explainFault(fault: Fault, { earlierChanges, resolved }: CallRecord, input: unknown): Fault {
  if (!explainedCodes.has(fault.code) || fault.message.includes('Since the last command')) return fault;
  const target = resolved && 'element' in resolved.target ? resolved.target.element : undefined;
  const given = Object.values(input ?? {}).filter((value) => typeof value === 'string');
  const since = describeSinceLastCommand(earlierChanges, target, fault.code === 'not_found' ? given : []);
  return since ? { ...fault, message: `${fault.message} ${since}` } : fault;
}
