/** Deeper than anything a model means. */
const deepest = 50;
const words: Readonly<Record<string, unknown>> = {
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
};

/** A value that was read, and where it ends. */
export interface ReadLiteral {
  value: unknown;
  end: number;
  /** How many objects nobody closed, though everything in them is whole. */
  open: number;
  /** A text, a number or a list in it has no end, so that nobody knows what was meant. */
  cut: boolean;
}

/** Reads a value that is nearly JSON: as Python writes it, with commas or brackets missing. Nothing for what is none or was cut off. Never throws. */
export function readLiteral(text: string): unknown {
  const start = text.search(/[[{(]/);
  if (start < 0) return undefined;
  const { value, open, cut } = readLiteralAt(text, start);
  return cut || open > 0 ? undefined : value;
}

/** The same from one place of a text, with what is missing at its end. Never throws. */
export function readLiteralAt(text: string, at: number): ReadLiteral {
  const reader: Reader = { text, at, open: 0, cut: false };
  const value = readValue(reader, 0);
  return { value, end: reader.at, open: reader.open, cut: reader.cut };
}

interface Reader {
  readonly text: string;
  at: number;
  open: number;
  cut: boolean;
}

function readValue(reader: Reader, depth: number): unknown {
  skip(reader, /\s*/y);
  const character = reader.text[reader.at];
  if (character === undefined) reader.cut = true;
  if (character === undefined || depth > deepest) return undefined;
  if (character === '{') return readObject(reader, depth);
  if (character === '[' || character === '(') return readList(reader, depth);
  if (character === '"' || character === "'") return readString(reader, character);
  const word = skip(reader, /[^\s,:\]})"']*/y);
  // A number at the very end may be half of one.
  if (reader.at >= reader.text.length) reader.cut = true;
  if (Object.hasOwn(words, word)) return words[word];
  const number = Number(word);
  return word !== '' && !Number.isNaN(number) ? number : word;
}

function readObject(reader: Reader, depth: number): Record<string, unknown> {
  const entries: [string, unknown][] = [];
  reader.at += 1;
  for (;;) {
    const between = skip(reader, /[\s,]*/y);
    const character = reader.text[reader.at];
    if (character === undefined) {
      if (between.includes(',')) reader.cut = true;
      reader.open += 1;
      break;
    }
    if (character === '}') {
      reader.at += 1;
      break;
    }
    const before = reader.at;
    const key = readValue(reader, depth + 1);
    skip(reader, /\s*:?/y);
    const value = readValue(reader, depth + 1);
    if (typeof key === 'string' && key !== '__proto__') entries.push([key, value]);
    if (reader.at === before) reader.at += 1;
  }
  return Object.fromEntries(entries);
}

function readList(reader: Reader, depth: number): unknown[] {
  const values: unknown[] = [];
  reader.at += 1;
  for (;;) {
    skip(reader, /[\s,]*/y);
    const character = reader.text[reader.at];
    if (character === undefined) {
      reader.cut = true;
      return values;
    }
    if (character === ']' || character === ')') {
      reader.at += 1;
      return values;
    }
    // A list that nobody closed ends where the object around it does.
    if (character === '}') return values;
    const before = reader.at;
    values.push(readValue(reader, depth + 1));
    if (reader.at === before) reader.at += 1;
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

function readString(reader: Reader, quote: string): string {
  const { text } = reader;
  const pieces: string[] = [];
  let from = reader.at + 1;
  for (let at = from; ; at += 1) {
    const character = text[at];
    if (character === undefined) reader.cut = true;
    if (character === undefined || character === quote) {
      pieces.push(text.slice(from, at));
      reader.at = Math.min(at + 1, text.length);
      return pieces.join('');
    }
    if (character !== '\\') continue;
    pieces.push(text.slice(from, at));
    const next = text[at + 1] ?? '';
    const code = next === 'u' ? /^[\da-f]{4}/i.exec(text.slice(at + 2, at + 6))?.[0] : undefined;
    pieces.push(code ? String.fromCharCode(Number.parseInt(code, 16)) : (escapes[next] ?? next));
    at += code ? 5 : 1;
    from = at + 1;
  }
}

function skip(reader: Reader, pattern: RegExp): string {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0] ?? '';
  reader.at += found.length;
  return found;
}
