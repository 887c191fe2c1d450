/** One action as it was written: its name and its fields. */
export interface WrittenCall {
  verb: string;
  /** By name; a field without a name is under its position: '0', '1'. */
  fields: Map<string, string>;
  /** It has no end, so it is incomplete. */
  cut?: true;
}

export interface WrittenReply {
  thought: string;
  calls: WrittenCall[];
  /** After its actions the model continues with screens that it has not seen. */
  isImagining: boolean;
}

/** More than any model writes in one reply; the rest is ignored. */
const maxCharacters = 20_000;

/** Reads `Thought: … Action: …` in every form that the models write. Never throws. */
export function parseUiTars(text: string): WrittenReply {
  const reply = text.slice(0, maxCharacters).replace(/\[EOS\]|<\|im_end\|>|<\|endoftext\|>/g, '');
  const marker = /(?:^|\n)[^\S\n]*\**Action\**\s*[:：]\**/.exec(reply) ?? /\bAction\s*[:：]/.exec(reply);
  if (!marker) {
    const bare = /(?:^|\n)[^\S\n]*([a-z_]+\([^\n]*\))\s*$/.exec(reply);
    if (!bare) return { thought: readThought(reply), calls: [], isImagining: false };
    return { thought: readThought(reply.slice(0, bare.index)), calls: readCalls(bare[1] ?? ''), isImagining: false };
  }
  const after = reply.slice(marker.index + marker[0].length);
  // The model may imagine further steps on screens that it has not seen: they are not executed.
  const end = /\n[^\S\n]*(?:Thought|Observation|Reflection|User)\s*[:：]/.exec(after)?.index;
  const thought = readThought(reply.slice(0, marker.index));
  return { thought, calls: readCalls(after.slice(0, end)), isImagining: end !== undefined };
}

function readThought(text: string): string {
  return text
    .replace(/(?:^|\n)[^\S\n]*(?:Thought|Reflection|Action_Summary)\s*[:：][^\S\n]*/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
}

const maxCalls = 50;

/** Each call starts a line, or follows the closing bracket of the previous one. */
function readCalls(text: string): WrittenCall[] {
  const calls: WrittenCall[] = [];
  const start = /[\s;,`)]*(?:Action\s*[:：]\s*)?([A-Za-z_]\w*)[^\S\n]*(\(|(?=[\s`;.]*(?:\n|$)))/y;
  for (let at = 0; calls.length < maxCalls; ) {
    start.lastIndex = at;
    const found = start.exec(text);
    if (!found) return calls;
    const verb = (found[1] ?? '').toLowerCase();
    if (found[2] !== '(') {
      calls.push({ verb, fields: new Map() });
      at = start.lastIndex;
      continue;
    }
    const { fields, end, isClosed } = readFields(text, start.lastIndex);
    calls.push(isClosed || endsWithPoint.test(text) ? { verb, fields } : { verb, fields, cut: true });
    at = end;
  }
  return calls;
}

/** After a complete point only the last bracket can be missing. */
const endsWithPoint = /\b(?:\w+_box|\w*point)\s*=\s*(?:'[^'"]*[\])>]'|"[^'"]*[\])>]")[\s`]*$/;

const maxFields = 20;

/** The fields of brackets that open just before `start`, and where the brackets end. */
function readFields(text: string, start: number): { fields: Map<string, string>; end: number; isClosed: boolean } {
  const fields = new Map<string, string>();
  const name = /[\s,]*(?:([A-Za-z_]\w*)\s*=\s*)?/y;
  let at = start;
  for (let position = 0; position < maxFields; position += 1) {
    name.lastIndex = at;
    const label = name.exec(text)?.[1];
    at = name.lastIndex;
    const character = text[at];
    if (character === undefined) break;
    if (character === ')') return { fields, end: at + 1, isClosed: true };
    const { value, end } =
      character === "'" || character === '"' ? readQuoted(text, at, character) : readPlain(text, at);
    fields.set(label ?? String(position), value);
    at = end;
  }
  return { fields, end: text.length, isClosed: false };
}

/** A text may hold quotes that are not escaped, so what follows a quote decides whether it ends the text. */
function readQuoted(text: string, start: number, quote: string): { value: string; end: number } {
  const isLast = /\s*(?:\)[\s`;.]*(?:\n|$)|,\s*[A-Za-z_]\w*\s*=)/y;
  const mayBeLast = /\s*[,)]/y;
  let fallback: number | undefined;
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') {
      at += 1;
      continue;
    }
    if (text[at] !== quote) continue;
    isLast.lastIndex = at + 1;
    if (isLast.test(text)) return { value: unescapeText(text.slice(start + 1, at)), end: at + 1 };
    mayBeLast.lastIndex = at + 1;
    if (fallback === undefined && mayBeLast.test(text)) fallback = at;
  }
  const end = fallback ?? text.length;
  const value = text.slice(start + 1, end);
  return { value: unescapeText(fallback === undefined ? value.replace(/['"]?\s*\)?\s*$/, '') : value), end: end + 1 };
}

function readPlain(text: string, start: number): { value: string; end: number } {
  let depth = 0;
  let at = start;
  for (; at < text.length; at += 1) {
    const character = text[at];
    if (character === '(' || character === '[') depth += 1;
    else if (character === ']' || (character === ')' && depth > 0)) depth -= 1;
    else if (depth <= 0 && (character === ',' || character === ')' || character === '\n')) break;
  }
  return { value: text.slice(start, at).trim(), end: Math.max(at, start + 1) };
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function unescapeText(text: string): string {
  return text.replace(/\\([ntr'"\\])/g, (_, character: string) => escapes[character] ?? character);
}
