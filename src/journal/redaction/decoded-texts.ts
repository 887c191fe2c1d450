/** A text after one or more encodings were removed. */
export interface DecodedText {
  text: string;
  /** The position of each character in the original text. Slow, so computed only on demand. */
  offsets(): Offsets;
}

interface Offsets {
  start(index: number): number;
  end(index: number): number;
}

interface Encoding {
  pattern: RegExp;
  decode(run: string): string;
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const escaped: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const percent: Encoding = {
  pattern: /(?:%[0-9a-f]{2})+/gi,
  decode(run) {
    const code = run.length === 3 ? Number.parseInt(run.slice(1), 16) : 0x80;
    if (code < 0x80) return String.fromCharCode(code);
    return Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8');
  },
};
const form: Encoding = {
  pattern: /\+|(?:%[0-9a-f]{2})+/gi,
  decode: (run) => (run === '+' ? ' ' : percent.decode(run)),
};
const json: Encoding = {
  pattern: /\\(?:u[0-9a-f]{4}|["\\/bfnrt'])/gi,
  decode: (run) =>
    run.length === 6
      ? String.fromCharCode(Number.parseInt(run.slice(2), 16))
      : (escaped[run.charAt(1)] ?? run.charAt(1)),
};
const html: Encoding = {
  pattern: /&(?:#x[0-9a-f]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos|nbsp);/gi,
  decode: (run) => {
    const name = run.slice(1, -1).toLowerCase();
    if (!name.startsWith('#')) return named[name] ?? run;
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : run;
  },
};

/** A page or a terminal breaks a long word into lines. */
const lines: Encoding = { pattern: /[^\S\r\n]*(?:\r?\n[^\S\r\n]*)+/g, decode: () => '' };

/** Encodings can be nested: JSON in JSON, a URL in a URL. */
const maxDepth = 2;

/** The text itself, and its forms without percent, form, JSON or HTML encoding or line breaks, up to two levels. */
export function decodeText(text: string): DecodedText[] {
  const known = new Set([text]);
  const all: DecodedText[] = [{ text, offsets: () => ({ start: (index) => index, end: (index) => index + 1 }) }];
  let last = all;
  for (let round = 0; round < maxDepth; round += 1) {
    const next: DecodedText[] = [];
    for (const before of last) {
      for (const encoding of [percent, form, json, html, lines]) {
        const decoded = before.text.replace(encoding.pattern, encoding.decode);
        if (known.has(decoded)) continue;
        known.add(decoded);
        next.push({ text: decoded, offsets: () => mapOffsets(before, encoding) });
      }
    }
    all.push(...next);
    last = next;
  }
  return all;
}

/** Every character of a decoded sequence has the start and the end of the whole sequence. */
function mapOffsets(before: DecodedText, { pattern, decode }: Encoding): Offsets {
  const outer = before.offsets();
  const starts: number[] = [];
  const ends: number[] = [];
  let done = 0;
  const add = (from: number, to: number): void => {
    starts.push(outer.start(from));
    ends.push(outer.end(to - 1));
  };
  const copy = (until: number): void => {
    for (; done < until; done += 1) add(done, done + 1);
  };
  for (const { 0: run, index } of before.text.matchAll(pattern)) {
    copy(index);
    for (let unit = decode(run).length; unit > 0; unit -= 1) add(index, index + run.length);
    done = index + run.length;
  }
  copy(before.text.length);
  return { start: (index) => starts[index] ?? index, end: (index) => ends[index] ?? index + 1 };
}
