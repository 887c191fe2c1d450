import { isRecord } from '../../../core/is-record.js';
import { findClosingBracket, findJson, parseJson } from '../../adapter/json.js';
import { parsePythonLiteral } from '../../adapter/python-literal.js';
import { splitToolCalls } from '../../adapter/tool-call-text.js';

export interface NamedCall {
  name: string;
  input: Record<string, unknown>;
}

export interface ToolCallReply {
  thoughts: string;
  /** The calls, each with the text it was read from. */
  calls: (NamedCall & { text: string })[];
  /** The text of a call that could not be read. */
  broken?: string;
}

/** Reads thoughts and calls: JSON or Python literals, with a closing tag or without. Never throws. */
export function readToolCalls(reply: string): ToolCallReply {
  const { prose, calls: sources } = splitToolCalls(reply.replace(/<think>([\s\S]*?)<\/think>/g, '$1\n'));
  const thoughts = (prose[0] ?? '').replace(/<\/?think>/g, '').trim();
  const hasTags = prose.length > 1 || sources.length > 0;
  if (!hasTags) return readUntagged(thoughts);
  const calls: ToolCallReply['calls'] = [];
  for (const { source } of sources) {
    const call = parseCall(source);
    if (!call) return { thoughts, calls, broken: source.slice(0, 200) };
    calls.push({ ...call, text: source });
  }
  return { thoughts, calls };
}

/** Without tags, an object is a call if its first key says so. */
function readUntagged(text: string): ToolCallReply {
  const start = text.search(/\{\s*["'](?:name|action|arguments)["']\s*:/);
  const source = start < 0 ? '' : text.slice(start).replace(/```[\s\S]*$/, '');
  const call = source ? parseCall(source) : undefined;
  if (!call) return { thoughts: text, calls: [] };
  const thoughts = text
    .slice(0, start)
    .replace(/```\w*\s*$/, '')
    .trim();
  return { thoughts, calls: [{ ...call, text: source.trim() }] };
}

function parseCall(source: string): NamedCall | undefined {
  const unfenced = source.replace(/^```\w*\s*|\s*```$/g, '');
  const value = parseJson(unfenced) ?? parsePythonLiteral(unfenced) ?? parseEmbedded(unfenced);
  return toNamedCall(Array.isArray(value) ? value[0] : value);
}

/** Parses an object with text around it, or without its last bracket if everything in it is closed. */
function parseEmbedded(source: string): unknown {
  const start = source.search(/[[{]/);
  if (start < 0) return undefined;
  if (findClosingBracket(source, start) !== undefined) return findJson(source);
  const text = source.slice(start).trimEnd();
  return text.endsWith('}') ? (parseJson(`${text}}`) ?? parsePythonLiteral(`${text}}`)) : undefined;
}

/** Accepts `{name, arguments}`, with the arguments as an object or as text, and the arguments alone. */
export function toNamedCall(value: unknown): NamedCall | undefined {
  if (!isRecord(value)) return undefined;
  if (isRecord(value.function)) return toNamedCall(value.function);
  const { name, arguments: given, parameters, ...rest } = value;
  const input = toInput(given ?? parameters);
  if (typeof name === 'string' && name !== '') {
    if (given === undefined && parameters === undefined) return { name, input: rest };
    return input && { name, input };
  }
  if (input) return { name: 'computer_use', input };
  return typeof value.action === 'string' ? { name: 'computer_use', input: rest } : undefined;
}

function toInput(value: unknown): Record<string, unknown> | undefined {
  const object = typeof value === 'string' ? (parseJson(value) ?? parsePythonLiteral(value)) : value;
  return isRecord(object) ? object : undefined;
}
