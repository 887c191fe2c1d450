import { type ReadCall, readCall, type WrittenAction } from './call-text.js';

/** A reply of the form `Thought: … Action: …`, as far as it is one. */
export interface ThoughtAction {
  thought: string;
  actions: WrittenAction[];
  /** What stands after `Action:`, as it was written. */
  action: string;
}

const marker = /^[ \t>*_#`-]*(thought|action|observation)s?[ \t]*[*_`]*[ \t]*[:：][ \t]*[*_`]*/gim;
/** Between two calls that belong together there is nothing but this. */
const between = /^[\s;,`*]*(?:(?:```\w*|[-•]|\d+[.)]|(?:and |&& )?then\b|&&|->|→)[\s,`]*)*/;

/** Reads a reply. `names`: what may be called, for calls that stand in the middle of a sentence. Never throws. */
export function readThoughtAction(reply: string, names: readonly string[]): ThoughtAction {
  const text = reply.replace(/\r\n?/g, '\n').replace(/<think>[\s\S]*?<\/think>/g, '');
  const marks = [...text.matchAll(marker)].map((match) => ({
    kind: (match[1] ?? '').toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
  const first = marks.findIndex(({ kind }) => kind === 'action');
  if (first < 0) return withoutMarker(text, marks.find(({ kind }) => kind === 'thought')?.end ?? 0, names);
  const thought = text.slice(0, marks[first]?.start).replace(marker, '').trim();
  const actions: WrittenAction[] = [];
  let end = marks[first]?.end ?? 0;
  // What follows another thought was thought up before anything had been done.
  for (const [index, mark] of marks.entries()) {
    if (index < first || mark.end < end) continue; // what is typed may hold such a line, too
    if (mark.kind !== 'action') break;
    const part = text.slice(mark.end);
    const read = callsIn(part, names, (marks[index + 1]?.start ?? text.length) - mark.end);
    actions.push(...read.actions);
    end = mark.end + read.end;
    if (read.isBroken) break;
  }
  return { thought, actions, action: text.slice(marks[first]?.end, lastEnd(marks, first, end, text.length)).trim() };
}

function lastEnd(marks: readonly { kind: string; start: number }[], first: number, end: number, most: number): number {
  return marks.find(({ kind, start }, index) => index > first && start >= end && kind !== 'action')?.start ?? most;
}

/** `Action:` in the middle of a line, or a call that has a line to itself. */
function withoutMarker(text: string, begin: number, names: readonly string[]): ThoughtAction {
  const inline = [...text.matchAll(/(?<!["'“‘`])\baction\s*[:：]\s*(?=[`*]*[a-z_]+\s*\()/gi)].at(-1);
  const said = inline?.index ?? -1;
  if (inline && said >= begin) {
    const action = text.slice(said + inline[0].length);
    return { thought: text.slice(begin, said).trim(), actions: callsIn(action, names).actions, action: action.trim() };
  }
  const line = new RegExp(`^[ \\t\`>*-]*(?=(?:${names.join('|')})\\s*\\()`, 'im').exec(text.slice(begin));
  if (!line) return { thought: text.slice(begin).trim(), actions: [], action: '' };
  const start = begin + line.index + line[0].length;
  const { actions } = callsIn(text.slice(start), names);
  return { thought: text.slice(begin, start).trim(), actions, action: text.slice(start).trim() };
}

interface Calls {
  actions: WrittenAction[];
  /** Where the last of them ends. */
  end: number;
  /** One was begun that has no end. */
  isBroken: boolean;
}

/** The calls of one part: the first wherever it stands, others only right after it, so that talk about calls is none. */
function callsIn(part: string, names: readonly string[], within = part.length): Calls {
  const actions: WrittenAction[] = [];
  let end = 0;
  let at = between.exec(part)?.[0].length ?? 0;
  const isBegun = new RegExp(`^(?:${names.join('|')})\\s*[(（]`, 'i').test(part.slice(at, at + 80));
  let call = readCall(part, at) ?? (isBegun ? undefined : inSentence(part, names, within));
  while (call) {
    actions.push(call.action);
    end = call.end;
    at = end + (between.exec(part.slice(end))?.[0].length ?? 0);
    call = readCall(part, at);
  }
  return { actions, end, isBroken: isBegun && actions.length === 0 };
}

function inSentence(part: string, names: readonly string[], within: number): ReadCall | undefined {
  for (const match of part.slice(0, within).matchAll(new RegExp(`(?<![\\w.'"])(?:${names.join('|')})\\(`, 'gi'))) {
    const call = readCall(part, match.index);
    if (call) return call;
  }
  return undefined;
}
