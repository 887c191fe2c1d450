import { toCallText } from '../../agent/call-text.js';
import type { RunEvent } from '../../agent/events.js';
import type { Call } from '../../models/model.js';
import type { Registry } from '../../tools/registry.js';

const hidden = '…';

/**
 * Removes typed text from the events of a call. Only the action knows whether it typed into a password field, so only the journal lines of
 * the action contain typed text.
 */
export function redactTypedText(event: RunEvent, registry: Registry): RunEvent {
  if (event.type === 'call_started') {
    const call = redactCall(event.call, registry);
    return { ...event, call, text: toCallText(call) };
  }
  return event.type === 'call_ended' ? { ...event, call: redactCall(event.call, registry) } : event;
}

function redactCall(call: Call, registry: Registry): Call {
  if (!('tool' in call)) return call;
  const { takes, fieldAliases = {} } = registry.get(call.tool) ?? {};
  const secrets = takes?.secrets ?? [];
  const input = Object.fromEntries(
    Object.entries(call.input).map(([field, value]) => [
      field,
      secrets.includes(fieldAliases[field] ?? field) ? hidden : value,
    ]),
  );
  return { ...call, input };
}
