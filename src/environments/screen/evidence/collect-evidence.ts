import type { Change } from '../../../core/change.js';
import type { ElementId } from '../../../core/element.js';
import type { Fault } from '../../../core/errors.js';
import type { Settled } from '../../../core/outcome.js';
import type { Evidence } from '../../../core/view.js';
import type { NodeIds } from '../node-ids.js';
import type { PreparedAction } from '../prepare/prepare-action.js';
import type { ScreenWindow } from '../screen.js';
import { nothingStirred } from '../settle/settle.js';
import {
  type AmbientChanges,
  asIfUp,
  type Differences,
  differences,
  isSuspect,
  pixelChange,
  placesOf,
  type Snapshot,
  stillDown,
  touch,
} from './compare-snapshots.js';
import { cutOffText } from './cut-text.js';
import { gainsFocus, movesFocus } from './focus-moves.js';
import {
  isDoubtful,
  isOnlyDown,
  isUntold,
  lastGlimpse,
  lateGlimpse,
  upGlimpse,
  type Watching,
  watch,
} from './recheck.js';

/** The screen came to rest after something was done. */
export interface SettleResult {
  settled: Settled;
  after: Snapshot;
}

/** What was done, and what was seen around it. */
export interface ActionRecord {
  before: Snapshot;
  /** When its prelude was over, where it has one. */
  begun: Snapshot | undefined;
  doing: PreparedAction;
  rested: SettleResult;
  /** When it was begun (performance.now). */
  startedAt: number;
}

export interface Onlooker extends Omit<Watching, 'own'> {
  ids: NodeIds;
  /** All that were there at the last look, front first. */
  windows(): readonly ScreenWindow[];
}

/** How long a program may take to read what was typed, and to show it; how often it is looked whether there is more. */
const lateText = { readMs: 1_500, shownMs: 300, looks: 8 };

/** Looks again where it is worth it, and says what an action changed. */
export async function collectEvidence(
  deed: ActionRecord,
  onlooker: Onlooker,
): Promise<{ evidence: Evidence; after: Snapshot }> {
  const { before, begun, doing, rested, startedAt } = deed;
  const { restless, ids, windows } = onlooker;
  const { settled } = rested;
  const since = begun ?? before;
  const watching = { ...onlooker, own: doing.own };
  let { after } = rested;
  const target = doing.node && ids.idOf(doing.node);
  const down = stillDown(restless, startedAt, target);
  // The pointer leaves what it was on last: that looks otherwise then, too.
  const own = [...doing.own, ...(restless.touched[0]?.places ?? []), ...placesOf(before.view, down)];
  const origin = (): Snapshot => asIfUp(since, after, down);
  const compared = (): Differences => differences(origin(), after, restless, own);
  let found = compared();
  const take = (now: Snapshot): void => {
    after = now;
    found = compared();
  };
  const isOfWindow = (id: ElementId): boolean => ids.nodeOf(id)?.window === doing.window?.id;
  const focuses = (): boolean =>
    (target !== undefined && doing.node?.role === 'TextInput' && gainsFocus(before.view, after.view, target)) ||
    (doing.movesFocus === true && movesFocus(before.view, after.view, isOfWindow));
  const told = async (): Promise<Change[]> => (await doing.tells?.(windows())) ?? [];
  const isTold = (await told()).length > 0;
  // A click into a field is for the keys.
  const isOpen = (): boolean => !isTold && isUntold(found) && !(doing.written === undefined && focuses());
  if (isOnlyDown(found)) take(await upGlimpse(origin(), after, watching));
  // Where nothing stirred at all, it was waited for as long already.
  if (doing.mayBeLate && settled.because !== nothingStirred && isOpen())
    take(await lateGlimpse(origin(), after, watching));
  let isCertain = true;
  if (isOpen() && !doing.isSwitch) {
    const ended = await lastGlimpse(origin(), after, doing.window, watching);
    isCertain = ended.isCertain;
    take(ended.after);
  }
  if (isDoubtful(found, { target, written: doing.written }, restless) && isSuspect(found, restless))
    take(await watch(after, found, watching));
  const text = await awaitText(deed, after, target, onlooker);
  after = text.after;
  const first = asIfUp(before, after, down);
  found = differences(first, after, restless, own);
  touch(restless, { target, changes: found.changes, places: doing.own, at: performance.now() });
  const evidence: Evidence = {
    ...seenBy(first, after, restless),
    complete: isCertain,
    ...(text.cut ? { error: text.cut } : {}),
    changes: [...(await told()), ...pixelChange(found, after.pixels)],
    settled,
    focuses: focuses(),
  };
  return { evidence, after };
}

/** What was seen before and after. */
export function seenBy(before: Snapshot, after: Snapshot, restless: AmbientChanges) {
  return {
    done: 'yes',
    complete: true,
    focuses: false,
    ambientChanges: [...restless.elements],
    before: before.view,
    after: after.view,
  } as const satisfies Partial<Evidence>;
}

/** Keys that a program has not read yet when it is looked at are no loss: only what stays away is cut off. */
async function awaitText(
  { before, doing }: ActionRecord,
  first: Snapshot,
  target: ElementId | undefined,
  { reader, glimpse, hasStirred, signal }: Onlooker,
): Promise<{ after: Snapshot; cut: Fault | undefined }> {
  let after = first;
  const cutNow = (): Fault | undefined =>
    target && doing.written ? cutOffText(doing.written, target, before.view, after.view, doing.isSet) : undefined;
  let cut = cutNow();
  for (let looks = 0; cut && looks < lateText.looks; looks += 1) {
    await reader.caughtUp?.(doing.window, lateText.readMs, signal);
    if (!hasStirred() && !(await reader.changes?.next(lateText.shownMs, signal))) break;
    after = await glimpse(signal);
    cut = cutNow();
  }
  return { after, cut };
}
