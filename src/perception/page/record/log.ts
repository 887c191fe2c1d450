import type { Mutated } from '../../page-protocol.js';
import { attributeOf, isConnected, isEqual, nextSiblingOf, parentNodeOf } from '../dom.js';
import { holdsAgain } from '../naming/field-values.js';
import { framesPainted } from '../schedule.js';
import { beat, notePassing, rhythmOf } from './ambient-rhythm.js';

/** What changed since the action began. */

export interface Noted {
  at: number;
  node: Node;
  aspect: string;
  kind: Mutated['kind'];
  number?: number;
  text: string;
  attribute?: string;
  /** What was there before. */
  was?: string | null;
  child?: Node;
  /** Beside what the child stood when it was taken out. */
  next?: Node | null;
  /** After the page's handlers had returned. */
  late: boolean;
  /** It may be the page's own doing: time will tell. */
  doubt: boolean;
  dropped: boolean;
  /** How many frames had been painted by then. */
  frame: number;
}

const kept = 300;
/** A page this young has not shown yet what it does by itself. */
export const youth = 1_500;
/** What changed by itself this shortly before may do so again. */
const recently = 3_000;
export const longestDoubt = 1_300;
const leastFrames = 4;
const spacing = 40;

let entries: Noted[] = [];
let putOffAny = false;
let isDisowned = false;

export function noteEntry(entry: Omit<Noted, 'doubt' | 'dropped' | 'frame'>): Noted {
  const noted: Noted = {
    ...entry,
    doubt: entry.late && entry.kind !== 'focus',
    dropped: false,
    frame: framesPainted(),
  };
  entries.push(noted);
  if (entries.length > kept) entries = entries.slice(-kept);
  if (isDisowned && noted.late) drop(noted);
  return noted;
}

/** The action begins. What was noted before any input came was the page's own doing. */
export function beginLog(hadInput: boolean): void {
  if (!hadInput)
    for (const entry of entries) if (entry.late && !entry.dropped) beat(entry.node, entry.aspect, entry.at);
  entries = [];
  putOffAny = false;
  isDisowned = false;
}

/** The action is known to have set something going: what comes late may well be its doing. */
export function expectLate(): void {
  putOffAny = true;
}

/** Clears up what it can of the doubtful: what changes a second time in the same way, or has beaten since, does so by itself. */
export function clearDoubts(now: number, began: number, putOff: boolean): void {
  putOffAny ||= putOff;
  for (const entry of entries) {
    if (!entry.doubt || entry.dropped) continue;
    const { since, gap = longestDoubt } = rhythmOf(entry.node, entry.aspect, entry.at);
    const hasBeaten = since < recently;
    if (!hasBeaten && (putOffAny || began > youth)) entry.doubt = false;
    else if (since < -spacing || entries.some((other) => isRepeat(entry, other))) drop(entry);
    else if (isOver(entry, now, gap)) entry.doubt = false;
  }
}

/** On a busy machine time passes while nothing is painted: a page that draws by frames had no chance to do it again. */
function isOver(entry: Noted, now: number, gap: number): boolean {
  const age = now - entry.at;
  if (age > longestDoubt) return true;
  return age > gap * 1.5 + 100 && framesPainted() - entry.frame >= leastFrames;
}

function isRepeat(entry: Noted, other: Noted): boolean {
  return (
    other.late && other.node === entry.node && other.aspect === entry.aspect && Math.abs(other.at - entry.at) > spacing
  );
}

function drop(entry: Noted): void {
  entry.dropped = true;
  entry.doubt = false;
  beat(entry.node, entry.aspect, entry.at);
  if (entry.child) notePassing(entry.child);
}

/** Nothing that comes late is the action's doing: nobody listened to it. */
export function disownLate(): void {
  isDisowned = true;
  for (const entry of entries) if (entry.late && !entry.dropped) drop(entry);
}

/** Entries that make a difference between then and now. */
export function standing(): Noted[] {
  const alive = entries.filter((entry) => !entry.dropped);
  const undone = new Set<Noted>();
  for (const entry of alive) if (!undone.has(entry) && isUndone(entry, alive, undone)) undone.add(entry);
  return alive.filter((entry) => !undone.has(entry));
}

function isUndone(entry: Noted, all: readonly Noted[], undone: Set<Noted>): boolean {
  const { node, aspect, was, child } = entry;
  if (entry.kind === 'attribute') {
    const first = all.find((other) => other.node === node && other.aspect === aspect);
    return node instanceof Element && (first?.was ?? null) === attributeOf(node, entry.attribute ?? '');
  }
  if (entry.kind === 'value') return node instanceof Element && was != null && isValueBack(entry, all);
  if (child === undefined) return was != null && node instanceof CharacterData && isTextBack(entry, all);
  const history = all.filter((other) => other.child === child);
  if (history[0]?.kind === 'added') {
    if (!isConnected(child)) return true;
    if (history.length > 1) return false;
  } else if (isConnected(child)) {
    return parentNodeOf(child) === node && nextSiblingOf(child) === (history[0]?.next ?? null);
  }
  // Taken out and put in again as an equal.
  const opposite = entry.kind === 'added' ? 'removed' : 'added';
  const twin = all.find(
    (other) =>
      other.kind === opposite &&
      other.node === node &&
      !undone.has(other) &&
      other.child &&
      isEqual(other.child, child),
  );
  if (!twin || (opposite === 'added' && !(twin.child && isConnected(twin.child)))) return false;
  undone.add(twin);
  return true;
}

function isValueBack({ node }: Noted, all: readonly Noted[]): boolean {
  const first = all.find((other) => other.node === node && other.kind === 'value' && other.was != null);
  return node instanceof Element && first?.was != null && holdsAgain(node, first.was);
}

function isTextBack({ node }: Noted, all: readonly Noted[]): boolean {
  const first = all.find((other) => other.node === node && other.child === undefined && other.kind === 'text');
  return node instanceof CharacterData && first?.was === node.data;
}

/** Nodes that hold what the action changed: however restless they are, this is not their own doing. */
export function touchedNodes(): Set<Node> {
  const touched = new Set<Node>();
  for (const { node, child, doubt } of standing()) {
    if (doubt) continue;
    if (child) touched.add(child);
    for (let at: Node | null = node, steps = 0; at && steps < 4; at = parentNodeOf(at), steps += 1) touched.add(at);
  }
  return touched;
}

/** Nodes whose change is not known to be the action's doing. */
export function strayNodes(): Set<Node> {
  return new Set(
    entries
      .filter((entry) => entry.dropped || entry.doubt)
      .flatMap(({ node, child }) => (child ? [node, child] : [node])),
  );
}
