/** Reads what Python writes for a dictionary or a list, quotes and words of JSON among them; nothing for anything else. Never throws. */
export function readLiteral(text: string): unknown {
  const reader = { text, at: 0 };
  const value = readValue(reader, 0);
  return typeof value === 'object' && value !== null ? value : undefined;
}

interface Reader {
  text: string;
  at: number;
}

const deepest = 40;
/** What is no value at all, as opposed to `None`. */
const nothing = Symbol('nothing');

function readValue(reader: Reader, depth: number): unknown {
  skipSpace(reader);
  const { text, at } = reader;
  const character = text[at];
  if (depth > deepest) return nothing;
  if (character === '{') return readRecord(reader, depth);
  if (character === '[' || character === '(') return readList(reader, depth, character === '[' ? ']' : ')');
  if (character === '"' || character === "'") return readText(reader, character);
  const word = /^[-+\w.]+/.exec(text.slice(at, at + 64))?.[0];
  if (word === undefined) return nothing;
  reader.at += word.length;
  if (words.has(word)) return words.get(word);
  const number = Number(word);
  return Number.isFinite(number) ? number : nothing;
}

const words = new Map<string, unknown>([
  ['True', true],
  ['true', true],
  ['False', false],
  ['false', false],
  ['None', null],
  ['null', null],
]);

function readRecord(reader: Reader, depth: number): unknown {
  const entries: [string, unknown][] = [];
  reader.at += 1;
  for (;;) {
    skipSpace(reader);
    if (take(reader, '}')) return Object.fromEntries(entries.filter(([name]) => name !== '__proto__'));
    const quote = reader.text[reader.at];
    const name = quote === '"' || quote === "'" ? readText(reader, quote) : nothing;
    skipSpace(reader);
    if (typeof name !== 'string' || !take(reader, ':')) return nothing;
    const value = readValue(reader, depth + 1);
    if (value === nothing) return nothing;
    entries.push([name, value]);
    skipSpace(reader);
    if (!take(reader, ',') && reader.text[reader.at] !== '}') return nothing;
  }
}

function readList(reader: Reader, depth: number, closing: string): unknown {
  const values: unknown[] = [];
  reader.at += 1;
  for (;;) {
    skipSpace(reader);
    if (take(reader, closing)) return values;
    const value = readValue(reader, depth + 1);
    if (value === nothing) return nothing;
    values.push(value);
    skipSpace(reader);
    if (!take(reader, ',') && reader.text[reader.at] !== closing) return nothing;
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

function readText(reader: Reader, closing: string): string | typeof nothing {
  const { text } = reader;
  let value = '';
  for (let at = reader.at + 1; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === closing) {
      reader.at = at + 1;
      return value;
    }
    if (character !== '\\') {
      value += character;
      continue;
    }
    const code = /^(?:u([\da-f]{4})|x([\da-f]{2}))/i.exec(text.slice(at + 1, at + 6));
    const next = text[at + 1] ?? '';
    value += code ? String.fromCharCode(Number.parseInt(code[1] ?? code[2] ?? '', 16)) : (escapes[next] ?? next);
    at += code ? code[0].length : 1;
  }
  return nothing;
}

function skipSpace(reader: Reader): void {
  while (/\s/.test(reader.text[reader.at] ?? '')) reader.at += 1;
}

function take(reader: Reader, character: string): boolean {
  if (reader.text[reader.at] !== character) return false;
  reader.at += 1;
  return true;
}
