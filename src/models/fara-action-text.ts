import { isRecord, parse } from './json.js';

/** One call as it was written: `click(x=512, y=305)`. */
export interface WrittenAction {
  name: string;
  /** By name; what had none is under its number, from 0. */
  given: Record<string, unknown>;
  /** As it stood in the reply. */
  text: string;
}

/** A reply of the form `Thought: … Action: …`, as far as it is one. */
export interface ThoughtAction {
  thought: string;
  actions: WrittenAction[];
  /** What stands after `Action:`, as it was written. */
  action: string;
}

const marker = /^[ \t>*_#`-]*(thought|action|observation)s?[ \t]*[*_`]*[ \t]*[:：][ \t]*[*_`]*/gim;
/** Between two calls that belong together there is nothing but this. */
const between = /^[\s;,`*]*(?:(?:```\w*|[-•]|\d+[.)]|(?:and |&& )?then\b|&&|->|→)[\s,`]*)*/;

/** Reads a reply. `names`: what may be called, for calls that stand in the middle of a sentence. Never throws. */
export function readThoughtAction(reply: string, names: readonly string[]): ThoughtAction {
  const text = reply.replace(/\r\n?/g, '\n').replace(/<think>[\s\S]*?<\/think>/g, '');
  const marks = [...text.matchAll(marker)].map((match) => ({
    kind: (match[1] ?? '').toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
  const first = marks.findIndex(({ kind }) => kind === 'action');
  if (first < 0) return withoutMarker(text, marks.find(({ kind }) => kind === 'thought')?.end ?? 0, names);
  const thought = text.slice(0, marks[first]?.start).replace(marker, '').trim();
  const actions: WrittenAction[] = [];
  let end = marks[first]?.end ?? 0;
  // What follows another thought was thought up before anything had been done.
  for (const [index, mark] of marks.entries()) {
    if (index < first || mark.end < end) continue; // what is typed may hold such a line, too
    if (mark.kind !== 'action') break;
    const part = text.slice(mark.end);
    const read = callsIn(part, names, (marks[index + 1]?.start ?? text.length) - mark.end);
    actions.push(...read.actions);
    end = mark.end + read.end;
    if (read.isBroken) break;
  }
  return { thought, actions, action: text.slice(marks[first]?.end, lastEnd(marks, first, end, text.length)).trim() };
}

function lastEnd(marks: readonly { kind: string; start: number }[], first: number, end: number, most: number): number {
  return marks.find(({ kind, start }, index) => index > first && start >= end && kind !== 'action')?.start ?? most;
}

/** `Action:` in the middle of a line, or a call that has a line to itself. */
function withoutMarker(text: string, begin: number, names: readonly string[]): ThoughtAction {
  const inline = [...text.matchAll(/\baction\s*[:：]\s*(?=[`*]*[a-z_]+\s*\()/gi)].at(-1);
  const said = inline?.index ?? -1;
  if (inline && said >= begin) {
    const action = text.slice(said + inline[0].length);
    return { thought: text.slice(begin, said).trim(), actions: callsIn(action, names).actions, action: action.trim() };
  }
  const line = new RegExp(`^[ \\t\`>*-]*(?=(?:${names.join('|')})\\s*\\()`, 'im').exec(text.slice(begin));
  if (!line) return { thought: text.slice(begin).trim(), actions: [], action: '' };
  const start = begin + line.index + line[0].length;
  const { actions } = callsIn(text.slice(start), names);
  return { thought: text.slice(begin, start).trim(), actions, action: text.slice(start).trim() };
}

interface Calls {
  actions: WrittenAction[];
  /** Where the last of them ends. */
  end: number;
  /** One was begun that has no end. */
  isBroken: boolean;
}

/** The calls of one part: the first wherever it stands, others only right after it, so that talk about calls is none. */
function callsIn(part: string, names: readonly string[], within = part.length): Calls {
  const actions: WrittenAction[] = [];
  let end = 0;
  let at = between.exec(part)?.[0].length ?? 0;
  const isBegun = new RegExp(`^(?:${names.join('|')})\\s*[(（]`, 'i').test(part.slice(at, at + 80));
  let call = readCall(part, at) ?? (isBegun ? undefined : inSentence(part, names, within));
  while (call) {
    actions.push(call.action);
    end = call.end;
    at = end + (between.exec(part.slice(end))?.[0].length ?? 0);
    call = readCall(part, at);
  }
  return { actions, end, isBroken: isBegun && actions.length === 0 };
}

function inSentence(part: string, names: readonly string[], within: number): Read | undefined {
  for (const match of part.slice(0, within).matchAll(new RegExp(`(?<![\\w.'"])(?:${names.join('|')})\\(`, 'gi'))) {
    const call = readCall(part, match.index);
    if (call) return call;
  }
  return undefined;
}

interface Read {
  action: WrittenAction;
  end: number;
}

