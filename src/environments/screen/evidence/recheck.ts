import type { Change } from '../../../core/change.js';
import { cancelled } from '../../../core/deadline.js';
import type { ElementId } from '../../../core/element.js';
import type { ScreenReader, ScreenWindow } from '../screen.js';
import { patienceFor, pause, unrungMs } from '../settle/settle.js';
import {
  type AmbientChanges,
  changedIds,
  type Differences,
  differences,
  downMs,
  restlessPlaces,
  type Snapshot,
  trust,
} from './compare-snapshots.js';
import { outside } from './pixel-changes.js';

/** How long it is watched whether something goes on changing by itself. */
export const watchMs = 1_200;

/** How long a program may be busy with what was done before it is told as not known. */
const busyMs = 5_000;
/** Between two looks while it is. */
const answerMs = 500;
/** What it leaves to do for itself when it has read its keys is done by then, and shown. */
const enoughAnswers = 3;

export interface Watching {
  reader: ScreenReader;
  /** Something stirred since the last glimpse began. */
  hasStirred(): boolean;
  glimpse(signal?: AbortSignal): Promise<Snapshot>;
  restless: AmbientChanges;
  /** Places whose own look says nothing. */
  own: Parameters<typeof differences>[3];
  signal: AbortSignal | undefined;
}

/** All there is to show for it is that something is down: a button that was switched on, or one that flashes and has done nothing. */
export function isOnlyDown({ changes, squares }: Differences): boolean {
  const told = changes.filter(({ kind }) => kind !== 'focus' && kind !== 'moved');
  const isDown = (change: Change): boolean =>
    change.kind === 'state' && change.removed.length === 0 && change.added.every((state) => state === 'pressed');
  return squares.size === 0 && told.length > 0 && told.every(isDown);
}

/** Looks until what is down is up again, or has stayed down for longer than it would by itself. */
export async function upGlimpse(before: Snapshot, first: Snapshot, watching: Watching): Promise<Snapshot> {
  const { glimpse, restless, own, signal } = watching;
  const until = performance.now() + downMs;
  let after = first;
  while (performance.now() < until && isOnlyDown(differences(before, after, restless, own))) {
    if (!(await stirs(until - performance.now(), watching))) break;
    after = await glimpse(signal);
  }
  return after;
}

/** A program that is busy answers late: a window that opens or closes a moment after the key that asked for it. */
export async function lateGlimpse(before: Snapshot, first: Snapshot, watching: Watching): Promise<Snapshot> {
  const { reader, glimpse, restless, own, signal } = watching;
  const seen = differences(before, first, restless, own);
  const patience = patienceFor(Math.max(before.tookMs, first.tookMs), reader.changes ? undefined : unrungMs);
  // What is drawn is told a moment later, or never.
  const until = performance.now() + (seen.squares.size > 0 ? patience / 2 : patience);
  const isNews = (): boolean => !isUntold(differences(before, after, restless, own));
  let after = first;
  while (performance.now() < until && (await stirs(until - performance.now(), watching))) {
    after = await glimpse(signal);
    if (isNews()) return after;
  }
  // A look that took long saw the screen as it was when it began.
  return watching.hasStirred() ? glimpse(signal) : after;
}

/**
 * Nothing was seen to change: has everyone dealt with it by now? A program on a busy machine, or one that is building a window, answers late,
 * and what is shown when it did is looked at. `isCertain` is false when somebody is busy to the end.
 */
export async function lastGlimpse(
  before: Snapshot,
  first: Snapshot,
  window: ScreenWindow | undefined,
  watching: Watching,
): Promise<{ after: Snapshot; isCertain: boolean }> {
  const { reader, glimpse, hasStirred, restless, own, signal } = watching;
  let after = first;
  if (!reader.caughtUp) return { after, isCertain: true };
  const until = performance.now() + busyMs;
  let answers = 0;
  while (answers < enoughAnswers || isCutShort(after, before)) {
    const left = until - performance.now();
    if (left <= 0) return { after, isCertain: false };
    if (await reader.caughtUp(window, Math.min(left, answerMs), signal)) answers += 1;
    if (!hasStirred() && !isCutShort(after, before)) continue;
    after = await glimpse(signal);
    if (!isUntold(differences(before, after, restless, own))) break;
  }
  return { after, isCertain: true };
}

