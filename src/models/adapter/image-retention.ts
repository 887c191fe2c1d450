import { HandrailError } from '../../core/errors.js';
import { checkName, checkOptions, type OptionTypes, option } from '../../core/options.js';
import type { ScreenSnapshot, Turn } from '../model.js';
import type { Conversation } from './conversation.js';

/** Which pictures of a conversation are sent. */
export type ImageRetentionPolicy =
  /** All: nothing that was sent may change. */
  | { kind: 'all' }
  /** The last `keep` different pictures. */
  | { kind: 'last'; keep: number }
  /** At least the last `keep`. Older ones are dropped `every` at a time, so the cached part of a request changes rarely. */
  | { kind: 'batched'; keep: number; every: number };

/** What happens to one picture: `send` it, or omit it because the previous one is the same or because it is too old. */
export type ImageRetention = 'send' | 'unchanged' | 'expired';

/** Decides for each snapshot of a conversation whether its picture is sent. A picture is never sent twice in a row. */
export function planImageRetention(
  conversation: Conversation,
  policy: ImageRetentionPolicy,
): Map<ScreenSnapshot, ImageRetention> {
  checkOptions('the policy of planImageRetention', policy ?? null, policyTypes);
  checkName('planImageRetention', 'kind of policy', policy.kind, ['all', 'last', 'batched']);
  checkOptions('the conversation of planImageRetention', conversation ?? null, conversationTypes);
  if (!conversation.opening || !conversation.exchanges)
    throw new HandrailError('invalid_option', 'planImageRetention needs a conversation with opening and exchanges.');
  const snapshots = snapshotsOf(conversation);
  const plan = new Map<ScreenSnapshot, ImageRetention>();
  const first = firstSent(snapshots, conversation.droppedCount, policy);
  let previous: ImageRetention | undefined;
  for (const [index, snapshot] of snapshots.entries()) {
    if (!snapshot?.picture) continue;
    const isKnown = previous === 'send' || previous === 'unchanged';
    previous = index < first ? 'expired' : snapshot.pictureUnchanged && isKnown ? 'unchanged' : 'send';
    plan.set(snapshot, previous);
  }
  return plan;
}

const policyTypes = { kind: option.text, keep: option.number, every: option.number };
const conversationTypes: OptionTypes<Conversation> = {
  opening: option.object,
  summary: option.text,
  exchanges: option.list,
  droppedCount: option.number,
};

/** The snapshots of a conversation in order: the opening, then one for each exchange. */
export function snapshotsOf({ opening, exchanges }: Conversation): (ScreenSnapshot | undefined)[] {
  return [opening.snapshot, ...exchanges.map(({ snapshot }) => snapshot)];
}

/** How many pictures a request may hold: the model's limit, or fewer if the turn says so. A minimal request holds one. */
export function pictureLimit({ maxPictures }: Turn, minimal: boolean, modelLimit: number): number {
  return minimal ? 1 : Math.max(1, Math.min(modelLimit, maxPictures ?? modelLimit));
}

/** The index of the first picture that is sent. It counts from the start of the run, so a picture that was dropped stays dropped. */
function firstSent(
  snapshots: readonly (ScreenSnapshot | undefined)[],
  droppedCount: number,
  policy: ImageRetentionPolicy,
): number {
  if (policy.kind === 'all') return 0;
  if (policy.kind === 'batched') {
    const excess = Math.max(0, droppedCount + snapshots.length - policy.keep);
    return Math.floor(excess / policy.every) * policy.every - droppedCount;
  }
  const distinct = snapshots.flatMap((one, index) => (one?.picture && !one.pictureUnchanged ? [index] : []));
  return distinct.at(-Math.max(1, policy.keep)) ?? 0;
}
