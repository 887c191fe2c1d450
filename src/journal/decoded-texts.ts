/** A text as it reads with its encodings taken off, and where each of its characters stands in the original. */
export interface Decoded {
  text: string;
  /** Absent where nothing was taken off. */
  starts?: number[];
  ends?: number[];
}

interface Encoding {
  pattern: RegExp;
  decode(run: string): string;
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const escaped: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const percent: Encoding = {
  pattern: /(?:%[0-9a-f]{2})+/gi,
  decode: (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
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

/** An encoding may lie inside another one: JSON in JSON, an address in an address. */
const depth = 2;

/** The text itself, and everything it says once percent, form, JSON or HTML encoding is taken off, up to twice. */
export function decodedTexts(text: string): Decoded[] {
  const all: Decoded[] = [{ text }];
  const known = new Set([text]);
  let last = all;
  for (let round = 0; round < depth; round += 1) {
    const next: Decoded[] = [];
    for (const before of last) {
      for (const encoding of [percent, form, json, html]) {
        const decoded = takeOff(before, encoding);
        if (!decoded || known.has(decoded.text)) continue;
        known.add(decoded.text);
        next.push(decoded);
      }
    }
    all.push(...next);
    last = next;
  }
  return all;
}

function takeOff(before: Decoded, { pattern, decode }: Encoding): Decoded | undefined {
  let text = '';
  let done = 0;
  const starts: number[] = [];
  const ends: number[] = [];
  const copy = (until: number): void => {
    text += before.text.slice(done, until);
    for (let at = done; at < until; at += 1) {
      starts.push(startAt(before, at));
      ends.push(endAt(before, at));
    }
  };
  for (const match of before.text.matchAll(pattern)) {
    copy(match.index);
    done = match.index + match[0].length;
    const plain = decode(match[0]);
    text += plain;
    for (let at = 0; at < plain.length; at += 1) {
      starts.push(startAt(before, match.index));
      ends.push(endAt(before, done - 1));
    }
  }
  if (done === 0) return undefined;
  copy(before.text.length);
  return { text, starts, ends };
}

export function startAt({ starts }: Decoded, at: number): number {
  return starts?.[at] ?? at;
}

export function endAt({ ends }: Decoded, at: number): number {
  return ends?.[at] ?? at + 1;
}
