import { isRecord } from '../../core/is-record.js';
import { type Requested, toCalls } from '../adapter/calls.js';
import { latestSnapshot } from '../adapter/coordinates.js';
import { routeToModal } from '../adapter/modal.js';
import type { Call, Reply, ScreenSnapshot, Turn } from '../model.js';
import { convertFunctionCall } from './actions.js';
import type { GeminiSettings } from './options.js';

/** A function call of the model. */
export interface FunctionCall {
  /** Its own id if that is unique; otherwise its number. */
  key: string;
  id?: string;
  name: string;
  args: Record<string, unknown>;
}

/** Reads function calls and gives each a unique key: Google may omit ids. */
export function readFunctionCalls(calls: readonly { id?: unknown; name?: unknown; args?: unknown }[]): FunctionCall[] {
  const taken = new Set<string>();
  return calls.map(({ id: givenId, name, args }, index) => {
    const id = typeof givenId === 'string' && givenId !== '' ? givenId : undefined;
    const number = `call_${index + 1}`;
    const key = [id, number].find((one) => one !== undefined && !taken.has(one)) ?? `${number}_of_${calls.length}`;
    taken.add(key);
    return { key, id, name: typeof name === 'string' ? name : '', args: isRecord(args) ? args : {} };
  });
}

/** Why a function call cannot be answered: it has no name, or its arguments are not an object. */
export function invalidCallReason({ name, args }: { name?: unknown; args?: unknown }): string | undefined {
  if (typeof name !== 'string' || name === '') return 'A function call in it has no name.';
  if (args === undefined || args === null || isRecord(args)) return undefined;
  return `The arguments of ${name.slice(0, 60)} are not an object.`;
}

/** Google's safety decision about a call: nothing, a confirmation by the user, or a stop. */
export function safetyDecision({ name, args }: FunctionCall): { confirm?: string; stop?: string } {
  const given = args.safety_decision;
  if (given === undefined || given === null) return {};
  const decision = isRecord(given) ? given.decision : given;
  const explanation = isRecord(given) && typeof given.explanation === 'string' ? given.explanation.trim() : '';
  const word = typeof decision === 'string' ? decision.trim() : '';
  if (/^(regular|allow|allowed)$/i.test(word)) return {};
  if (/^require_confirmation$/i.test(word))
    return { confirm: explanation || `Google requires the user's approval for ${name}.` };
  return { stop: `Google stopped ${name} (${word.slice(0, 60) || 'an unreadable decision'}). ${explanation}`.trim() };
}

interface GeminiReply {
  functionCalls: readonly FunctionCall[];
  text: string;
  thought: string;
  raw: unknown;
  /** The reply was cut off, so its last call may be incomplete. */
  isCut: boolean;
}

/** The reply for the content of a response of either API. */
export function toReply(
  { functionCalls, text, thought, raw, isCut }: GeminiReply,
  turn: Turn,
  settings: GeminiSettings,
): Reply {
  const intents = functionCalls.map(({ args }) => args.intent).filter((intent) => typeof intent === 'string');
  const reply = { thought: thought || intents.join(' ') || undefined, text: text || undefined, raw };
  const decisions = functionCalls.map(safetyDecision);
  const stop = decisions.find((decision) => decision.stop !== undefined)?.stop;
  if (stop !== undefined) return { ...reply, calls: [], refusal: stop };
  const snapshot = latestSnapshot(turn);
  const calls = functionCalls.flatMap((call, index) => {
    if (isCut && index === functionCalls.length - 1) return [cutCall(call)];
    const converted = toCalls(call.key, call.name, () => convertCall(call, snapshot, turn, settings));
    return withConfirmation(converted, decisions[index]?.confirm);
  });
  return { ...reply, calls: routeToModal(calls, snapshot.modal) };
}

/** A tool of the caller takes precedence over an action of the same name. */
function convertCall(
  { name, args }: FunctionCall,
  snapshot: ScreenSnapshot,
  { tools }: Turn,
  settings: GeminiSettings,
): Requested | Requested[] {
  const tool = tools.find((one) => one.name === name);
  if (!tool && settings.usesComputer) return convertFunctionCall(name, args, snapshot, settings, tools);
  const { safety_decision: _, intent, ...rest } = args;
  const fields = isRecord(tool?.parameters.properties) ? tool.parameters.properties : {};
  return { tool: name, input: Object.hasOwn(fields, 'intent') ? { ...rest, intent } : rest };
}

function cutCall({ key, name }: FunctionCall): Call {
  const message = `${name} was not executed: the reply was too long and was cut off.`;
  return { id: key, name, fault: { code: 'invalid_input', message, hint: 'Write less, and call it again.' } };
}

/** Confirms the first part of a call. An invalid call needs no confirmation. */
function withConfirmation(calls: readonly Call[], confirm: string | undefined): Call[] {
  return calls.map((call, part) =>
    confirm === undefined || part > 0 || 'fault' in call ? call : { ...call, confirm },
  );
}
