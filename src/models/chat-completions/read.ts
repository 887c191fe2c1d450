import { HandrailError } from '../../core/errors.js';
import { isRecord } from '../../core/record.js';
import type { Shown, Space } from '../../core/space.js';
import { readArguments, toCalls } from '../adapter/arguments.js';
import { parse } from '../adapter/json.js';
import { unreadable } from '../adapter/provider-adapter.js';
import type { Call, Reply, Turn, Usage } from '../model.js';
import { chatUsage } from './client.js';
import { placesToScreen } from './places.js';
import { callsInText } from './text-calls.js';

/** A message of the model as it is sent back to it. */
export interface SpokenMessage extends Record<string, unknown> {
  role: 'assistant';
  content: string | null;
  tool_calls?: Record<string, unknown>[];
}

/** How the last question was put. */
export interface Asked {
  isText: boolean;
  space: Space;
  shown: Shown;
}

/** Reads any answer at all: calls as calls, calls that were written as text, an answer, a refusal. */
export function readReply(answer: unknown, turn: Turn, asked: Asked): Reply & { again?: string } {
  const choice = isRecord(answer) && Array.isArray(answer.choices) ? answer.choices[0] : undefined;
  const message = isRecord(choice) ? choice.message : undefined;
  if (!isRecord(choice) || !isRecord(message)) return { calls: [], again: 'the answer was no chat completion.' };
  const { thought, text } = partsOf(message);
  const spoken = { ...(thought ? { thought } : {}) };
  const refusal = typeof message.refusal === 'string' && message.refusal ? message.refusal : undefined;
  if (refusal !== undefined) return { ...spoken, calls: [], refusal };
  const given = callsOf(message);
  const isCut = choice.finish_reason === 'length';
  if (given.length > 0) {
    const named = identified(given, turn.step);
    const calls = named.flatMap((one, index) => readCall(one, asked, isCut && index === named.length - 1));
    return { ...spoken, calls, ...(text ? { text } : {}), raw: speak(message, text, named) };
  }
  if (choice.finish_reason === 'content_filter')
    return { ...spoken, calls: [], refusal: text || 'The content filter of the provider stopped the answer.' };
  const isTool = (name: string): boolean => turn.tools.some((tool) => tool.name === bare(name));
  const raw = speak(message, text, []);
  const written = callsInText(text, isTool);
  if (written.length > 0) {
    const before = written[0]?.before.trim();
    const calls = written.flatMap(({ name, input }, index) =>
      readCall(
        { id: newId(turn.step, index), name: bare(name), input, raw: {} },
        asked,
        isCut && index === written.length - 1,
      ),
    );
    return { ...(before || thought ? { thought: before || thought } : {}), calls, raw };
  }
  if (isCut) return { ...spoken, ...unreadable('It was cut off because it was too long. Be brief.', raw) };
  if (text === '') return { calls: [], again: 'the answer was empty.' };
  if (asked.isText && !wasTold(turn))
    return {
      ...spoken,
      ...unreadable(`${noCall} {"tool": "complete", "input": {"summary": "…"}} ends the task.`, raw),
    };
  return { ...spoken, calls: [], text, raw };
}

const noCall = 'There is no call in it. End your reply with one JSON object: {"tool": "<name>", "input": {…}}.';

/** Who was told once that there is no call in it and still writes none, means it as the answer. */
function wasTold({ history }: Turn): boolean {
  const last = history.findLast(({ role }) => role === 'model');
  return last?.role === 'model' && last.reply.unreadable !== undefined;
}

interface Given {
  id: string;
  name: string;
  /** The JSON it was given as, or what a text held. */
  input: unknown;
  raw: Record<string, unknown>;
}

function callsOf(message: Record<string, unknown>): Record<string, unknown>[] {
  if (Array.isArray(message.tool_calls) && message.tool_calls.length > 0) return message.tool_calls.filter(isRecord);
  return isRecord(message.function_call) ? [{ function: message.function_call }] : [];
}

