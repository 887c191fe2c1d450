import type { Action } from '../../core/action.js';
import type { CoordinateSpace } from '../../core/coordinate-space.js';
import { HandrailError, toFault } from '../../core/errors.js';
import type { Call, ScreenSnapshot, Turn } from '../model.js';

/** What is needed to convert one request of a model into calls. */
export interface CallContext {
  id: string;
  space: CoordinateSpace;
  /** The screen the model was shown. */
  snapshot: ScreenSnapshot;
  turn: Turn;
  /** The calls before it in the same reply. */
  earlier: readonly Call[];
}

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/** What a model requests: an action, or any other call without its id. */
export type Requested = Action | WithoutId<Call>;

/** The calls that `convert` requests, with the id of the model's request. An error becomes a call that reports to the model what is valid. */
export function toCalls(id: string, name: string, convert: () => Requested | readonly Requested[]): Call[] {
  try {
    return [convert()].flat().map((one): Call => ('type' in one ? { id, action: one } : { ...one, id }));
  } catch (error) {
    return [{ id, name, fault: toFault(error) }];
  }
}

/** The error for a name that is not valid. */
export function unknownCall(name: string, validNames: readonly string[]): HandrailError {
  return new HandrailError(
    'unknown_tool',
    `There is no action or function "${name.slice(0, 60)}".`,
    `Valid: ${validNames.join(', ')}.`,
  );
}

/** The tools that are listed to the model. */
export function visibleTools({ tools }: Pick<Turn, 'tools'>): Turn['tools'] {
  return tools.filter(({ hidden }) => !hidden);
}

/** The name of what a call requests. */
export function callName(call: Call): string {
  if ('tool' in call) return call.tool;
  if ('action' in call) return call.action.type;
  return 'capture' in call ? (call.capture === 'screen' ? 'screenshot' : 'zoom') : call.name;
}

export function callInput(call: Call): Record<string, unknown> {
  if ('tool' in call) return call.input;
  if ('capture' in call) return call.capture === 'screen' ? {} : { ...call.capture };
  if (!('action' in call)) return {};
  const { type: _, ...fields } = call.action;
  return fields;
}

/** A call as text: its name and its input. */
export function describeCall(call: Call): string {
  return `${callName(call)}(${JSON.stringify(callInput(call))})`;
}
