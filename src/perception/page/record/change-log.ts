import { attributeOf, isConnected, isEqual, nextSiblingOf, parentNodeOf } from '../dom/native-node.js';
import type { RecordedMutation } from '../recorded-changes.js';
import { markAmbientChild, noteAmbientChange, recurrenceOf } from './ambient-changes.js';
import { hasValue } from './field-values.js';
import { handlersStartedAt, mayWriteInto } from './input-handling.js';
import { paintedFrames } from './scheduled-work.js';

/** The changes since the action started. */

export interface LoggedChange {
  at: number;
  node: Node;
  aspect: string;
  kind: RecordedMutation['kind'];
  number?: number;
  text: string;
  attribute?: string;
  /** The value before the change. */
  previous?: string | null;
  child?: Node;
  /** The next sibling of the child when it was removed. */
  nextNode?: Node | null;
  /** It happened after the page's handlers returned. */
  late: boolean;
  /** The cause is not known yet: the action or the page. */
  uncertain: boolean;
  /** The page caused it. */
  discarded: boolean;
  /** How many frames had been painted. */
  paintedFrames: number;
}

const maxEntries = 300;
/** On a page younger than this, ambient changes are not known yet. */
export const youngPageMs = 1_500;
/** An aspect that changed without input this recently may do so again. */
const recentMs = 3_000;
/** After this time a change is attributed to the action. */
export const maxUncertainMs = 1_300;
const minFrames = 4;
/** Changes closer together than this are one. */
const minGapMs = 40;

let entries: LoggedChange[] = [];
let expectsLateChanges = false;
let discardsLateChanges = false;

export function logChange(change: Omit<LoggedChange, 'uncertain' | 'discarded' | 'paintedFrames'>): LoggedChange {
  const entry: LoggedChange = {
    ...change,
    uncertain: change.late && change.kind !== 'focus',
    discarded: false,
    paintedFrames: paintedFrames(),
  };
  entries.push(entry);
  if (entries.length > maxEntries) entries = entries.slice(-maxEntries);
  if (discardsLateChanges && entry.late) discard(entry);
  return entry;
}

/** Clears the log for a new action. If the previous one had no input, its late changes were ambient. */
export function startLog(hadInput: boolean): void {
  if (!hadInput)
    for (const entry of entries)
      if (entry.late && !entry.discarded) noteAmbientChange(entry.node, entry.aspect, entry.at);
  entries = [];
  expectsLateChanges = false;
  discardsLateChanges = false;
}

/** The action triggered asynchronous work, so it may cause late changes. */
export function expectLateChanges(): void {
  expectsLateChanges = true;
}

/** Decides uncertain changes where possible: one that repeats is ambient, one that does not repeat in time belongs to the action. */
export function resolveUncertain(now: number, startedAt: number, hasScheduledWork: boolean): void {
  expectsLateChanges ||= hasScheduledWork;
  for (const entry of entries) {
    if (!entry.uncertain || entry.discarded) continue;
    const { sinceMs, gapMs = maxUncertainMs } = recurrenceOf(entry.node, entry.aspect, entry.at);
    const changedRecently = sinceMs < recentMs;
    if (!changedRecently && (expectsLateChanges || startedAt > youngPageMs)) entry.uncertain = false;
    else if (sinceMs < -minGapMs || entries.some((other) => isRepeat(entry, other))) discard(entry);
    else if (hadTimeToRepeat(entry, now, gapMs)) entry.uncertain = false;
  }
}

/** On a busy machine time passes without painted frames, and a page that draws by frames cannot repeat a change. */
function hadTimeToRepeat(entry: LoggedChange, now: number, gapMs: number): boolean {
  const age = now - entry.at;
  if (age > maxUncertainMs) return true;
  return age > gapMs * 1.5 + 100 && paintedFrames() - entry.paintedFrames >= minFrames;
}

function isRepeat(entry: LoggedChange, other: LoggedChange): boolean {
  return (
    other.late && other.node === entry.node && other.aspect === entry.aspect && Math.abs(other.at - entry.at) > minGapMs
  );
}

function discard(entry: LoggedChange): void {
  entry.discarded = true;
  entry.uncertain = false;
  noteAmbientChange(entry.node, entry.aspect, entry.at);
  if (entry.child) markAmbientChild(entry.child);
}

