import type { Attachment, Call, CallResult, Message, Reply, ScreenSnapshot } from '../model.js';
import { nameCall } from './name-call.js';
import { summarise } from './summary.js';

/** Of one call, where it is told in words. */
const mostCharacters = 160;

/** A history in the form every provider wants it: what was asked, then replies, each with all that answers it. */
export interface Conversation {
  opening: UserMessage;
  /** What was done before `opening` was said anew, where a long run was cut short. */
  summary?: string;
  exchanges: Exchange[];
  /** How many exchanges were before those. */
  cut: number;
}

/** What a user said, and what the screen showed then. */
export interface UserMessage {
  text: string;
  attachments: readonly Attachment[];
  seen?: ScreenSnapshot;
}

/** One reply and everything that has to be said to it. */
export interface Exchange {
  reply: Reply;
  /** One for each call of the reply, in their order, also where the run was cut off. */
  results: readonly CallResult[];
  /** What is to be said beside the results: going in circles, not done yet, an unreadable reply. */
  notes: readonly string[];
  /** What the user said next, if anything. */
  said: readonly UserMessage[];
  seen?: ScreenSnapshot;
}

/** How much of a long run is sent again. Cut in steps, so that the beginning stays the same for a while and caches hold. */
export interface HistoryWindow {
  /** Never more exchanges than this. */
  most: number;
  /** So many are kept when it is cut; none: it begins anew, for providers that bind what they said to everything before it. */
  keep: number;
}

/** The same history always gives the same conversation; a longer one begins with the same words until it is cut again. */
export function conversationOf(history: readonly Message[], { most, keep }: HistoryWindow): Conversation {
  const { opening, exchanges } = pairUp(history);
  const begun = Math.max(
    0,
    exchanges.findLastIndex(({ reply }) => reply.anew),
  );
  return cutAt(begun + countCut(exchanges.length - begun, most, keep), opening, exchanges);
}

/** The least that makes sense: the task, what was done so far, and what the screen shows. */
export function restartedHistory(history: readonly Message[]): Conversation {
  const { opening, exchanges } = pairUp(history);
  return cutAt(exchanges.length, opening, exchanges);
}

function cutAt(cut: number, opening: UserMessage, exchanges: Exchange[]): Conversation {
  if (cut === 0) return { opening, exchanges, cut };
  const gone = exchanges.slice(0, cut);
  const last = gone.at(-1);
  const { seen: _, ...asked } = [opening, ...gone.flatMap(({ said }) => said)].at(-1) ?? opening;
  return {
    opening: { ...asked, attachments: [], ...(last?.seen ? { seen: last.seen } : {}) },
    summary: summarise(gone),
    exchanges: exchanges.slice(cut),
    cut,
  };
}

function countCut(length: number, most: number, keep: number): number {
  if (keep === 0) return Math.floor(length / most) * most;
  return Math.max(0, Math.ceil((length - most) / (most - keep)) * (most - keep));
}

function pairUp(history: readonly Message[]): { opening: UserMessage; exchanges: Exchange[] } {
  const [first, ...rest] = history;
  const opening: UserMessage = first?.role === 'user' ? saidIn(first) : { text: '', attachments: [] };
  const exchanges: Exchange[] = [];
  const declined: string[] = [];
  for (const message of rest) {
    const current = exchanges.at(-1);
    if (message.role === 'model') {
      exchanges.push({ reply: message.reply, results: message.reply.calls.map(cutOff), notes: [], said: [] });
      continue;
    }
    if (message.role === 'results') {
      if (current) exchanges[exchanges.length - 1] = answered(current, message);
      else addNotes(opening, message.notes);
      continue;
    }
    // What was declined is taken back as if it had never been asked: some providers take no other answer than a yes.
    const refused = current?.results.find(({ call, confirmed }) => call.confirm !== undefined && !confirmed);
    if (current && refused) {
      exchanges.pop();
      declined.push(
        `${doneBefore(current)}The user did not agree to this: ${refused.call.confirm} Do not try it again.`,
      );
    }
    const said = saidIn(message);
    const spoken = { ...said, text: [...declined.splice(0), said.text].join('\n\n') };
    const before = exchanges.at(-1);
    if (!before) {
      opening.text = [opening.text, spoken.text].filter(Boolean).join('\n\n');
      opening.attachments = [...opening.attachments, ...spoken.attachments];
      if (spoken.seen) opening.seen = spoken.seen;
    } else {
      exchanges[exchanges.length - 1] = {
        ...before,
        said: [...before.said, spoken],
        ...(spoken.seen ? { seen: spoken.seen } : {}),
      };
    }
  }
  return { opening, exchanges };
}

/** What was carried out before something was declined is told, as the call itself is taken back with the other. */
function doneBefore({ results }: Exchange): string {
  const done = results.filter(({ result, skipped }) => result.success && skipped === undefined);
  if (done.length === 0) return '';
  return `You did this: ${done.map(({ call }) => nameCall(call).slice(0, mostCharacters)).join(', ')}. `;
}

/** Results stand beside their calls even where only some of them came. */
function answered(exchange: Exchange, message: Extract<Message, { role: 'results' }>): Exchange {
  const results = exchange.results.map((one, index) => message.results[index] ?? one);
  return {
    ...exchange,
    results,
    notes: [...exchange.notes, ...message.notes],
    ...(message.seen ? { seen: message.seen } : {}),
  };
}

function saidIn({ text, attachments = [], seen }: Extract<Message, { role: 'user' }>): UserMessage {
  return { text, attachments, ...(seen ? { seen } : {}) };
}

function addNotes(opening: UserMessage, notes: readonly string[]): void {
  opening.text = [opening.text, ...notes].join('\n\n');
}

function cutOff(call: Call): CallResult {
  const error = 'The run was cut off here: it may have happened. Look at the screen first.';
  return { call, result: { success: false, error, metadata: { tool: 'unknown', ms: 0 } } };
}
