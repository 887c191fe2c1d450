import { isRecord } from '../../../core/record.js';
import { endOf, findJson, parse } from '../../adapter/json.js';
import { readLiteral } from '../literal.js';

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
  const opening = /<\s*tool_calls?\s*>/gi;
  let found = opening.exec(text);
  const thoughts = text
    .slice(0, found?.index)
    .replace(/<\/?think>/g, '')
    .trim();
  if (!found) return withoutTag(thoughts);
  const calls: ToolCallText[] = [];
  while (found && calls.length < mostCalls) {
    const end = endOfCall(text, opening.lastIndex);
    const inner = text.slice(opening.lastIndex, end).trim();
    opening.lastIndex = end;
    found = opening.exec(text);
    if (inner === '') continue; // the opening tag is seen as a closing one, too
    const read = callIn(inner);
    if (!read) return { thoughts, calls, broken: inner.slice(0, 200) };
    calls.push({ ...read, text: inner });
  }
  return { thoughts, calls };
}

/** Where the next tag is that is no part of what the call says. */
function endOfCall(text: string, start: number): number {
  const object = /\s*(?:```\w*\s*)?(?=[[{])/y;
  object.lastIndex = start;
  const end = object.test(text) ? endOf(text, object.lastIndex) : undefined;
  const isWhole = end !== undefined && parse(text.slice(object.lastIndex, end)) !== undefined;
  const tag = /<\s*\/?\s*tool_calls?\s*>/gi;
  tag.lastIndex = isWhole ? end : start;
  return tag.exec(text)?.index ?? text.length;
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
  const value = parse(bare) ?? readLiteral(bare) ?? closed(bare);
  return toCall(Array.isArray(value) ? value[0] : value);
}

/** With words around it, or without its last bracket where everything in it is closed: a value without an end is not what was meant. */
function closed(bare: string): unknown {
  const start = bare.search(/[[{]/);
  if (start < 0) return undefined;
  if (endOf(bare, start) !== undefined) return findJson(bare);
  const text = bare.slice(start).trimEnd();
  return text.endsWith('}') ? (parse(`${text}}`) ?? readLiteral(`${text}}`)) : undefined;
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
