import { HandrailError } from '../core/errors.js';

/** A call as one writes it, `type(selector="el_5", text='Hi', clear=true)`, as a name and its input. */
export function parseCallString(text: string): { tool: string; input: Record<string, unknown> } {
  const head = /^\s*([a-z_]\w*)\s*\(/i.exec(text);
  if (!head?.[1]) throw unreadable(text, 'it does not begin with a name and "("');
  const reader = { text, at: head[0].length };
  const input: Record<string, unknown> = {};
  skipSpace(reader);
  while (peek(reader) !== ')') {
    const name = take(reader, /[a-z_]\w*/iy);
    if (!name) throw unreadable(text, `a name was expected at "${rest(reader)}"`);
    skipSpace(reader);
    if (!take(reader, /=/y)) throw unreadable(text, `"=" was expected after ${name}`);
    skipSpace(reader);
    input[name] = readValue(reader);
    skipSpace(reader);
    if (take(reader, /,/y)) skipSpace(reader);
    else if (peek(reader) !== ')') throw unreadable(text, `"," or ")" was expected at "${rest(reader)}"`);
  }
  reader.at += 1;
  skipSpace(reader);
  if (reader.at < text.length) throw unreadable(text, `nothing was expected after ")": "${rest(reader)}"`);
  return { tool: head[1], input };
}

/** The same the other way round. */
export function formatCall(tool: string, input: Readonly<Record<string, unknown>>): string {
  return `${tool}(${Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(', ')})`;
}

interface Reader {
  text: string;
  at: number;
}

const words: Record<string, unknown> = { true: true, True: true, false: false, False: false, null: null, None: null };

function readValue(reader: Reader): unknown {
  const next = peek(reader);
  if (next === '"' || next === "'") return readString(reader);
  if (next === '[' || next === '{') return readNested(reader);
  const number = take(reader, /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/iy);
  if (number) return Number(number);
  const word = take(reader, /\w+/y);
  if (word && Object.hasOwn(words, word)) return words[word];
  throw unreadable(reader.text, `a value was expected at "${word ?? ''}${rest(reader)}"`);
}

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

function readString(reader: Reader): string {
  const quote = reader.text[reader.at];
  let value = '';
  for (reader.at += 1; reader.at < reader.text.length; reader.at += 1) {
    const character = reader.text[reader.at] ?? '';
    if (character === quote) {
      reader.at += 1;
      return value;
    }
    if (character !== '\\') {
      value += character;
      continue;
    }
    reader.at += 1;
    const escaped = reader.text[reader.at] ?? '';
    const code = escaped === 'u' ? /^[\da-f]{4}/i.exec(reader.text.slice(reader.at + 1)) : null;
    if (code) {
      value += String.fromCharCode(Number.parseInt(code[0], 16));
      reader.at += 4;
    } else value += escapes[escaped] ?? escaped;
  }
  throw unreadable(reader.text, 'a quoted text does not end');
}

function readNested(reader: Reader): unknown {
  const isList = peek(reader) === '[';
  const close = isList ? ']' : '}';
  const list: unknown[] = [];
  const record: Record<string, unknown> = {};
  reader.at += 1;
  skipSpace(reader);
  while (peek(reader) !== close) {
    if (isList) list.push(readValue(reader));
    else {
      const key = /["']/.test(peek(reader)) ? readString(reader) : take(reader, /[\w$-]+/y);
      if (key === undefined) throw unreadable(reader.text, `a key was expected at "${rest(reader)}"`);
      skipSpace(reader);
      if (!take(reader, /:/y)) throw unreadable(reader.text, `":" was expected after ${key}`);
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
      throw unreadable(reader.text, `"," or "${close}" was expected at "${rest(reader)}"`);
  }
  reader.at += 1;
  return isList ? list : record;
}

function take(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0];
  reader.at += found?.length ?? 0;
  return found;
}

function skipSpace(reader: Reader): void {
  take(reader, /\s+/y);
}

function peek(reader: Reader): string {
  return reader.text[reader.at] ?? '';
}

function rest(reader: Reader): string {
  return reader.text.slice(reader.at, reader.at + 30);
}

function unreadable(text: string, why: string): HandrailError {
  return new HandrailError(
    'invalid_input',
    `The call "${text.slice(0, 120)}" cannot be read: ${why}.`,
    'Write it as name(field="value", other=5).',
  );
}