/** Some servers give no ids, or one twice: each needs its own, and it must be the same whenever the history is sent. */
function identified(calls: readonly Record<string, unknown>[], step: number): Given[] {
  const taken = new Set<string>();
  return calls.map((one, index) => {
    const called = isRecord(one.function) ? one.function : {};
    const own = typeof one.id === 'string' && one.id && !taken.has(one.id) ? one.id : newId(step, index);
    taken.add(own);
    return {
      id: own,
      name: typeof called.name === 'string' ? bare(called.name) : '',
      input: called.arguments,
      raw: one,
    };
  });
}

function newId(step: number, index: number): string {
  return `c${String(step).padStart(5, '0')}${String(index).padStart(3, '0')}`;
}

function bare(name: string): string {
  return name.trim().replace(/^functions\./, '');
}

function readCall({ id, name, input }: Given, { space, shown }: Asked, isCut: boolean): Call[] {
  return toCalls(id, name || 'call', () => {
    if (!name) throw new HandrailError('invalid_input', 'The call names no tool.', 'Give the name of one.');
    return { id, tool: name, input: placesToScreen(name, objectIn(name, input, isCut), space, shown) };
  });
}

/** What was cut off may lack more than can be seen, even where it is JSON. */
function objectIn(name: string, input: unknown, isCut: boolean): Record<string, unknown> {
  if (isCut)
    throw new HandrailError('invalid_input', `The arguments of ${name} were cut off.`, 'Call it again with less text.');
  if (input === undefined || input === null || input === '') return {};
  const value = typeof input === 'string' ? parse(input) : input;
  if (isRecord(value)) return readArguments(name, value).raw;
  throw new HandrailError(
    'invalid_input',
    `The arguments of ${name} are not a JSON object.`,
    'Call it again with valid JSON.',
  );
}

/** The message as it goes back. Servers check the names and parse the arguments of earlier calls, so what is neither is left out. */
function speak(message: Record<string, unknown>, text: string, calls: readonly Given[]): SpokenMessage {
  const kept = Object.fromEntries(
    ['reasoning_content', 'reasoning_details'].filter((name) => message[name]).map((name) => [name, message[name]]),
  );
  const content = typeof message.content === 'string' ? message.content : text;
  return {
    role: 'assistant',
    content: calls.length > 0 && content === '' ? null : content,
    ...kept,
    ...(calls.length > 0 ? { tool_calls: calls.map(callAgain) } : {}),
  };
}

function callAgain({ id, name, input, raw }: Given): Record<string, unknown> {
  const isWhole = typeof input === 'string' && isRecord(parse(input));
  const given = isWhole ? input : JSON.stringify(isRecord(input) ? input : {});
  const sayable = name.replace(/[^\w-]/g, '_').slice(0, 64) || 'unknown';
  return { ...raw, id, type: 'function', function: { name: sayable, arguments: given } };
}

/** Reasoning apart from what is said, wherever the server put it. */
function partsOf(message: Record<string, unknown>): { thought: string; text: string } {
  const content = textOf(message.content);
  const inline = /^\s*<think>([\s\S]*?)(?:<\/think>|$)/.exec(content);
  const apart = [message.reasoning_content, message.reasoning].find((one) => typeof one === 'string' && one);
  const text = (inline ? content.slice(inline[0].length) : content).trim();
  return { thought: (typeof apart === 'string' ? apart : (inline?.[1] ?? '')).trim(), text };
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (isRecord(part) && typeof part.text === 'string' ? part.text : '')).join('');
}

/** What the server counted, and what it says that it cost. */
export function readUsage(answer: unknown): Usage | undefined {
  const usage = chatUsage(answer);
  const cost = isRecord(answer) && isRecord(answer.usage) ? answer.usage.cost : undefined;
  const isKnown = typeof cost === 'number' && Number.isFinite(cost) && cost >= 0;
  return usage && isKnown ? { ...usage, money: cost } : usage;
}
