import type { CoordinateSpace, PictureGeometry } from '../../core/coordinate-space.js';
import { HandrailError } from '../../core/errors.js';
import { isRecord } from '../../core/is-record.js';
import { toCalls } from '../adapter/calls.js';
import { parseJson } from '../adapter/json.js';
import { type AdapterReply, unreadableReply } from '../adapter/provider-adapter.js';
import type { Call, Turn, Usage } from '../model.js';
import { contentText, readChatUsage } from './client.js';
import { coordinatesToScreen } from './coordinates.js';
import { findCalls } from './text-calls.js';

/** A message of the model as it is sent back. */
export interface AssistantMessage extends Record<string, unknown> {
  role: 'assistant';
  content: string | null;
  tool_calls?: Record<string, unknown>[];
}

/** How the last request was built. */
export interface ReplyContext {
  isTextProtocol: boolean;
  space: CoordinateSpace;
  geometry: PictureGeometry;
}

const maxShownLength = 200;

function show(response: unknown): string {
  const text = JSON.stringify(response) ?? 'nothing';
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text;
}

/** Reads any response: tool calls, calls written as text, an answer, or a refusal. Never throws. */
export function readReply(response: unknown, turn: Turn, context: ReplyContext): AdapterReply {
  const choice = isRecord(response) && Array.isArray(response.choices) ? response.choices[0] : undefined;
  const message = isRecord(choice) ? choice.message : undefined;
  if (!isRecord(choice) || !isRecord(message))
    return { calls: [], retryReason: `The response is not a chat completion. Received ${show(response)}.` };
  const { thought, text } = splitReasoning(message);
  if (typeof message.refusal === 'string' && message.refusal) return { thought, calls: [], refusal: message.refusal };
  const isCut = choice.finish_reason === 'length';
  const toolCalls = identify(toolCallsOf(message), turn.step);
  if (toolCalls.length > 0) {
    const calls = readCalls(toolCalls, context, isCut);
    return { thought, calls, text: text || undefined, raw: toMessage(message, text, toolCalls) };
  }
  if (choice.finish_reason === 'content_filter')
    return { thought, calls: [], refusal: text || "The provider's content filter stopped the reply." };
  const raw = toMessage(message, text, []);
  const written = findCalls(text, (name) => turn.tools.some((tool) => tool.name === withoutNamespace(name)));
  if (written.length > 0) {
    const named = written.map(
      ({ name, input }, index): ToolCall => ({
        id: newId(turn.step, index),
        name: withoutNamespace(name),
        input,
        raw: {},
      }),
    );
    return { thought: written[0]?.before.trim() || thought, calls: readCalls(named, context, isCut), raw };
  }
  if (isCut) return { thought, ...unreadableReply('The reply was cut off because it was too long. Be brief.', raw) };
  if (text === '') return { calls: [], retryReason: 'The response is empty.' };
  if (context.isTextProtocol && !wasToldToCall(turn)) return { thought, ...unreadableReply(missingCall, raw) };
  return { thought, calls: [], text, raw };
}

const missingCall =
  'There is no call in it. End your reply with one JSON object: {"tool": "<name>", "input": {…}}. {"tool": "complete", "input": {"summary": "…"}} ends the task.';

/** If a model writes no call again after that was reported to it, its text is the answer. */
function wasToldToCall({ history }: Turn): boolean {
  const last = history.findLast(({ role }) => role === 'model');
  return last?.role === 'model' && last.reply.unreadable !== undefined;
}

interface ToolCall {
  id: string;
  name: string;
  /** JSON text, or an object from a text. */
  input: unknown;
  raw: Record<string, unknown>;
}

function toolCallsOf(message: Record<string, unknown>): Record<string, unknown>[] {
  if (Array.isArray(message.tool_calls) && message.tool_calls.length > 0) return message.tool_calls.filter(isRecord);
  return isRecord(message.function_call) ? [{ function: message.function_call }] : [];
}

