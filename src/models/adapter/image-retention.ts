import type { ScreenSnapshot } from '../model.js';
import type { Conversation } from './conversation.js';

/** Which pictures of a conversation are sent. */
export type PicturePolicy =
  /** All of them: nothing that was sent may be changed. */
  | { kind: 'all' }
  /** The last few that differ. */
  | { kind: 'last'; keep: number }
  /** At least the last few; older ones go many at a time, so that what is cached stays the same in between. */
  | { kind: 'batched'; keep: number; every: number };

/** What becomes of one picture: sent, left out because the one before it is the same, or left out because it is old. */
export type ImageRetention = 'sent' | 'same' | 'old';

/** The fate of each look at the screen in a conversation. What is the same as a picture that is sent is never sent again. */
export function imageRetentionOf(
  { opening, exchanges, cut }: Conversation,
  policy: PicturePolicy,
): Map<ScreenSnapshot, ImageRetention> {
  const looks = [opening.seen, ...exchanges.map(({ seen }) => seen)];
  const fates = new Map<ScreenSnapshot, ImageRetention>();
  const first = firstSent(looks, cut, policy);
  let before: ImageRetention | undefined;
  for (const [index, seen] of looks.entries()) {
    if (!seen?.picture) continue;
    const isKnown = before === 'sent' || before === 'same';
    before = index < first ? 'old' : seen.same && isKnown ? 'same' : 'sent';
    fates.set(seen, before);
  }
  return fates;
}

/** Which look is the first whose picture is sent. Counted from the beginning of the run, so that what went before a cut does not come back. */
function firstSent(looks: readonly (ScreenSnapshot | undefined)[], cut: number, policy: PicturePolicy): number {
  if (policy.kind === 'all') return 0;
  if (policy.kind === 'batched')
    return Math.floor(Math.max(0, cut + looks.length - policy.keep) / policy.every) * policy.every - cut;
  const distinct = looks.flatMap((seen, index) => (seen?.picture && !seen.same ? [index] : []));
  return distinct.at(-Math.max(1, policy.keep)) ?? 0;
}
