import { HandrailError } from '../core/errors.js';

/** Parses `type(selector="el_5", text='Hi', clear=true)`. Throws `invalid_input` if the text is not a call. */
export function parseCallString(text: string): { tool: string; input: Record<string, unknown> } {
  const head = /^\s*([a-z_]\w*)\s*\(/i.exec(text);
  if (!head?.[1]) throw toParseError(text, 'it does not start with a name and "("');
  const reader = { text, index: head[0].length };
  const input: Record<string, unknown> = {};
  skipSpace(reader);
  while (peek(reader) !== ')') {
    const name = take(reader, /[a-z_]\w*/iy);
    if (!name) throw toParseError(text, `a name was expected at "${rest(reader)}"`);
    skipSpace(reader);
    if (!take(reader, /=/y)) throw toParseError(text, `"=" was expected after ${name}`);
    skipSpace(reader);
    input[name] = readValue(reader);
    skipSpace(reader);
    if (take(reader, /,/y)) skipSpace(reader);
    else if (peek(reader) !== ')') throw toParseError(text, `"," or ")" was expected at "${rest(reader)}"`);
  }
  reader.index += 1;
  skipSpace(reader);
  if (reader.index < text.length) throw toParseError(text, `unexpected text after ")": "${rest(reader)}"`);
  return { tool: head[1], input };
}

/** Formats a call as `name(field="value")`. */
export function formatCall(tool: string, input: Readonly<Record<string, unknown>>): string {
  return `${tool}(${Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(', ')})`;
}

interface Reader {
  text: string;
  index: number;
}

const literals: Record<string, unknown> = {
  true: true,
  True: true,
  false: false,
  False: false,
  null: null,
  None: null,
};

function readValue(reader: Reader): unknown {
  const next = peek(reader);
  if (next === '"' || next === "'") return readString(reader);
  if (next === '[' || next === '{') return readNested(reader);
  const number = take(reader, /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/iy);
  if (number) return Number(number);
  const word = take(reader, /\w+/y);
  if (word && Object.hasOwn(literals, word)) return literals[word];
  throw toParseError(reader.text, `a value was expected at "${word ?? ''}${rest(reader)}"`);
}

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

function readString(reader: Reader): string {
  const quote = reader.text[reader.index];
  let value = '';
  for (reader.index += 1; reader.index < reader.text.length; reader.index += 1) {
    const character = reader.text[reader.index] ?? '';
    if (character === quote) {
      reader.index += 1;
      return value;
    }
    if (character !== '\\') {
      value += character;
      continue;
    }
    reader.index += 1;
    const escaped = reader.text[reader.index] ?? '';
    const code = escaped === 'u' ? /^[\da-f]{4}/i.exec(reader.text.slice(reader.index + 1)) : null;
    if (code) {
      value += String.fromCharCode(Number.parseInt(code[0], 16));
      reader.index += 4;
    } else value += escapes[escaped] ?? escaped;
  }
  throw toParseError(reader.text, 'a quoted text has no end');
}

function readNested(reader: Reader): unknown {
  const isList = peek(reader) === '[';
  const close = isList ? ']' : '}';
  const list: unknown[] = [];
  const record: Record<string, unknown> = {};
  reader.index += 1;
  skipSpace(reader);
  while (peek(reader) !== close) {
    if (isList) list.push(readValue(reader));
    else {
      const key = /["']/.test(peek(reader)) ? readString(reader) : take(reader, /[\w$-]+/y);
      if (key === undefined) throw toParseError(reader.text, `a key was expected at "${rest(reader)}"`);
      skipSpace(reader);
      if (!take(reader, /:/y)) throw toParseError(reader.text, `":" was expected after ${key}`);
      skipSpace(reader);
      Object.defineProperty(record, key, {
        value: readValue(reader),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
    skipSpace(reader);
    if (take(reader, /,/y)) skipSpace(reader);
    else if (peek(reader) !== close)
      throw toParseError(reader.text, `"," or "${close}" was expected at "${rest(reader)}"`);
  }
  reader.index += 1;
  return isList ? list : record;
}

function take(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.index;
  const found = pattern.exec(reader.text)?.[0];
  reader.index += found?.length ?? 0;
  return found;
}

function skipSpace(reader: Reader): void {
  take(reader, /\s+/y);
}

function peek(reader: Reader): string {
  return reader.text[reader.index] ?? '';
}

function rest(reader: Reader): string {
  return reader.text.slice(reader.index, reader.index + 30);
}

function toParseError(text: string, reason: string): HandrailError {
  return new HandrailError(
    'invalid_input',
    `The call "${text.slice(0, 120)}" cannot be parsed: ${reason}.`,
    'Write it as name(field="value", other=5).',
  );
}
