import { parseJsonAt } from './json.js';

/** What a model wrote between `<tool_call>` and `</tool_call>`. */
export interface ToolCallText {
  source: string;
  /** The call has a closing tag. */
  isClosed: boolean;
}

export interface TaggedReply {
  /** The text before, between and after the calls. */
  prose: string[];
  calls: ToolCallText[];
}

/** More than any model writes in one reply. */
const maxCalls = 20;

/** Splits a reply into text and tagged calls. Tags inside JSON or XML belong to the call. Never throws. */
export function splitToolCalls(reply: string): TaggedReply {
  const prose: string[] = [];
  const calls: ToolCallText[] = [];
  const opening = /<\s*tool_calls?\s*>/gi;
  for (let at = 0; calls.length < maxCalls; ) {
    opening.lastIndex = at;
    const found = opening.exec(reply);
    prose.push(reply.slice(at, found?.index));
    if (!found) break;
    const { source, isClosed, end } = callAt(reply, opening.lastIndex);
    if (source !== '') calls.push({ source, isClosed });
    at = end;
  }
  return { prose, calls };
}

/** The call after an opening tag, up to the next tag that is not part of it. */
function callAt(reply: string, start: number): ToolCallText & { end: number } {
  const tag = /<\s*(\/?)\s*tool_calls?\s*>/gi;
  tag.lastIndex = endOfObject(reply, start) ?? start;
  const found = tag.exec(reply);
  const source = reply.slice(start, found?.index).trim();
  if (!found) return { source, isClosed: false, end: reply.length };
  // Models also write the opening tag to close a call: what follows it may be the next call.
  return { source, isClosed: true, end: found[1] ? tag.lastIndex : found.index };
}

/** Where the complete JSON or XML after an opening tag ends. */
function endOfObject(reply: string, start: number): number | undefined {
  const head = /\s*(?:```\w*\s*)?(?=([[{])|<function=)/iy;
  head.lastIndex = start;
  const found = head.exec(reply);
  if (!found) return undefined;
  if (found[1]) return parseJsonAt(reply, head.lastIndex)?.end;
  const closing = /<\/function>|<tool_call>/gi;
  closing.lastIndex = head.lastIndex;
  return closing.exec(reply)?.[0].startsWith('</') ? closing.lastIndex : undefined;
}
