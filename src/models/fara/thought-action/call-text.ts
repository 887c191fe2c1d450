import { isRecord } from '../../../core/is-record.js';
import { parseJson } from '../../adapter/json.js';

/** One call as it was written: `click(x=512, y=305)`. */
export interface WrittenAction {
  name: string;
  /** By name; a field without a name is under its position, from 0. */
  fields: Record<string, unknown>;
  /** The text of the call in the reply. */
  text: string;
}

/** A call, and where it ends. */
export interface ReadCall {
  action: WrittenAction;
  end: number;
}

/** The complete call at an index of a text. */
export function readCall(text: string, at: number): ReadCall | undefined {
  const head = /^([a-z_]\w*)\s*[(（]/i.exec(text.slice(at, at + 80));
  if (!head?.[1]) return undefined;
  const start = at + head[0].length;
  const read = readFields(text, start, false) ?? readFields(text, start, true);
  if (!read) return undefined;
  const name = head[1].toLowerCase();
  return { action: { name, fields: read.fields, text: text.slice(at, read.end) }, end: read.end };
}

const maxFields = 20;

/** `lenient`: a quotation mark ends a text only if a valid continuation follows, so `it's` is one word. */
function readFields(
  text: string,
  start: number,
  lenient: boolean,
): { fields: Record<string, unknown>; end: number } | undefined {
  const fields: Record<string, unknown> = Object.create(null);
  let at = start;
  let unnamed = 0;
  const written = /^\s*(\{[^{}]*\})\s*[)）]/.exec(text.slice(start, start + 4_000));
  const asJson = written?.[1] === undefined ? undefined : parseJson(written[1]);
  if (written && isRecord(asJson)) return { fields: asJson, end: start + written[0].length };
  for (let count = 0; count < maxFields; count += 1) {
    at = skipSpace(text, at);
    if (isClosing(text[at])) return { fields: { ...fields }, end: at + 1 };
    const named = /^['"]?([a-z_]\w*)['"]?\s*[=:：]\s*/i.exec(text.slice(at, at + 60));
    if (named) at += named[0].length;
    const value = readValue(text, at, lenient, named !== null);
    if (!value) return undefined;
    if (named?.[1]) fields[named[1].toLowerCase()] = value.value;
    else {
      fields[String(unnamed)] = value.value;
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
  // A word without quotation marks is a value only if it has a name: `(finally)` is prose.
  const word = isNamed ? /^[^\s,()'"，）][^,()'"\n，）]{0,99}/.exec(text.slice(at, at + 100)) : null;
  return word ? { value: word[0].trim(), end: at + word[0].length } : undefined;
}

function readText(text: string, start: number, closing: string, lenient: boolean): Value | undefined {
  let value = '';
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\\') {
      const { meaning, length } = readEscape(text.slice(at + 1, at + 10));
      value += meaning;
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

/** What a backslash escape means, and its length without the backslash. An unknown escape stands for itself. */
function readEscape(rest: string): { meaning: string; length: number } {
  const code = /^(?:u([\da-f]{4})|u\{([\da-f]{1,6})\}|x([\da-f]{2}))/i.exec(rest);
  const number = code ? Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16) : Number.NaN;
  if (code && number <= 0x10ffff) return { meaning: String.fromCodePoint(number), length: code[0].length };
  const [next = ''] = rest;
  if (next === '') return { meaning: '\\', length: 0 };
  if (escapes[next] !== undefined && Object.hasOwn(escapes, next)) return { meaning: escapes[next], length: 1 };
  return { meaning: /['"`\\“”‘’]/.test(next) ? next : `\\${next}`, length: 1 };
}

/** A point in brackets: `(512, 305)`, `[512, 305]`. */
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
