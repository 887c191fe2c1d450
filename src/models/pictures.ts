import type { Conversation } from './conversation.js';
import type { Seen } from './model.js';

/** Which pictures of a conversation are sent. */
export type PicturePolicy =
  /** All of them: nothing that was sent may be changed. */
  | { kind: 'all' }
  /** The last few that differ. */
  | { kind: 'last'; keep: number }
  /** At least the last few; older ones go many at a time, so that what is cached stays the same in between. */
  | { kind: 'batched'; keep: number; every: number };

/** What becomes of one picture: sent, left out because the one before it is the same, or left out because it is old. */
export type Fate = 'sent' | 'same' | 'old';

/** The fate of each look at the screen in a conversation. What is the same as a picture that is sent is never sent again. */
export function fatesOf({ opening, exchanges }: Conversation, policy: PicturePolicy): Map<Seen, Fate> {
  const looks = [opening.seen, ...exchanges.map(({ seen }) => seen)].filter((seen) => seen?.picture !== undefined);
  const fates = new Map<Seen, Fate>();
  const distinct: Seen[] = [];
  for (const seen of looks) {
    if (!seen) continue;
    const isFirst = distinct.length === 0;
    if (seen.same && !isFirst) fates.set(seen, 'same');
    else distinct.push(seen);
  }
  const gone = Math.max(0, countGone(distinct.length, policy));
  for (const [index, seen] of distinct.entries()) fates.set(seen, index < gone ? 'old' : 'sent');
  return fates;
}

function countGone(length: number, policy: PicturePolicy): number {
  if (policy.kind === 'all') return 0;
  if (policy.kind === 'last') return length - Math.max(1, policy.keep);
  return Math.floor(Math.max(0, length - policy.keep) / policy.every) * policy.every;
}
