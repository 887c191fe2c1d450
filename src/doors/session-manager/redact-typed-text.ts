import type { RunEvent } from '../../agent/events.js';
import { changeInputs } from '../../agent/hide-secrets.js';
import { hideFields, isDeclared } from '../../tools/call/declared-secrets.js';
import type { Registry } from '../../tools/registry.js';

const hidden = '…';

/**
 * Removes typed text from the events of a call. Only the action knows whether it typed into a password field, so only the journal lines of
 * the action contain typed text.
 */
export function redactTypedText(event: RunEvent, registry: Registry): RunEvent {
  return changeInputs(event, registry, (tool, input) =>
    tool ? hideFields(input, (field) => isDeclared(tool, field), hidden) : input,
  );
}
