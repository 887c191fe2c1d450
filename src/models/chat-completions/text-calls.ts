import { isRecord } from '../../core/record.js';
import type { ToolDefinition } from '../../tools/tool.js';
import { findJson, parse } from '../adapter/json.js';

/** What a model is told that has no tools of its own: which there are, and how a call is written. */
export function textProtocol(tools: readonly ToolDefinition[]): string {
  const list = tools.map(
    ({ name, description, parameters }) => `- ${name}: ${description}\n  input: ${JSON.stringify(parameters)}`,
  );
  return [
    'You have these tools:',
    ...list,
    'To use one, end your reply with one JSON object and nothing after it: {"tool": "<name>", "input": {…}}',
    'Use one tool in each reply. The result comes with the next message. When the task is done, use complete.',
  ].join('\n');
}

/** A call as it is written in text. */
export function writeCall(tool: string, input: unknown): string {
  return JSON.stringify({ tool, input });
}

/** Nobody writes a call that is longer. */
const longest = 400_000;

export interface WrittenCall {
  name: string;
  input: unknown;
  /** What stands before it. */
  before: string;
}

/** The calls that a text holds, in any of the forms that models write them in. `isTool` tells them from JSON that is an answer. */
export function callsInText(said: string, isTool: (name: string) => boolean): WrittenCall[] {
  const text = said.slice(0, longest);
  for (const { json, before } of candidates(text)) {
    const list = Array.isArray(json)
      ? json
      : isRecord(json) && Array.isArray(json.tool_calls)
        ? json.tool_calls
        : [json];
    const calls = list.map((one) => callIn(one, isTool));
    const found = calls.filter((one) => one !== undefined);
    if (found.length > 0 && found.length === calls.length) return found.map((one) => ({ ...one, before }));
  }
  return [];
}

/** Marked as a call first, then fenced, then whatever looks like JSON. */
function candidates(text: string): { json: unknown; before: string }[] {
  const marked = [/<tool_call>([\s\S]*?)(?:<\/tool_call>|$)/g, /```([\s\S]*?)```/g].flatMap((form) =>
    [...text.matchAll(form)].map((match) => ({ json: findJson(match[1] ?? ''), before: text.slice(0, match.index) })),
  );
  const last = text.lastIndexOf('\n{');
  const tail = last < 0 ? undefined : parse(text.slice(last + 1).trim());
  const first = text.search(/[[{]/);
  return [
    ...marked.filter(({ json }) => json !== undefined),
    ...(tail === undefined ? [] : [{ json: tail, before: text.slice(0, last) }]),
    ...(first < 0 ? [] : [{ json: findJson(text), before: text.slice(0, first) }]),
  ];
}

/** {"tool", "input"}, {"name", "arguments"}, {"function": {…}}, {"action": "click", …}. */
function callIn(value: unknown, isTool: (name: string) => boolean): { name: string; input: unknown } | undefined {
  if (!isRecord(value)) return undefined;
  if (isRecord(value.function)) return callIn(value.function, isTool);
  const { tool, name, action, tool_name, function: named } = value;
  const said = [tool, tool_name, named, name].find((one) => typeof one === 'string');
  const given = value.input ?? value.arguments ?? value.parameters ?? value.args ?? value.action_input;
  if (typeof said === 'string') {
    const isMeant = isTool(said) || (typeof tool === 'string' && given !== undefined);
    return isMeant ? { name: said, input: given ?? {} } : undefined;
  }
  if (typeof action !== 'string' || !isTool(action)) return undefined;
  const { action: _, thought: __, ...rest } = value;
  return { name: action, input: given ?? rest };
}
