import type { Attachment, Call, CallResult, Message, Reply, ScreenSnapshot } from '../model.js';
import { describeCall } from './calls.js';
import { summarizeExchanges } from './summary.js';

const maxCallCharacters = 160;

/** A history in the form that providers expect: the task, then replies, each with everything that answers it. */
export interface Conversation {
  opening: UserMessage;
  /** A summary of the exchanges that were dropped from a long run. */
  summary?: string;
  exchanges: Exchange[];
  /** How many earlier exchanges were dropped. */
  droppedCount: number;
}

/** A message of the user, and the screen at that moment. */
export interface UserMessage {
  text: string;
  attachments: readonly Attachment[];
  snapshot?: ScreenSnapshot;
}

/** One reply and everything that answers it. */
export interface Exchange {
  reply: Reply;
  /** One result for each call of the reply, in order, even if the run was interrupted. */
  results: readonly CallResult[];
  /** Notes for the model beside the results: repeated actions, an unverified claim, an unreadable reply. */
  notes: readonly string[];
  /** What the user wrote next. */
  userMessages: readonly UserMessage[];
  snapshot?: ScreenSnapshot;
}

/** How much of a long run is sent. Exchanges are dropped in batches, so the start of a request stays the same and caches hold. */
export interface HistoryWindow {
  maxExchanges: number;
  /** How many exchanges remain after a batch is dropped. 0: none, for providers that bind a reply to everything before it. */
  keepExchanges: number;
}

/** Builds the conversation of a history. The same history always gives the same conversation. */
export function buildConversation(history: readonly Message[], window: HistoryWindow): Conversation {
  const { opening, exchanges } = pairUp(history);
  const restart = exchanges.findLastIndex(({ reply }) => reply.historyRestarted);
  const start = Math.max(0, restart);
  return dropExchanges(start + countDropped(exchanges.length - start, window), opening, exchanges);
}

/** The smallest conversation: the task, a summary of all exchanges, and the current screen. */
export function restartConversation(history: readonly Message[]): Conversation {
  const { opening, exchanges } = pairUp(history);
  return dropExchanges(exchanges.length, opening, exchanges);
}

function dropExchanges(count: number, opening: UserMessage, exchanges: Exchange[]): Conversation {
  if (count === 0) return { opening, exchanges, droppedCount: 0 };
  const dropped = exchanges.slice(0, count);
  const { text } = [opening, ...dropped.flatMap(({ userMessages }) => userMessages)].at(-1) ?? opening;
  return {
    opening: { text, attachments: [], snapshot: dropped.at(-1)?.snapshot },
    summary: summarizeExchanges(dropped),
    exchanges: exchanges.slice(count),
    droppedCount: count,
  };
}

function countDropped(length: number, { maxExchanges, keepExchanges }: HistoryWindow): number {
  if (keepExchanges === 0) return Math.floor(length / maxExchanges) * maxExchanges;
  const batch = maxExchanges - keepExchanges;
  return Math.max(0, Math.ceil((length - maxExchanges) / batch) * batch);
}

function pairUp(history: readonly Message[]): { opening: UserMessage; exchanges: Exchange[] } {
  const [first, ...rest] = history;
  let opening: UserMessage = first?.role === 'user' ? toUserMessage(first) : { text: '', attachments: [] };
  const exchanges: Exchange[] = [];
  for (const message of rest) {
    const current = exchanges.at(-1);
    if (message.role === 'model') {
      const { reply } = message;
      exchanges.push({ reply, results: reply.calls.map(interrupted), notes: [], userMessages: [] });
    } else if (message.role === 'results') {
      if (current) exchanges[exchanges.length - 1] = withResults(current, message);
      else opening = { ...opening, text: [opening.text, ...message.notes].join('\n\n') };
    } else {
      const declined = current && declinedNote(current);
      // Some providers accept only an approval as the answer, so a declined reply is removed.
      if (declined) exchanges.pop();
      const user = toUserMessage(message, declined);
      const previous = exchanges.at(-1);
      if (previous) exchanges[exchanges.length - 1] = withUserMessage(previous, user);
      else opening = mergeOpening(opening, user);
    }
  }
  return { opening, exchanges };
}

/** The note that replaces a reply whose call the user declined. It names the calls that did run. */
function declinedNote({ results }: Exchange): string | undefined {
  const declined = results.find(({ call, confirmed }) => call.confirm !== undefined && !confirmed);
  if (!declined) return undefined;
  const executed = results.filter(({ result, skipped }) => result.success && skipped === undefined);
  const names = executed.map(({ call }) => describeCall(call).slice(0, maxCallCharacters));
  const executedNote = names.length > 0 ? `These calls ran: ${names.join(', ')}. ` : '';
  return `${executedNote}The user did not approve this: ${declined.call.confirm} Do not try it again.`;
}

/** Adds the results that arrived; a call without one keeps its placeholder. */
function withResults(exchange: Exchange, message: Extract<Message, { role: 'results' }>): Exchange {
  return {
    ...exchange,
    results: exchange.results.map((result, index) => message.results[index] ?? result),
    notes: [...exchange.notes, ...message.notes],
    snapshot: message.snapshot ?? exchange.snapshot,
  };
}

function withUserMessage(exchange: Exchange, user: UserMessage): Exchange {
  return {
    ...exchange,
    userMessages: [...exchange.userMessages, user],
    snapshot: user.snapshot ?? exchange.snapshot,
  };
}

function mergeOpening(opening: UserMessage, user: UserMessage): UserMessage {
  return {
    text: [opening.text, user.text].filter(Boolean).join('\n\n'),
    attachments: [...opening.attachments, ...user.attachments],
    snapshot: user.snapshot ?? opening.snapshot,
  };
}

function toUserMessage(
  { text, attachments = [], snapshot }: Extract<Message, { role: 'user' }>,
  note?: string,
): UserMessage {
  return { text: note === undefined ? text : `${note}\n\n${text}`, attachments, snapshot };
}

/** The placeholder result of a call until its result arrives. */
function interrupted(call: Call): CallResult {
  const error = 'The run was interrupted here, so this may have happened. Check the screen first.';
  return { call, result: { success: false, error, metadata: { tool: 'unknown', ms: 0 } } };
}
