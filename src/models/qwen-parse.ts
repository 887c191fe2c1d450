import { findJson, isRecord, parse } from './json.js';
import { readLiteral } from './qwen-literal.js';

/** One call as it was written; nothing but its source where it could not be read. */
export type WrittenCall = { name: string; input: Record<string, unknown>; source: string } | { source: string };

export interface WrittenReply {
  /** What it thought, and what it said beside its calls. */
  thought: string;
  text: string;
  calls: WrittenCall[];
}

/** More than any model says in one turn; what comes after is not looked at. */
const mostCharacters = 60_000;
const mostCalls = 20;

/** Reads calls in all the forms that are seen: tags around JSON, Python or XML, closed or not, or none at all. Never throws. */
export function parseQwen(whole: string): WrittenReply {
  const { thought, said } = splitThinking(whole.slice(0, mostCharacters));
  const pieces = said.split(/<tool_call>/i);
  const prose = [pieces[0] ?? ''];
  const calls: WrittenCall[] = [];
  for (const piece of pieces.slice(1, mostCalls + 1)) {
    const [source = '', after = ''] = piece.split(/<\/tool_call>/i, 2);
    prose.push(after);
    if (source.trim() !== '') calls.push(readWritten(source.trim()));
  }
  if (calls.length === 0) {
    const bare = withoutTags(said);
    if (bare) return { thought, text: bare.text, calls: [bare.call] };
  }
  return { thought, text: prose.join(' ').trim(), calls };
}

/** What it thought, closed or not, and what it said apart from that. */
export function splitThinking(text: string): { thought: string; said: string } {
  const end = text.toLowerCase().lastIndexOf('</think>');
  if (end >= 0)
    return {
      thought: text
        .slice(0, end)
        .replace(/<think>/gi, '')
        .trim(),
      said: text.slice(end + '</think>'.length),
    };
  const start = text.search(/<think>/i);
  if (start < 0) return { thought: '', said: text };
  const inside = text.slice(start + '<think>'.length);
  const call = inside.search(/<tool_call>/i);
  if (call < 0) return { thought: inside.trim(), said: text.slice(0, start) };
  return { thought: inside.slice(0, call).trim(), said: text.slice(0, start) + inside.slice(call) };
}

/** A call whose tags were lost: XML, or an object that says what it is. */
function withoutTags(text: string): { call: WrittenCall; text: string } | undefined {
  const xml = text.search(/<function=/i);
  if (xml >= 0) return { call: readWritten(text.slice(xml)), text: text.slice(0, xml).trim() };
  const object = findJson(text);
  const call = isRecord(object) ? callIn(object) : undefined;
  if (!call) return undefined;
  return { call: { ...call, source: JSON.stringify(object) }, text: text.slice(0, Math.max(0, text.search(/[[{]/))) };
}

function readWritten(source: string): WrittenCall {
  const call = /<function=/i.test(source) ? xmlIn(source) : objectIn(source);
  return call ? { ...call, source } : { source };
}

function objectIn(source: string): { name: string; input: Record<string, unknown> } | undefined {
  for (const readAs of [parse, findJson, readLiteral]) {
    const value = readAs(source);
    const object: unknown = Array.isArray(value) ? value[0] : value;
    const call = isRecord(object) ? callIn(object) : undefined;
    if (call) return call;
  }
  return undefined;
}

/** `{name, arguments}`, what a server's parser makes of it, or the arguments alone. */
function callIn(object: Record<string, unknown>): { name: string; input: Record<string, unknown> } | undefined {
  const inner = isRecord(object.function) ? object.function : object;
  const { name, action } = inner;
  if (typeof name === 'string') return { name, input: inputIn(inner.arguments ?? inner.parameters) };
  return typeof action === 'string' ? { name: 'computer_use', input: inner } : undefined;
}

/** Arguments as an object, whatever they came as. */
export function inputIn(given: unknown): Record<string, unknown> {
  const value = typeof given === 'string' ? (parse(given) ?? readLiteral(given)) : given;
  return isRecord(value) ? value : {};
}

function xmlIn(source: string): { name: string; input: Record<string, unknown> } | undefined {
  const opened = /<function=\s*["']?([\w.-]+)["']?\s*>?/i.exec(source);
  const name = opened?.[1];
  if (!opened || name === undefined) return undefined;
  const pieces = source
    .slice(opened.index + opened[0].length)
    .split(/<parameter=/i)
    .slice(1, 51);
  const entries = pieces.flatMap((piece): [string, unknown][] => {
    const key = /^\s*["']?([\w.-]+)["']?\s*>/.exec(piece);
    if (!key?.[1] || key[1] === '__proto__') return [];
    const value = piece.slice(key[0].length).split(/<\/parameter>|<\/function>/i, 1)[0] ?? '';
    return [[key[1], value.replace(/^\n|\n$/g, '')]];
  });
  return { name, input: Object.fromEntries(entries) };
}

/** A value from XML, where everything is text: as what it looks like. */
export function looseValue(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  const said = text.trim();
  if (/^[[{(]/.test(said)) return parse(said) ?? readLiteral(said);
  if (/^-?\d+(\.\d+)?$/.test(said)) return Number(said);
  if (/^(true|false)$/i.test(said)) return said.toLowerCase() === 'true';
  return /^(null|none)$/i.test(said) ? null : text;
}