/** There was no time to see all of it, and before there was: a look that is worth another. */
export function isCutShort({ view }: Snapshot, before: Snapshot): boolean {
  return view.incomplete !== undefined && before.view.incomplete === undefined;
}

/** Something changed elsewhere than where it was acted: would it have changed by itself? What goes on changing would have. */
export async function watch(first: Snapshot, found: Differences, watching: Watching): Promise<Snapshot> {
  const { glimpse, restless, own, signal } = watching;
  const suspects = new Set(changedIds(found.changes));
  const until = performance.now() + watchMs;
  let former = first;
  let isHabit = false;
  while (performance.now() < until && !isHabit && (await stirs(until - performance.now(), watching))) {
    const now = await glimpse(signal);
    const again = differences(former, now, restless, own);
    for (const id of changedIds(again.changes)) if (suspects.has(id)) restless.elements.add(id);
    for (const square of again.squares) if (found.squares.has(square)) restless.squares.add(square);
    isHabit = isHabitual(found, restless, now);
    former = now;
  }
  if (!isHabit) trust(restless);
  return former;
}

/** Waits until it is worth looking again. False when nothing stirs any more. */
async function stirs(ms: number, { reader, signal }: Watching): Promise<boolean> {
  const isWorthIt = reader.changes
    ? await reader.changes.next(ms, signal)
    : await pause(Math.min(150, ms), signal).then(() => true);
  if (signal?.aborted) throw cancelled(signal);
  return isWorthIt;
}

/** Nothing changed, or only pixels: no program has told yet what it did. */
export function isUntold({ changes }: Differences): boolean {
  return changes.every(({ kind }) => kind === 'focus' || kind === 'moved');
}

/** All there is to show for it are words or pixels elsewhere: a clock could be the reason. */
export function isDoubtful(
  { changes, squares }: Differences,
  { target, written }: { target: ElementId | undefined; written?: string | undefined },
  { touched }: Pick<AmbientChanges, 'touched'>,
): boolean {
  const strong = changes.filter(({ kind }) => kind !== 'focus' && kind !== 'moved' && kind !== 'title');
  if (strong.some((change) => !('element' in change) || change.element === target)) return false;
  if (written && strong.some((change) => isWritten(change, written))) return false;
  const words = changedIds(strong);
  if (words.length < strong.length) return false;
  const ticking = strong.filter((change) => !isComingUp(change, touched));
  return ticking.length > 0 || squares.size > 0;
}

/** A button that was pressed by an earlier action is up again: no clock either. */
function isComingUp(change: Change, touched: AmbientChanges['touched']): boolean {
  if (change.kind !== 'state' || change.added.length > 0) return false;
  return (
    change.removed.every((state) => state === 'pressed') &&
    touched.some(({ elements }) => elements.includes(change.element))
  );
}

/** Values longer than this may be told in part. */
const comparedText = 100;

/** No clock shows by itself what was just typed. */
function isWritten(change: Change, written: string): boolean {
  if (change.kind !== 'value') return false;
  const text = written.slice(0, comparedText);
  const { from = '', to } = change;
  if (!to.includes(text)) return false;
  return to.length === from.length + written.length || (text.length > 2 && !from.includes(text));
}

/** Everything that was found is known to change by itself. */
function isHabitual({ changes, squares }: Differences, restless: AmbientChanges, { view, pixels }: Snapshot): boolean {
  const left = outside(squares, restlessPlaces(view, restless), pixels);
  return (
    changedIds(changes).every((id) => restless.elements.has(id)) &&
    [...left].every((square) => restless.squares.has(square))
  );
}