/** Attributes late changes to the page: no script listened to the action. */
export function discardLate(): void {
  discardsLateChanges = true;
  for (const entry of entries) if (entry.late && !entry.discarded) discard(entry);
}

/** The changes that still make a difference: reverted ones are left out. */
export function effectiveChanges(): LoggedChange[] {
  const kept = entries.filter((entry) => !entry.discarded);
  const reverted = new Set<LoggedChange>();
  for (const entry of kept) if (!reverted.has(entry) && isReverted(entry, kept, reverted)) reverted.add(entry);
  return kept.filter((entry) => !reverted.has(entry));
}

function isReverted(entry: LoggedChange, all: readonly LoggedChange[], reverted: Set<LoggedChange>): boolean {
  const { node, aspect, previous, child } = entry;
  if (entry.kind === 'attribute') {
    const first = all.find((other) => other.node === node && other.aspect === aspect);
    return node instanceof Element && (first?.previous ?? null) === attributeOf(node, entry.attribute ?? '');
  }
  if (entry.kind === 'value') return node instanceof Element && previous != null && isValueRestored(entry, all);
  if (child === undefined) return previous != null && node instanceof CharacterData && isTextRestored(entry, all);
  const history = all.filter((other) => other.child === child);
  if (history[0]?.kind === 'added') {
    if (!isConnected(child)) return true;
    if (history.length > 1) return false;
  } else if (isConnected(child)) {
    return parentNodeOf(child) === node && nextSiblingOf(child) === (history[0]?.nextNode ?? null);
  }
  return isReplacedByEqual(entry, child, all, reverted);
}

/** The child was removed and an equal one added. */
function isReplacedByEqual(
  entry: LoggedChange,
  child: Node,
  all: readonly LoggedChange[],
  reverted: Set<LoggedChange>,
): boolean {
  const opposite = entry.kind === 'added' ? 'removed' : 'added';
  const twin = all.find(
    (other) =>
      other.kind === opposite &&
      other.node === entry.node &&
      !reverted.has(other) &&
      other.child &&
      isEqual(other.child, child),
  );
  if (!twin || (opposite === 'added' && !(twin.child && isConnected(twin.child)))) return false;
  reverted.add(twin);
  return true;
}

function isValueRestored({ node }: LoggedChange, all: readonly LoggedChange[]): boolean {
  const first = all.find((other) => other.node === node && other.kind === 'value' && other.previous != null);
  return node instanceof Element && first?.previous != null && hasValue(node, first.previous);
}

function isTextRestored({ node }: LoggedChange, all: readonly LoggedChange[]): boolean {
  const first = all.find((other) => other.node === node && other.child === undefined && other.kind === 'text');
  return node instanceof CharacterData && first?.previous === node.data;
}

/** Whether the action changed anything, even if it was reverted. */
export function hasChanged(): boolean {
  return entries.some((entry) => !entry.discarded && !entry.uncertain);
}

/** When something last changed that the page is not known to change by itself. */
export function lastChangeAt(): number {
  return entries.findLast((entry) => !entry.discarded)?.at ?? 0;
}

/**
 * When changes followed the first input, without what the input itself wrote. Changes close together count once, with the time of the last
 * one.
 */
export function lateBursts(): number[] {
  const bursts: number[] = [];
  let previousAt = Number.NEGATIVE_INFINITY;
  for (const { at, late, uncertain, discarded, kind, node } of entries) {
    if (!late || uncertain || discarded || at < handlersStartedAt()) continue;
    if (kind === 'value' && mayWriteInto(node)) continue;
    if (at - previousAt > minGapMs) bursts.push(at);
    else bursts[bursts.length - 1] = at;
    previousAt = at;
  }
  return bursts;
}

/** Nodes that contain a change of the action, and so are not ambient. */
export function touchedNodes(): Set<Node> {
  const touched = new Set<Node>();
  for (const { node, child, uncertain } of effectiveChanges()) {
    if (uncertain) continue;
    if (child) touched.add(child);
    for (let current: Node | null = node, steps = 0; current && steps < 4; current = parentNodeOf(current), steps += 1)
      touched.add(current);
  }
  return touched;
}

/** Nodes with a change that is not known to come from the action. */
export function unattributedNodes(): Set<Node> {
  return new Set(
    entries
      .filter((entry) => entry.discarded || entry.uncertain)
      .flatMap(({ node, child }) => (child ? [node, child] : [node])),
  );
}
