import { isRecord } from '../../core/is-record.js';
import { parseJson, parseJsonAt } from '../adapter/json.js';
import { parseLiteralAt, parseLooseLiteral } from '../adapter/python-literal.js';
import { splitToolCalls } from '../adapter/tool-call-text.js';

interface NamedCall {
  name: string;
  input: Record<string, unknown>;
}

/** One call as it was written; without a name if it could not be read. `cut`: it is incomplete. */
export type WrittenCall = (NamedCall & { source: string }) | { source: string; cut?: true };

export interface WrittenReply {
  thought: string;
  /** The text beside the calls. */
  text: string;
  calls: WrittenCall[];
}

/** More than any model writes in one reply; the rest is ignored. */
const maxCharacters = 60_000;

/** Reads calls in every form that models write: tagged JSON, Python or XML, closed or not, or without tags. Never throws. */
export function parseQwen(reply: string): WrittenReply {
  const { thought, rest } = splitThinking(reply.slice(0, maxCharacters));
  const { prose, calls } = splitToolCalls(rest);
  if (calls.length > 0)
    return {
      thought,
      text: prose.join(' ').trim(),
      calls: calls.map(({ source, isClosed }) => readCall(source, isClosed)),
    };
  const untagged = readUntagged(rest);
  if (untagged) return { thought, text: untagged.text, calls: [untagged.call] };
  return { thought, text: prose.join(' ').trim(), calls: [] };
}

/** Splits the reasoning, closed or not, from the rest. */
export function splitThinking(text: string): { thought: string; rest: string } {
  const end = text.toLowerCase().lastIndexOf('</think>');
  if (end >= 0) {
    const thought = text.slice(0, end).replace(/<think>/gi, '');
    return { thought: thought.trim(), rest: text.slice(end + '</think>'.length) };
  }
  const start = text.search(/<think>/i);
  if (start < 0) return { thought: '', rest: text };
  const inside = text.slice(start + '<think>'.length);
  const call = inside.search(/<tool_call>/i);
  if (call < 0) return { thought: inside.trim(), rest: text.slice(0, start) };
  return { thought: inside.slice(0, call).trim(), rest: text.slice(0, start) + inside.slice(call) };
}

/** A call without tags: XML, or an object whose first key says that it is a call. */
function readUntagged(text: string): { call: WrittenCall; text: string } | undefined {
  const xml = text.search(/<function=/i);
  if (xml >= 0) return { call: readCall(text.slice(xml), false), text: text.slice(0, xml).trim() };
  const start = text.search(/\{\s*["'](?:name|action|arguments|function)["']\s*:/);
  if (start < 0) return undefined;
  const call = readCall(text.slice(start), false);
  return 'name' in call || call.cut ? { call, text: text.slice(0, start) } : undefined;
}

function readCall(source: string, isClosed: boolean): WrittenCall {
  const call = /<function=/i.test(source) ? parseXml(source, isClosed) : parseObject(source, isClosed);
  if (call === 'cut') return { source, cut: true };
  return call ? { ...call, source } : { source };
}

/** Prose may hold a few brackets, too. */
const maxStarts = 5;

function parseObject(source: string, isClosed: boolean): NamedCall | 'cut' | undefined {
  let at = source.indexOf('{');
  for (let attempt = 0; at >= 0 && attempt < maxStarts; attempt += 1) {
    const json = parseJsonAt(source, at);
    const { value, end, unclosed, isCut } = json ? { ...json, unclosed: 0, isCut: false } : parseLiteralAt(source, at);
    // In a closed call the brackets were only forgotten. In an open one, more text may be missing.
    const missing = isClosed ? 0 : unclosed;
    if (isCut || missing > 1) return 'cut';
    const call = isRecord(value) ? toNamedCall(value, missing > 0) : undefined;
    if (call) return call;
    at = source.indexOf('{', end);
  }
  return undefined;
}

/** Accepts `{name, arguments}`, what a server's parser makes of it, and the arguments alone. An open object must have the arguments. */
function toNamedCall(object: Record<string, unknown>, isOpen: boolean): NamedCall | 'cut' | undefined {
  const inner = isRecord(object.function) ? object.function : object;
  const { name, action } = inner;
  if (typeof name === 'string') {
    const given = inner.arguments ?? inner.parameters;
    const input = isOpen && given === undefined ? undefined : toInput(given);
    return input ? { name, input } : 'cut';
  }
  if (isOpen) return 'cut';
  return typeof action === 'string' ? { name: 'computer_use', input: inner } : undefined;
}

/** Arguments as an object; undefined for a text that is not a complete object. */
export function toInput(given: unknown): Record<string, unknown> | undefined {
  if (isRecord(given)) return given;
  if (typeof given !== 'string' || given.trim() === '') return {};
  const value = parseJson(given) ?? parseLooseLiteral(given);
  return isRecord(value) ? value : undefined;
}

const maxParameters = 50;

function parseXml(source: string, isClosed: boolean): NamedCall | 'cut' | undefined {
  const opened = /<function=\s*["']?([\w.-]+)["']?\s*>?/i.exec(source);
  const name = opened?.[1];
  if (!opened || name === undefined) return undefined;
  const parameters = source
    .slice(opened.index + opened[0].length)
    .split(/<parameter=/i)
    .slice(1, maxParameters + 1);
  if (!isClosed && !/<\/function>/i.test(source)) return 'cut';
  // The last parameter is complete only if a closing tag follows it.
  if (parameters.length > 0 && !/<\/parameter>|<\/function>/i.test(parameters.at(-1) ?? '')) return 'cut';
  const entries = parameters.flatMap((parameter): [string, unknown][] => {
    const key = /^\s*["']?([\w.-]+)["']?\s*>/.exec(parameter);
    if (!key?.[1] || key[1] === '__proto__') return [];
    return [[key[1], parameterValue(parameter.slice(key[0].length)).replace(/^\n|\n$/g, '')]];
  });
  return { name, input: Object.fromEntries(entries) };
}

function parameterValue(text: string): string {
  const end = text.toLowerCase().lastIndexOf('</parameter>');
  return end >= 0 ? text.slice(0, end) : (text.split(/<\/function>/i, 1)[0] ?? '');
}

/** The value that a text from XML stands for: a number, a boolean, null, an object, or the text itself. */
export function inferValue(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  const trimmed = text.trim();
  if (/^[[{(]/.test(trimmed)) return parseJson(trimmed) ?? parseLooseLiteral(trimmed) ?? text;
  if (/^-?\d+(\.\d+)?$/.test(trimmed)) return Number(trimmed);
  if (/^(true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === 'true';
  return /^(null|none)$/i.test(trimmed) ? null : text;
}
