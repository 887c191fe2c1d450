import { parentNodeOf } from '../dom/native-node.js';

/**
 * Changes that a page repeats without input: a clock, a ticker, a carousel. Recorded per aspect of a node (its text, one attribute, one
 * kind of child), so that a button with a pulsing colour can still be seen to become disabled.
 */

const maxTimes = 5;
const maxAspects = 20;
const minRepeats = 3;
/** Changes closer together than this count as one. */
const minGapMs = 40;
/** A change with longer gaps does not count as recurring. */
const maxGapMs = 3_000;

const changeTimes = new WeakMap<Node, Map<string, number[]>>();
/** Nodes that were added without input, with the aspect of the parent that they changed. */
const ambientChildren = new WeakMap<Node, string>();
const recurringChildren = new WeakSet<Node>();

let hasAny = false;

/** Whether anything changed without input so far. */
export function hasAmbientChanges(): boolean {
  return hasAny;
}

/** Records a change that no action caused. */
export function noteAmbientChange(node: Node, aspect: string, at: number): void {
  hasAny = true;
  const aspects = changeTimes.get(node) ?? new Map<string, number[]>();
  changeTimes.set(node, aspects);
  const times = aspects.get(aspect) ?? [];
  if (times.length === 0 && aspects.size >= maxAspects) return;
  aspects.set(aspect, times);
  if (at - (times.at(-1) ?? Number.NEGATIVE_INFINITY) <= minGapMs) return;
  times.push(at);
  if (times.length > maxTimes) times.shift();
}

function widestGap(times: readonly number[]): number {
  let widest = 0;
  for (let index = 1; index < times.length; index += 1) {
    widest = Math.max(widest, (times[index] ?? 0) - (times[index - 1] ?? 0));
  }
  return widest;
}

function areRecurring(times: readonly number[] | undefined, now: number, min = minRepeats): boolean {
  if (times === undefined || times.length < min) return false;
  const gap = widestGap(times);
  return gap <= maxGapMs && now - (times.at(-1) ?? 0) <= gap * 1.8 + 100;
}

/** Whether this aspect changes repeatedly and is due to change again. */
export function isRecurring(node: Node, aspect: string, now: number, min?: number): boolean {
  return areRecurring(changeTimes.get(node)?.get(aspect), now, min);
}

/** The time since this aspect last changed without input, and the longest gap between two such changes, if known. */
export function recurrenceOf(node: Node, aspect: string, now: number): { sinceMs: number; gapMs?: number } {
  const times = changeTimes.get(node)?.get(aspect) ?? [];
  const sinceMs = now - (times.at(-1) ?? Number.NEGATIVE_INFINITY);
  return times.length < 2 ? { sinceMs } : { sinceMs, gapMs: widestGap(times) };
}

const visibilityAspect = /^@(class|style|hidden|aria-hidden)$/;

/** Whether any aspect of the node changes repeatedly, or any that decides whether the node is visible. */
export function isAmbientNode(node: Node, now: number, onlyVisibility = false): boolean {
  for (const [aspect, times] of changeTimes.get(node) ?? []) {
    if (onlyVisibility && !visibilityAspect.test(aspect)) continue;
    if (areRecurring(times, now)) return true;
  }
  return false;
}

/** Records a node that was added without input. It may be one of many. */
export function noteAmbientChild(node: Node, aspect: string): void {
  ambientChildren.set(node, aspect);
}

/** Marks a node that was added as similar ones are added repeatedly: no action adds or removes it. */
export function markAmbientChild(node: Node): void {
  recurringChildren.add(node);
}

/** Whether no action added or removed the node, or one around it. */
export function isInAmbientChild(node: Node): boolean {
  for (let current: Node | null = node; current; current = parentNodeOf(current))
    if (recurringChildren.has(current)) return true;
  return false;
}

export function isAmbientChild(node: Node, now: number): boolean {
  const aspect = ambientChildren.get(node);
  const parent = parentNodeOf(node);
  return recurringChildren.has(node) || (aspect !== undefined && parent !== null && isRecurring(parent, aspect, now));
}