/** Gives each call its own id: some servers give none, or one twice. The same history always gets the same ids. */
function identify(calls: readonly Record<string, unknown>[], step: number): ToolCall[] {
  const taken = new Set<string>();
  return calls.map((raw, index) => {
    const called = isRecord(raw.function) ? raw.function : {};
    const id = typeof raw.id === 'string' && raw.id && !taken.has(raw.id) ? raw.id : newId(step, index);
    taken.add(id);
    const name = typeof called.name === 'string' ? withoutNamespace(called.name) : '';
    return { id, name, input: called.arguments, raw };
  });
}

function newId(step: number, index: number): string {
  return `c${String(step).padStart(5, '0')}${String(index).padStart(3, '0')}`;
}

function withoutNamespace(name: string): string {
  return name.trim().replace(/^functions\./, '');
}

/** The last call of a reply that was cut off may be incomplete even if it is valid JSON. */
function readCalls(calls: readonly ToolCall[], { space, geometry }: ReplyContext, isCut: boolean): Call[] {
  return calls.flatMap(({ id, name, input }, index) =>
    toCalls(id, name || 'call', () => {
      if (!name) throw new HandrailError('invalid_input', 'The call names no tool.', 'Call a tool by its name.');
      if (isCut && index === calls.length - 1)
        throw new HandrailError(
          'invalid_input',
          `The arguments of ${name} were cut off.`,
          'Call it again with less text.',
        );
      return { tool: name, input: coordinatesToScreen(name, toInput(name, input), space, geometry) };
    }),
  );
}

function toInput(name: string, input: unknown): Record<string, unknown> {
  if (input === undefined || input === null || input === '') return {};
  const value = typeof input === 'string' ? parseJson(input) : input;
  if (isRecord(value)) return value;
  throw new HandrailError(
    'invalid_input',
    `The arguments of ${name} are not a JSON object.`,
    'Call it again with valid JSON.',
  );
}

/** The message to send back. Servers check the names and parse the arguments of earlier calls, so invalid ones are replaced. */
function toMessage(message: Record<string, unknown>, text: string, calls: readonly ToolCall[]): AssistantMessage {
  const { reasoning_content, reasoning_details } = message;
  const content = typeof message.content === 'string' ? message.content : text;
  return {
    role: 'assistant',
    content: calls.length > 0 && content === '' ? null : content,
    ...(reasoning_content ? { reasoning_content } : {}),
    ...(reasoning_details ? { reasoning_details } : {}),
    ...(calls.length > 0 ? { tool_calls: calls.map(toValidCall) } : {}),
  };
}

function toValidCall({ id, name, input, raw }: ToolCall): Record<string, unknown> {
  const isValid = typeof input === 'string' && isRecord(parseJson(input));
  const args = isValid ? input : JSON.stringify(isRecord(input) ? input : {});
  const validName = name.replace(/[^\w-]/g, '_').slice(0, 64) || 'unknown';
  return { ...raw, id, type: 'function', function: { name: validName, arguments: args } };
}

/** Separates the reasoning from the text, wherever the server puts it. */
function splitReasoning(message: Record<string, unknown>): { thought?: string; text: string } {
  const content = contentText(message.content);
  const inline = /^\s*<think>([\s\S]*?)(?:<\/think>|$)/.exec(content);
  const separate = [message.reasoning_content, message.reasoning].find((one) => typeof one === 'string' && one);
  const text = (inline ? content.slice(inline[0].length) : content).trim();
  const thought = (typeof separate === 'string' ? separate : (inline?.[1] ?? '')).trim();
  return { thought: thought || undefined, text };
}

/** The server's token counts, and the cost if it reports one. */
export function readUsage(response: unknown): Usage | undefined {
  const usage = readChatUsage(response);
  const cost = isRecord(response) && isRecord(response.usage) ? response.usage.cost : undefined;
  const isKnown = typeof cost === 'number' && Number.isFinite(cost) && cost >= 0;
  return usage && isKnown ? { ...usage, cost } : usage;
}
