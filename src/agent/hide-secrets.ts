import type { Call } from '../models/model.js';
import { declaredSecrets, hideDeclared } from '../tools/call/declared-secrets.js';
import type { Registry } from '../tools/registry.js';
import type { Tool } from '../tools/tool.js';
import { toCallText } from './call-text.js';
import type { RunEvent } from './events.js';

type Input = Readonly<Record<string, unknown>>;

/** The texts that the calls of an event pass in fields that their tools declare as secrets. */
export function declaredInEvent(event: RunEvent, registry: Registry): string[] {
  const calls = event.type === 'model_replied' ? event.calls : 'call' in event ? [event.call] : [];
  return calls.flatMap((call) => {
    const tool = 'tool' in call ? registry.get(call.tool) : undefined;
    return tool && 'tool' in call ? declaredSecrets(tool, call.input) : [];
  });
}

/** The event without the fields that tools of a program declare as secrets. */
export function withoutDeclared(event: RunEvent, registry: Registry): RunEvent {
  return changeInputs(event, registry, hideDeclared);
}

/** Changes the inputs of the tool calls of an event, and their texts. */
export function changeInputs(
  event: RunEvent,
  registry: Registry,
  change: (tool: Tool | undefined, input: Input) => Input,
): RunEvent {
  const changeCall = (call: Call): Call =>
    'tool' in call ? { ...call, input: { ...change(registry.get(call.tool), call.input) } } : call;
  if (event.type === 'model_replied') return { ...event, calls: event.calls.map(changeCall) };
  if (!('call' in event)) return event;
  const call = changeCall(event.call);
  return event.type === 'call_started' ? { ...event, call, text: toCallText(call) } : { ...event, call };
}
