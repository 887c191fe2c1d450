/** Deeper than any call of a model. */
const maxDepth = 50;

const keywords = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['True', true],
  ['False', false],
  ['None', null],
]);

/** A value in a text, and how well formed it is. */
export interface Literal {
  value: unknown;
  /** The index after the value. */
  end: number;
  /** How many objects are not closed, although everything in them is complete. */
  unclosed: number;
  /** A string, a number or a list has no end, so the value is incomplete. */
  isCut: boolean;
  /** The value is a Python or JSON literal without any mistake. */
  isValid: boolean;
}

/** Parses a Python dictionary or list at the start of a text; undefined if it has any mistake. Never throws. */
export function parsePythonLiteral(text: string): unknown {
  const { value, isValid } = parseLiteralAt(text, 0);
  return isValid && typeof value === 'object' && value !== null ? value : undefined;
}

/** Parses the first bracketed value in a text, tolerating missing commas and quotes; undefined if it is incomplete. Never throws. */
export function parseLooseLiteral(text: string): unknown {
  const start = text.search(/[[{(]/);
  if (start < 0) return undefined;
  const { value, unclosed, isCut } = parseLiteralAt(text, start);
  return isCut || unclosed > 0 ? undefined : value;
}

/** Parses the value at an index of a text. It tolerates mistakes and reports them. Never throws. */
export function parseLiteralAt(text: string, start: number): Literal {
  const parser = new LiteralParser(text, start);
  const value = parser.readValue(0);
  const { at: end, unclosed, isCut, isValid } = parser;
  return { value, end, unclosed, isCut, isValid: isValid && !isCut && unclosed === 0 };
}

class LiteralParser {
  unclosed = 0;
  isCut = false;
  isValid = true;

  constructor(
    private readonly text: string,
    public at: number,
  ) {}

  readValue(depth: number): unknown {
    this.skip(/\s*/y);
    const character = this.text[this.at];
    if (character === undefined) this.isCut = true;
    if (character === undefined || depth > maxDepth) return this.invalid(undefined);
    if (character === '{') return this.readObject(depth);
    if (character === '[' || character === '(') return this.readList(depth, character === '[' ? ']' : ')');
    if (character === '"' || character === "'") return this.readString(character);
    const word = this.skip(/[^\s,:\]})"']*/y);
    // A number at the end of the text may be incomplete.
    if (this.at >= this.text.length) this.isCut = true;
    if (keywords.has(word)) return keywords.get(word);
    const number = Number(word);
    if (word !== '' && Number.isFinite(number)) return number;
    return this.invalid(word !== '' && !Number.isNaN(number) ? number : word);
  }

  private readObject(depth: number): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    this.at += 1;
    for (let count = 0; ; count += 1) {
      const separator = this.skip(/[\s,]*/y);
      const character = this.text[this.at];
      if (character === undefined) {
        if (separator.includes(',')) this.isCut = true;
        this.unclosed += 1;
        break;
      }
      this.checkSeparator(separator, count, character === '}');
      if (character === '}') {
        this.at += 1;
        break;
      }
      const before = this.at;
      if (character !== '"' && character !== "'") this.isValid = false;
      const key = this.readValue(depth + 1);
      if (!this.skip(/\s*:?/y).endsWith(':')) this.isValid = false;
      const value = this.readValue(depth + 1);
      if (typeof key === 'string' && key !== '__proto__') entries.push([key, value]);
      if (this.at === before) this.at += 1;
    }
    return Object.fromEntries(entries);
  }

  private readList(depth: number, closing: string): unknown[] {
    const values: unknown[] = [];
    this.at += 1;
    for (;;) {
      const separator = this.skip(/[\s,]*/y);
      const character = this.text[this.at];
      if (character === undefined) {
        this.isCut = true;
        return values;
      }
      this.checkSeparator(separator, values.length, character === closing);
      if (character === ']' || character === ')') {
        this.at += 1;
        return character === closing ? values : this.invalid(values);
      }
      // A list that is not closed ends with the object around it.
      if (character === '}') return this.invalid(values);
      const before = this.at;
      values.push(this.readValue(depth + 1));
      if (this.at === before) this.at += 1;
    }
  }

  private readString(quote: string): string {
    const { text } = this;
    const pieces: string[] = [];
    let from = this.at + 1;
    for (let at = from; ; at += 1) {
      const character = text[at];
      if (character === undefined) this.isCut = true;
      if (character === undefined || character === quote) {
        pieces.push(text.slice(from, at));
        this.at = Math.min(at + 1, text.length);
        return pieces.join('');
      }
      if (character !== '\\') continue;
      const { meaning, length } = readEscape(text.slice(at + 1, at + 6));
      pieces.push(text.slice(from, at), meaning);
      at += length;
      from = at + 1;
    }
  }

  /** Between two items stands one comma; before the first none; before the closing bracket one or none. */
  private checkSeparator(separator: string, count: number, isClosing: boolean): void {
    const commas = separator.replace(/\s/g, '').length;
    const isExpected = commas === (count === 0 ? 0 : 1) || (isClosing && commas === 0);
    if (!isExpected) this.isValid = false;
  }

  private invalid<T>(value: T): T {
    this.isValid = false;
    return value;
  }

  private skip(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** What a backslash escape means, and its length without the backslash. */
function readEscape(rest: string): { meaning: string; length: number } {
  const code = /^(?:u([\da-f]{4})|x([\da-f]{2}))/i.exec(rest);
  if (code)
    return { meaning: String.fromCharCode(Number.parseInt(code[1] ?? code[2] ?? '', 16)), length: code[0].length };
  const [next = ''] = rest;
  return { meaning: escapes[next] ?? next, length: 1 };
}
