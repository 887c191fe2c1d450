import { isRecord } from '../../core/record.js';
import { lastSeen, toCalls } from '../adapter/arguments.js';
import { throughModal } from '../adapter/modal.js';
import type { Call, Reply, ScreenSnapshot, Turn } from '../model.js';
import { callsOf } from './actions.js';
import type { GeminiSettings } from './options.js';

/** One function that the model called. */
export interface Asked {
  /** Its own id where it has one that nothing else has; otherwise its number. */
  key: string;
  id?: string;
  name: string;
  args: Record<string, unknown>;
}

/** Gives every call a key of its own: Google may leave ids out. */
export function numbered(asked: readonly Omit<Asked, 'key'>[]): Asked[] {
  const taken = new Set<string>();
  return asked.map((one, index) => {
    const number = `call_${index + 1}`;
    const key = [one.id, number].find((id) => id !== undefined && !taken.has(id)) ?? `${number}_of_${asked.length}`;
    taken.add(key);
    return { key, ...one };
  });
}

/** Said of a call that is none: it has no name to be answered by, or nothing that a function can be given. */
export function brokenCall(name: unknown, args: unknown): string | undefined {
  if (typeof name !== 'string' || name === '') return 'A function call in it has no name.';
  if (args === undefined || args === null || isRecord(args)) return undefined;
  return `The arguments of ${name.slice(0, 60)} are no object.`;
}

/** What Google has found out about a call: nothing, that a person has to agree, or that it must not be done. */
export function safetyOf({ name, args }: Asked): { confirm?: string; stop?: string } {
  const said = args.safety_decision;
  if (said === undefined || said === null) return {};
  const decision = isRecord(said) ? said.decision : said;
  const explanation = isRecord(said) && typeof said.explanation === 'string' ? said.explanation.trim() : '';
  const word = typeof decision === 'string' ? decision.trim() : '';
  if (/^(regular|allow|allowed)$/i.test(word)) return {};
  if (/^require_confirmation$/i.test(word))
    return { confirm: explanation || `Google wants a person to agree to ${name}.` };
  return {
    stop: `Google stopped ${name} (${word.slice(0, 60) || 'a decision that nobody can read'}). ${explanation}`.trim(),
  };
}

interface Heard {
  asked: readonly Asked[];
  text: string;
  thought: string;
  raw: unknown;
  /** It was too long, so that what it called last may be half of what was meant. */
  isCut: boolean;
}

/** What the model wants, from what it said in either interface. */
export function replyOf({ asked, text, thought, raw, isCut }: Heard, turn: Turn, settings: GeminiSettings): Reply {
  const intents = asked.map(({ args }) => args.intent).filter((intent) => typeof intent === 'string');
  const why = thought || intents.join(' ');
  const reply = { ...(why ? { thought: why } : {}), ...(text ? { text } : {}), raw };
  const safety = asked.map(safetyOf);
  const stop = safety.find((one) => one.stop !== undefined)?.stop;
  if (stop !== undefined) return { ...reply, calls: [], refusal: stop };
  const seen = lastSeen(turn.history, turn.observation.screen);
  const calls = asked.flatMap((one, index) => {
    if (isCut && index === asked.length - 1) return [cutOff(one)];
    const made = toCalls(one.key, one.name, () => callsFor(one, seen, turn, settings));
    const confirm = safety[index]?.confirm;
    return confirm === undefined ? made : made.map((call, part) => (part === 0 ? asking(call, confirm) : call));
  });
  return { ...reply, calls: throughModal(calls, seen.modal) };
}

/** A tool of the user's by its name, in place of an action of the same name. */
function callsFor({ key, name, args }: Asked, seen: ScreenSnapshot, { tools }: Turn, settings: GeminiSettings): Call[] {
  const tool = tools.find((one) => one.name === name);
  if (!tool && settings.usesComputer) return callsOf(key, name, args, seen, settings, tools);
  const { safety_decision: _, intent, ...rest } = args;
  const fields = isRecord(tool?.parameters.properties) ? tool.parameters.properties : {};
  return [{ id: key, tool: name, input: Object.hasOwn(fields, 'intent') ? { ...rest, intent } : rest }];
}

function cutOff({ key, name }: Asked): Call {
  const message = `${name} was not done: the reply was too long and was cut off.`;
  return { id: key, name, fault: { code: 'invalid_input', message, hint: 'Say less, and call it again.' } };
}

/** What cannot be done anyway needs nobody's agreement. */
function asking(call: Call, confirm: string): Call {
  return 'fault' in call ? call : { ...call, confirm };
}