function readCall(text: string, at: number): Read | undefined {
  const head = /^([a-z_]\w*)\s*[(（]/i.exec(text.slice(at, at + 80));
  if (!head?.[1]) return undefined;
  const begin = at + head[0].length;
  const read = readGiven(text, begin, false) ?? readGiven(text, begin, true);
  if (!read) return undefined;
  const name = head[1].toLowerCase();
  return { action: { name, given: read.given, text: text.slice(at, read.end) }, end: read.end };
}

/** `lenient`: a quotation mark ends a text only where something can follow it, so that `it's` is one word. */
function readGiven(
  text: string,
  begin: number,
  lenient: boolean,
): { given: Record<string, unknown>; end: number } | undefined {
  const given: Record<string, unknown> = Object.create(null);
  let at = begin;
  let unnamed = 0;
  const written = /^\s*(\{[^{}]*\})\s*[)）]/.exec(text.slice(begin, begin + 4_000));
  const asJson = written?.[1] === undefined ? undefined : parse(written[1]);
  if (written && isRecord(asJson)) return { given: asJson, end: begin + written[0].length };
  for (let count = 0; count < 20; count += 1) {
    at = skipSpace(text, at);
    if (isClosing(text[at])) return { given: { ...given }, end: at + 1 };
    const named = /^['"]?([a-z_]\w*)['"]?\s*[=:：]\s*/i.exec(text.slice(at, at + 60));
    if (named) at += named[0].length;
    const value = readValue(text, at, lenient, named !== null);
    if (!value) return undefined;
    if (named?.[1]) given[named[1].toLowerCase()] = value.value;
    else {
      given[String(unnamed)] = value.value;
      unnamed += 1;
    }
    at = skipSpace(text, value.end);
    if (text[at] === ',' || text[at] === '，') at += 1;
    else if (!isClosing(text[at])) return undefined;
  }
  return undefined;
}

function isClosing(character: string | undefined): boolean {
  return character === ')' || character === '）';
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at] ?? '')) at += 1;
  return at;
}

type Value = { value: unknown; end: number };

const closes: Readonly<Record<string, string>> = { "'": "'", '"': '"', '“': '”', '‘': '’', '`': '`' };

function readValue(text: string, at: number, lenient: boolean, isNamed: boolean): Value | undefined {
  const opening = text[at];
  const closing = opening === undefined ? undefined : closes[opening];
  if (closing !== undefined) return readText(text, at + 1, closing, lenient);
  if (opening === '[' || opening === '(') return readNumbers(text, at);
  const number = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?(?=\s*(?:px|s|sec|seconds)?\s*[,)，）])/i.exec(
    text.slice(at, at + 60),
  );
  if (number) {
    const unit = /^\s*(?:px|s|sec|seconds)?/i.exec(text.slice(at + number[0].length))?.[0].length ?? 0;
    return { value: Number(number[0]), end: at + number[0].length + unit };
  }
  // A word without quotation marks is a value only where it has a name: `(finally)` is talk.
  const word = isNamed ? /^[^\s,()'"，）][^,()'"\n，）]{0,99}/.exec(text.slice(at, at + 100)) : null;
  return word ? { value: word[0].trim(), end: at + word[0].length } : undefined;
}

function readText(text: string, begin: number, closing: string, lenient: boolean): Value | undefined {
  let value = '';
  for (let at = begin; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\\') {
      const { meant, length } = escaped(text.slice(at + 1, at + 10));
      value += meant;
      at += length;
    } else if (character === closing && (!lenient || canEnd(text, at + 1))) return { value, end: at + 1 };
    else value += character;
  }
  return undefined;
}

function canEnd(text: string, at: number): boolean {
  return /^\s*(?:[)）]\s*(?:$|[\n;,`*.]|[a-z_]+\s*\()|[,，]\s*[a-z_]\w*\s*[=:：])/i.test(text.slice(at, at + 60));
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\n', b: '\b', f: '\f', '0': '\0' };

/** What a backslash and what follows it mean, and how long that is. What means nothing stands for itself. */
function escaped(rest: string): { meant: string; length: number } {
  const code = /^(?:u([\da-f]{4})|u\{([\da-f]{1,6})\}|x([\da-f]{2}))/i.exec(rest);
  const number = code ? Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16) : Number.NaN;
  if (code && number <= 0x10ffff) return { meant: String.fromCodePoint(number), length: code[0].length };
  const [next = ''] = rest;
  if (next === '') return { meant: '\\', length: 0 };
  if (escapes[next] !== undefined && Object.hasOwn(escapes, next)) return { meant: escapes[next], length: 1 };
  return { meant: /['"`\\“”‘’]/.test(next) ? next : `\\${next}`, length: 1 };
}

/** A place in brackets: `(512, 305)`, `[512, 305]`. */
function readNumbers(text: string, at: number): Value | undefined {
  const list = /^[[(]\s*([-+\d.,\s]{1,60})[\])]/.exec(text.slice(at, at + 80));
  if (!list?.[1]) return undefined;
  return {
    value: list[1]
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number),
    end: at + list[0].length,
  };
}
