import { type ReadCall, readCall, type WrittenAction } from './call-text.js';

/** A reply of the form `Thought: … Action: …`. */
export interface ThoughtAction {
  thought: string;
  actions: WrittenAction[];
  /** The text after `Action:`. */
  action: string;
}

const marker = /^[ \t>*_#`-]*(thought|action|observation)s?[ \t]*[*_`]*[ \t]*[:：][ \t]*[*_`]*/gim;
/** The text that may stand between two calls of one action. */
const separator = /^[\s;,`*]*(?:(?:```\w*|[-•]|\d+[.)]|(?:and |&& )?then\b|&&|->|→)[\s,`]*)*/;

/** Reads a reply. `names` are the valid calls, to find one in the middle of a sentence. Never throws. */
export function readThoughtAction(reply: string, names: readonly string[]): ThoughtAction {
  const text = reply.replace(/\r\n?/g, '\n').replace(/<think>[\s\S]*?<\/think>/g, '');
  const marks = [...text.matchAll(marker)].map((match) => ({
    kind: (match[1] ?? '').toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
  const first = marks.findIndex(({ kind }) => kind === 'action');
  if (first < 0) return readUnmarked(text, marks.find(({ kind }) => kind === 'thought')?.end ?? 0, names);
  const thought = text.slice(0, marks[first]?.start).replace(marker, '').trim();
  const actions: WrittenAction[] = [];
  let end = marks[first]?.end ?? 0;
  // A further thought was written before the action was executed, so what follows it is ignored.
  for (const [index, mark] of marks.entries()) {
    if (index < first || mark.end < end) continue; // a text to type may contain such a line
    if (mark.kind !== 'action') break;
    const part = text.slice(mark.end);
    const read = readCalls(part, names, (marks[index + 1]?.start ?? text.length) - mark.end);
    actions.push(...read.actions);
    end = mark.end + read.end;
    if (read.isBroken) break;
  }
  return { thought, actions, action: text.slice(marks[first]?.end, lastEnd(marks, first, end, text.length)).trim() };
}

function lastEnd(
  marks: readonly { kind: string; start: number }[],
  first: number,
  end: number,
  length: number,
): number {
  return marks.find(({ kind, start }, index) => index > first && start >= end && kind !== 'action')?.start ?? length;
}

/** `Action:` in the middle of a line, or a call on its own line. */
function readUnmarked(text: string, start: number, names: readonly string[]): ThoughtAction {
  const inline = [...text.matchAll(/(?<!["'“‘`])\baction\s*[:：]\s*(?=[`*]*[a-z_]+\s*\()/gi)].at(-1);
  if (inline && inline.index >= start) {
    const action = text.slice(inline.index + inline[0].length);
    const { actions } = readCalls(action, names);
    return { thought: text.slice(start, inline.index).trim(), actions, action: action.trim() };
  }
  const line = new RegExp(`^[ \\t\`>*-]*(?=(?:${names.join('|')})\\s*\\()`, 'im').exec(text.slice(start));
  if (!line) return { thought: text.slice(start).trim(), actions: [], action: '' };
  const callStart = start + line.index + line[0].length;
  const { actions } = readCalls(text.slice(callStart), names);
  return { thought: text.slice(start, callStart).trim(), actions, action: text.slice(callStart).trim() };
}

interface Calls {
  actions: WrittenAction[];
  /** Where the last one ends. */
  end: number;
  /** A call has no end. */
  isBroken: boolean;
}

/** The calls of one section: the first anywhere, others only right after it, so that prose about calls is not executed. */
function readCalls(part: string, names: readonly string[], within = part.length): Calls {
  const actions: WrittenAction[] = [];
  let end = 0;
  let at = separator.exec(part)?.[0].length ?? 0;
  const isStarted = new RegExp(`^(?:${names.join('|')})\\s*[(（]`, 'i').test(part.slice(at, at + 80));
  let call = readCall(part, at) ?? (isStarted ? undefined : findInSentence(part, names, within));
  while (call) {
    actions.push(call.action);
    end = call.end;
    at = end + (separator.exec(part.slice(end))?.[0].length ?? 0);
    call = readCall(part, at);
  }
  return { actions, end, isBroken: isStarted && actions.length === 0 };
}

function findInSentence(part: string, names: readonly string[], within: number): ReadCall | undefined {
  for (const match of part.slice(0, within).matchAll(new RegExp(`(?<![\\w.'"])(?:${names.join('|')})\\(`, 'gi'))) {
    const call = readCall(part, match.index);
    if (call) return call;
  }
  return undefined;
}
