import type { Conversation, Exchange, UserMessage } from '../adapter/conversation.js';
import { outcomeLine } from './input-items.js';
import { pendingChecks, readGptResponse } from './read-reply.js';

/** Removes replies with a safety check that the user was not asked about: the provider accepts only an approval as the answer. */
export function withdrawUnconfirmed(conversation: Conversation): Conversation {
  const kept: Exchange[] = [];
  let { opening } = conversation;
  for (const exchange of conversation.exchanges) {
    if (!isUnconfirmed(exchange)) {
      kept.push(exchange);
      continue;
    }
    const previous = kept.pop();
    if (previous) kept.push(mergeIntoExchange(previous, exchange));
    else opening = mergeIntoOpening(opening, exchange);
  }
  return { ...conversation, opening, exchanges: kept };
}

function isUnconfirmed({ reply, results }: Exchange): boolean {
  const checked = (readGptResponse(reply.raw)?.output ?? []).filter(
    (item) => item.type === 'computer_call' && pendingChecks(item).length > 0,
  );
  return checked.some((item) => !results.some(({ call, confirmed }) => call.id === item.call_id && confirmed));
}

function describeWithdrawn({ results, notes }: Exchange): string[] {
  return [
    ['You requested these calls. One was not confirmed, so the sequence stopped:', ...results.map(outcomeLine)].join(
      '\n',
    ),
    ...notes,
  ];
}

/** The picture must be sent, because the previous one is removed with its exchange. */
function snapshotOf({ snapshot }: Exchange) {
  return snapshot && { ...snapshot, pictureUnchanged: false };
}

function mergeIntoExchange(previous: Exchange, withdrawn: Exchange): Exchange {
  return {
    ...previous,
    notes: [...previous.notes, ...describeWithdrawn(withdrawn)],
    userMessages: [...previous.userMessages, ...withdrawn.userMessages],
    snapshot: snapshotOf(withdrawn) ?? previous.snapshot,
  };
}

function mergeIntoOpening(opening: UserMessage, withdrawn: Exchange): UserMessage {
  const { userMessages } = withdrawn;
  return {
    text: [opening.text, ...describeWithdrawn(withdrawn), ...userMessages.map(({ text }) => text)].join('\n\n'),
    attachments: [...opening.attachments, ...userMessages.flatMap(({ attachments }) => attachments)],
    snapshot: snapshotOf(withdrawn) ?? opening.snapshot,
  };
}
