/** One action as it was written: its name and what stands in its brackets. */
export interface WrittenCall {
  verb: string;
  /** By name; what has no name is under its place: '0', '1'. */
  fields: Map<string, string>;
  /** It has no end, so that nobody knows what was meant. */
  cut?: true;
}

export interface WrittenReply {
  thought: string;
  calls: WrittenCall[];
  /** It goes on after its actions with screens that it has not seen. */
  imagines: boolean;
}

/** More than any model says in one turn; what comes after is not looked at. */
const mostCharacters = 20_000;
const mostCalls = 50;

/** Reads `Thought: … Action: …` in all the forms that are seen. Never throws; without an action there are no calls. */
export function parseUiTars(text: string): WrittenReply {
  const said = text.slice(0, mostCharacters).replace(/\[EOS\]|<\|im_end\|>|<\|endoftext\|>/g, '');
  const marker = /(?:^|\n)[^\S\n]*\**Action\**\s*[:：]\**/.exec(said) ?? /\bAction\s*[:：]/.exec(said);
  if (!marker) {
    const bare = /(?:^|\n)[^\S\n]*([a-z_]+\([^\n]*\))\s*$/.exec(said);
    if (!bare) return { thought: thoughtIn(said), calls: [], imagines: false };
    return { thought: thoughtIn(said.slice(0, bare.index)), calls: callsIn(bare[1] ?? ''), imagines: false };
  }
  const after = said.slice(marker.index + marker[0].length);
  // What it goes on to imagine, of screens that it has not seen, is not done.
  const end = /\n[^\S\n]*(?:Thought|Observation|Reflection|User)\s*[:：]/.exec(after)?.index;
  const thought = thoughtIn(said.slice(0, marker.index));
  return { thought, calls: callsIn(after.slice(0, end)), imagines: end !== undefined };
}

function thoughtIn(text: string): string {
  return text
    .replace(/(?:^|\n)[^\S\n]*(?:Thought|Reflection|Action_Summary)\s*[:：][^\S\n]*/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
}

/** Each call begins a line, or follows the bracket that closes the one before. */
function callsIn(text: string): WrittenCall[] {
  const calls: WrittenCall[] = [];
  const begin = /[\s;,`)]*(?:Action\s*[:：]\s*)?([A-Za-z_]\w*)[^\S\n]*(\(|(?=[\s`;.]*(?:\n|$)))/y;
  for (let at = 0; calls.length < mostCalls; ) {
    begin.lastIndex = at;
    const found = begin.exec(text);
    if (!found) return calls;
    const verb = (found[1] ?? '').toLowerCase();
    if (found[2] !== '(') {
      calls.push({ verb, fields: new Map() });
      at = begin.lastIndex;
      continue;
    }
    const { fields, end, isClosed } = fieldsAt(text, begin.lastIndex);
    calls.push(isClosed || endsWithPlace.test(text) ? { verb, fields } : { verb, fields, cut: true });
    at = end;
  }
  return calls;
}

/** Nothing can be missing from a place that is closed but the last bracket. */
const endsWithPlace = /\b(?:\w+_box|\w*point)\s*=\s*(?:'[^'"]*[\])>]'|"[^'"]*[\])>]")[\s`]*$/;

/** What stands in brackets that were opened just before `start`, and where they end. */
function fieldsAt(text: string, start: number): { fields: Map<string, string>; end: number; isClosed: boolean } {
  const fields = new Map<string, string>();
  const name = /[\s,]*(?:([A-Za-z_]\w*)\s*=\s*)?/y;
  let at = start;
  for (let place = 0; place < 20; place += 1) {
    name.lastIndex = at;
    const label = name.exec(text)?.[1];
    at = name.lastIndex;
    const character = text[at];
    if (character === undefined) break;
    if (character === ')') return { fields, end: at + 1, isClosed: true };
    const { value, end } = character === "'" || character === '"' ? quotedAt(text, at, character) : plainAt(text, at);
    fields.set(label ?? String(place), value);
    at = end;
  }
  return { fields, end: text.length, isClosed: false };
}

/** A text may hold quotes that nobody escaped, so the one that ends it is told by what follows it. */
function quotedAt(text: string, start: number, quote: string): { value: string; end: number } {
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
    if (isLast.test(text)) return { value: unescaped(text.slice(start + 1, at)), end: at + 1 };
    mayBeLast.lastIndex = at + 1;
    if (fallback === undefined && mayBeLast.test(text)) fallback = at;
  }
  const end = fallback ?? text.length;
  const value = text.slice(start + 1, end);
  return { value: unescaped(fallback === undefined ? value.replace(/['"]?\s*\)?\s*$/, '') : value), end: end + 1 };
}

function plainAt(text: string, start: number): { value: string; end: number } {
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

function unescaped(text: string): string {
  return text.replace(/\\([ntr'"\\])/g, (_, character: string) => escapes[character] ?? character);
}
