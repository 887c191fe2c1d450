import type { Conversation } from '../adapter/conversation.js';
import { imageRetentionOf } from '../adapter/image-retention.js';
import type { ScreenSnapshot, Turn } from '../model.js';

/** What the models were trained with: the picture of now, and two before it. */
export const mostPictures = 3;

/**
 * The looks whose picture is sent: the last few that differ. A screen that has not changed is shown where it was seen last, because the
 * models look for it in the last message.
 */
export function looksToSend(conversation: Conversation, { maxPictures }: Turn, tight: boolean): Set<ScreenSnapshot> {
  const keep = tight ? 1 : Math.max(1, Math.min(mostPictures, maxPictures ?? mostPictures));
  const fates = imageRetentionOf(conversation, { kind: 'last', keep });
  const sent = new Set<ScreenSnapshot>();
  let shown: ScreenSnapshot | undefined;
  for (const seen of [conversation.opening.seen, ...conversation.exchanges.map((one) => one.seen)]) {
    const fate = seen && fates.get(seen);
    if (!seen || fate === undefined || fate === 'old') continue;
    if (fate === 'same' && shown) sent.delete(shown);
    else if (fate === 'same') continue;
    sent.add(seen);
    shown = seen;
  }
  return sent;
}
