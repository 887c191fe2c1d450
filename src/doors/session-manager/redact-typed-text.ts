import { nameCall } from '../../agent/calls.js';
import type { RunEvent } from '../../agent/events.js';
import type { Call } from '../../models/model.js';
import type { Registry } from '../../tools/registry.js';

/** An event without what was typed: only the action itself knows whether it went into a password field, and its own lines keep that. */
export function redactTypedText(event: RunEvent, registry: Registry): RunEvent {
  if (event.type === 'call_started') {
    const call = withoutTyped(event.call, registry);
    return { ...event, call, what: nameCall(call) };
  }
  return event.type === 'call_ended' ? { ...event, call: withoutTyped(event.call, registry) } : event;
}

function withoutTyped(call: Call, registry: Registry): Call {
  if (!('tool' in call)) return call;
  const typed = registry.get(call.tool)?.takes.secrets ?? [];
  const aliases = registry.get(call.tool)?.fieldAliases ?? {};
  const input = Object.fromEntries(
    Object.entries(call.input).map(([field, value]) => [
      field,
      typed.includes(aliases[field] ?? field) ? hidden : value,
    ]),
  );
  return { ...call, input };
}

const hidden = '…';
