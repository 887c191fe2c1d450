import { isRecord } from '../../core/record.js';
import { endOf, parse } from '../adapter/json.js';
import { readLiteral, readLiteralAt } from './literal.js';

interface NamedCall {
  name: string;
  input: Record<string, unknown>;
}

/** One call as it was written; nothing but its source where it could not be read. `cut`: it has no end, so that nobody knows what was meant. */
export type WrittenCall = (NamedCall & { source: string }) | { source: string; cut?: true };

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
  const prose: string[] = [];
  const calls: WrittenCall[] = [];
  const opening = /<tool_call>/gi;
  for (let at = 0; calls.length < mostCalls; ) {
    opening.lastIndex = at;
    const found = opening.exec(said);
    prose.push(said.slice(at, found?.index));
    if (!found) break;
    const { source, isClosed, end } = bodyAt(said, opening.lastIndex);
    if (source !== '') calls.push(readWritten(source, isClosed));
    at = end;
  }
  if (calls.length === 0) {
    const bare = withoutTags(said);
    if (bare) return { thought, text: bare.text, calls: [bare.call] };
  }
  return { thought, text: prose.join(' ').trim(), calls };
}

/** What stands after an opening tag, up to the next tag that is no part of what the call says. */
function bodyAt(said: string, start: number): { source: string; isClosed: boolean; end: number } {
  const tag = /<(\/?)tool_call>/gi;
  tag.lastIndex = wholeAt(said, start) ?? start;
  const found = tag.exec(said);
  const source = said.slice(start, found?.index).trim();
  if (!found) return { source, isClosed: false, end: said.length };
  // The opening tag is seen as a closing one, too: what follows it may be the next call.
  return { source, isClosed: true, end: found[1] ? tag.lastIndex : found.index };
}

/** Where the JSON or the XML that begins here ends, when it does. */
function wholeAt(said: string, start: number): number | undefined {
  const head = /\s*(?:```\w*\s*)?(?=([[{])|<function=)/iy;
  head.lastIndex = start;
  const found = head.exec(said);
  if (!found) return undefined;
  if (found[1]) {
    const end = endOf(said, head.lastIndex);
    return end !== undefined && parse(said.slice(head.lastIndex, end)) !== undefined ? end : undefined;
  }
  const last = /<\/function>|<tool_call>/gi;
  last.lastIndex = head.lastIndex;
  return last.exec(said)?.[0].startsWith('</') ? last.lastIndex : undefined;
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
  if (xml >= 0) return { call: readWritten(text.slice(xml), false), text: text.slice(0, xml).trim() };
  const start = text.search(/\{\s*["'](?:name|action|arguments|function)["']\s*:/);
  if (start < 0) return undefined;
  const call = readWritten(text.slice(start), false);
  return 'name' in call || call.cut ? { call, text: text.slice(0, start) } : undefined;
}

function readWritten(source: string, isClosed: boolean): WrittenCall {
  const call = /<function=/i.test(source) ? xmlIn(source, isClosed) : objectIn(source, isClosed);
  if (call === 'cut') return { source, cut: true };
  return call ? { ...call, source } : { source };
}

/** Prose may hold a bracket, too; not many. */
const mostStarts = 5;

function objectIn(source: string, isClosed: boolean): NamedCall | 'cut' | undefined {
  let at = source.indexOf('{');
  for (let tries = 0; at >= 0 && tries < mostStarts; tries += 1) {
    const end = endOf(source, at);
    const json = end === undefined ? undefined : parse(source.slice(at, end));
    const isJson = end !== undefined && json !== undefined;
    const read = isJson ? { value: json, end, open: 0, cut: false } : readLiteralAt(source, at);
    // Where the model closed the call itself, brackets are only forgotten; else more may have been meant to come.
    const missing = isClosed ? 0 : read.open;
    if (read.cut || missing > 1) return 'cut';
    const call = isRecord(read.value) ? callIn(read.value, missing > 0) : undefined;
    if (call) return call;
    at = source.indexOf('{', read.end);
  }
  return undefined;
}

/** `{name, arguments}`, what a server's parser makes of it, or the arguments alone. Of one that is still open, the arguments have to be there. */
function callIn(object: Record<string, unknown>, isOpen: boolean): NamedCall | 'cut' | undefined {
  const inner = isRecord(object.function) ? object.function : object;
  const { name, action } = inner;
  if (typeof name === 'string') {
    const given = inner.arguments ?? inner.parameters;
    const input = isOpen && given === undefined ? undefined : inputIn(given);
    return input ? { name, input } : 'cut';
  }
  if (isOpen) return 'cut';
  return typeof action === 'string' ? { name: 'computer_use', input: inner } : undefined;
}

/** Arguments as an object, whatever they came as; nothing for a text that is no whole object. */
export function inputIn(given: unknown): Record<string, unknown> | undefined {
  if (isRecord(given)) return given;
  if (typeof given !== 'string' || given.trim() === '') return {};
  const value = parse(given) ?? readLiteral(given);
  return isRecord(value) ? value : undefined;
}

function xmlIn(source: string, isClosed: boolean): NamedCall | 'cut' | undefined {
  const opened = /<function=\s*["']?([\w.-]+)["']?\s*>?/i.exec(source);
  const name = opened?.[1];
  if (!opened || name === undefined) return undefined;
  const pieces = source
    .slice(opened.index + opened[0].length)
    .split(/<parameter=/i)
    .slice(1, 51);
  if (!isClosed && !/<\/function>/i.test(source)) return 'cut';
  // The last one is whole only where something says that it ends.
  if (pieces.length > 0 && !/<\/parameter>|<\/function>/i.test(pieces.at(-1) ?? '')) return 'cut';
  const entries = pieces.flatMap((piece): [string, unknown][] => {
    const key = /^\s*["']?([\w.-]+)["']?\s*>/.exec(piece);
    if (!key?.[1] || key[1] === '__proto__') return [];
    return [[key[1], untilEnd(piece.slice(key[0].length)).replace(/^\n|\n$/g, '')]];
  });
  return { name, input: Object.fromEntries(entries) };
}

function untilEnd(piece: string): string {
  const end = piece.toLowerCase().lastIndexOf('</parameter>');
  return end >= 0 ? piece.slice(0, end) : (piece.split(/<\/function>/i, 1)[0] ?? '');
}

/** A value from XML, where everything is text: as what it looks like. */
export function looseValue(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  const said = text.trim();
  if (/^[[{(]/.test(said)) return parse(said) ?? readLiteral(said) ?? text;
  if (/^-?\d+(\.\d+)?$/.test(said)) return Number(said);
  if (/^(true|false)$/i.test(said)) return said.toLowerCase() === 'true';
  return /^(null|none)$/i.test(said) ? null : text;
}
