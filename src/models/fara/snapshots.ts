import type { Conversation } from '../adapter/conversation.js';
import { pictureLimit, planImageRetention, snapshotsOf } from '../adapter/image-retention.js';
import { type ChatPart, picturePart } from '../chat-completions/parts.js';
import type { ScreenSnapshot, Turn } from '../model.js';

/** The models were trained with the current picture and the two before it. */
const maxPictures = 3;

/**
 * Returns a function that gives the picture of a snapshot if it is sent. Only the last different pictures are sent. A screen that has
 * not changed is sent with its latest snapshot, because the models expect it in the last message.
 */
export function picturesToSend(
  conversation: Conversation,
  turn: Turn,
  minimal: boolean,
): (snapshot: ScreenSnapshot | undefined) => ChatPart[] {
  const keep = pictureLimit(turn, minimal, maxPictures);
  const retention = planImageRetention(conversation, { kind: 'last', keep });
  const sent = new Set<ScreenSnapshot>();
  let latest: ScreenSnapshot | undefined;
  for (const snapshot of snapshotsOf(conversation)) {
    const decision = snapshot && retention.get(snapshot);
    if (!snapshot || decision === undefined || decision === 'expired') continue;
    if (decision === 'unchanged' && !latest) continue;
    if (decision === 'unchanged' && latest) sent.delete(latest);
    sent.add(snapshot);
    latest = snapshot;
  }
  return (snapshot) => (snapshot?.picture && sent.has(snapshot) ? [picturePart(snapshot.picture)] : []);
}
