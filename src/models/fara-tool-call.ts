import { readLiteral } from './fara-literal.js';
import { findJson, isRecord, parse } from './json.js';

/** One call as a model wrote it between `<tool_call>` and `</tool_call>`. */
export interface ToolCallText {
  name: string;
  input: Record<string, unknown>;
  /** As it stood in the reply. */
  text: string;
}

/** A reply of thoughts and calls. */
export interface ToolCallReply {
  thoughts: string;
  calls: ToolCallText[];
  /** A call was begun that nobody can read. */
  broken?: string;
}

/** No model means more than this in one reply. */
const mostCalls = 20;

/** Reads a reply: JSON or a Python literal, with a closing tag or none. Never throws. */
export function readToolCalls(reply: string): ToolCallReply {
  const text = reply.replace(/<think>([\s\S]*?)<\/think>/g, '$1\n');
  const [before = '', ...parts] = text.split(/<\s*tool_calls?\s*>/i);
  const thoughts = before.replace(/<\/?think>/g, '').trim();
  if (parts.length === 0) return withoutTag(thoughts);
  const calls: ToolCallText[] = [];
  for (const part of parts.slice(0, mostCalls)) {
    const inner = part.split(/<\s*\/\s*tool_calls?\s*>/i)[0]?.trim() ?? '';
    if (inner === '') continue; // the opening tag is seen as a closing one, too
    const read = callIn(inner);
    if (!read) return { thoughts, calls, broken: inner.slice(0, 200) };
    calls.push({ ...read, text: inner });
  }
  return { thoughts, calls };
}

/** The last JSON of a reply that lost its tags is a call when it says so itself. */
function withoutTag(text: string): ToolCallReply {
  const start = text.search(/\{\s*["'](?:name|action|arguments)["']\s*:/);
  const inner = start < 0 ? '' : text.slice(start).replace(/```[\s\S]*$/, '');
  const read = inner ? callIn(inner) : undefined;
  if (!read) return { thoughts: text, calls: [] };
  const thoughts = text
    .slice(0, start)
    .replace(/```\w*\s*$/, '')
    .trim();
  return { thoughts, calls: [{ ...read, text: inner.trim() }] };
}

function callIn(inner: string): { name: string; input: Record<string, unknown> } | undefined {
  const bare = inner.replace(/^```\w*\s*|\s*```$/g, '');
  const value = parse(bare) ?? readLiteral(bare) ?? findJson(bare);
  return toCall(Array.isArray(value) ? value[0] : value);
}

/** `{name, arguments}`, with the arguments as JSON text or not, or the arguments alone. */
export function toCall(value: unknown): { name: string; input: Record<string, unknown> } | undefined {
  if (!isRecord(value)) return undefined;
  if (isRecord(value.function)) return toCall(value.function);
  const { name, arguments: given, parameters, ...rest } = value;
  const input = objectIn(given ?? parameters);
  if (typeof name === 'string' && name !== '') {
    if (given === undefined && parameters === undefined) return { name, input: rest };
    return input && { name, input };
  }
  if (input) return { name: 'computer_use', input };
  return typeof value.action === 'string' ? { name: 'computer_use', input: rest } : undefined;
}

function objectIn(value: unknown): Record<string, unknown> | undefined {
  if (isRecord(value)) return value;
  if (typeof value !== 'string') return undefined;
  const read = parse(value) ?? readLiteral(value);
  return isRecord(read) ? read : undefined;
}
