import type { Call } from '../model.js';

/** The name of what a call asks for. */
export function toolOf(call: Call): string {
  if ('tool' in call) return call.tool;
  if ('action' in call) return call.action.type;
  return 'look' in call ? (call.look === 'screen' ? 'screenshot' : 'zoom') : call.name;
}

/** A call in words, for a reader: its name and what it was given. */
export function nameCall(call: Call): string {
  return `${toolOf(call)}(${JSON.stringify(inputOf(call))})`;
}

/** What a call was given. */
export function inputOf(call: Call): Record<string, unknown> {
  if ('tool' in call) return call.input;
  if ('look' in call) return call.look === 'screen' ? {} : { ...call.look };
  if (!('action' in call)) return {};
  const { type: _, ...fields } = call.action;
  return fields;
}
