import { isRecord } from '../../core/is-record.js';
import type { ToolDefinition } from '../../tools/tool.js';
import { findJson, parseJson } from '../adapter/json.js';

/** The list of tools, and how to write a call, for a model without tool calling. */
export function textProtocol(tools: readonly ToolDefinition[]): string {
  const list = tools.map(
    ({ name, description, parameters }) => `- ${name}: ${description}\n  input: ${JSON.stringify(parameters)}`,
  );
  return [
    'You have these tools:',
    ...list,
    'To use one, end your reply with one JSON object and nothing after it: {"tool": "<name>", "input": {…}}',
    'Use one tool in each reply. The next message has its result. When the task is done, use complete.',
  ].join('\n');
}

/** A call as text. */
export function writeCall(tool: string, input: unknown): string {
  return JSON.stringify({ tool, input });
}

/** More than any call of a model. */
const maxCharacters = 400_000;

export interface WrittenCall {
  name: string;
  input: unknown;
  /** The text before the call. */
  before: string;
}

/** The calls in a text, in any form that models write. `isTool` distinguishes a call from JSON that is an answer. */
export function findCalls(reply: string, isTool: (name: string) => boolean): WrittenCall[] {
  for (const { json, before } of candidates(reply.slice(0, maxCharacters))) {
    const toolCalls = isRecord(json) && Array.isArray(json.tool_calls) ? json.tool_calls : [json];
    const list = Array.isArray(json) ? json : toolCalls;
    const calls = list.map((one) => toCall(one, isTool)).filter((call) => call !== undefined);
    if (calls.length > 0 && calls.length === list.length) return calls.map((call) => ({ ...call, before }));
  }
  return [];
}

/** JSON that may be a call: first in tags, then in fences, then anywhere. */
function candidates(text: string): { json: unknown; before: string }[] {
  const marked = [/<tool_call>([\s\S]*?)(?:<\/tool_call>|$)/g, /```([\s\S]*?)```/g].flatMap((form) =>
    [...text.matchAll(form)].map((match) => ({ json: findJson(match[1] ?? ''), before: text.slice(0, match.index) })),
  );
  const last = text.lastIndexOf('\n{');
  const tail = last < 0 ? undefined : parseJson(text.slice(last + 1).trim());
  const first = text.search(/[[{]/);
  return [
    ...marked.filter(({ json }) => json !== undefined),
    ...(tail === undefined ? [] : [{ json: tail, before: text.slice(0, last) }]),
    ...(first < 0 ? [] : [{ json: findJson(text), before: text.slice(0, first) }]),
  ];
}

/** Accepts {"tool", "input"}, {"name", "arguments"}, {"function": {…}} and {"action": "click", …}. */
function toCall(value: unknown, isTool: (name: string) => boolean): { name: string; input: unknown } | undefined {
  if (!isRecord(value)) return undefined;
  if (isRecord(value.function)) return toCall(value.function, isTool);
  const { tool, action, tool_name, function: functionName } = value;
  const name = [tool, tool_name, functionName, value.name].find((one) => typeof one === 'string');
  const input = value.input ?? value.arguments ?? value.parameters ?? value.args ?? value.action_input;
  if (typeof name === 'string') {
    const isCall = isTool(name) || (typeof tool === 'string' && input !== undefined);
    return isCall ? { name, input: input ?? {} } : undefined;
  }
  if (typeof action !== 'string' || !isTool(action)) return undefined;
  const { action: _, thought: __, ...rest } = value;
  return { name: action, input: input ?? rest };
}
