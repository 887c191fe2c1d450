import { parentNodeOf } from '../dom.js';

/**
 * What a page changes by itself, again and again: a clock, a ticker, a carousel. Kept for each aspect of a node (its words, one attribute,
 * one kind of child), so that a button whose colour pulses can still be seen to be disabled.
 */

const kept = 5;
/** Changes closer together than this are one beat. */
const spacing = 40;
/** What comes more seldom than this has no rhythm that could be waited for. */
const longestGap = 3_000;
const mostAspects = 20;

const beats = new WeakMap<Node, Map<string, number[]>>();
/** Nodes that came by themselves, with the kind of child they are. */
const guests = new WeakMap<Node, string>();
const passing = new WeakSet<Node>();

/** Notes a change that no action can have caused. */
export function beat(node: Node, aspect: string, at: number): void {
  const aspects = beats.get(node) ?? new Map<string, number[]>();
  beats.set(node, aspects);
  const times = aspects.get(aspect) ?? [];
  if (times.length === 0 && aspects.size >= mostAspects) return;
  aspects.set(aspect, times);
  if (at - (times.at(-1) ?? Number.NEGATIVE_INFINITY) <= spacing) return;
  times.push(at);
  if (times.length > kept) times.shift();
}

function widestGap(times: readonly number[]): number {
  let widest = 0;
  for (let index = 1; index < times.length; index += 1) {
    widest = Math.max(widest, (times[index] ?? 0) - (times[index - 1] ?? 0));
  }
  return widest;
}

function isInRhythm(times: readonly number[] | undefined, now: number, least = 3): boolean {
  if (times === undefined || times.length < least) return false;
  const gap = widestGap(times);
  return gap <= longestGap && now - (times.at(-1) ?? 0) <= gap * 1.8 + 100;
}

export function isBeating(node: Node, aspect: string, now: number, least?: number): boolean {
  return isInRhythm(beats.get(node)?.get(aspect), now, least);
}

/** How long ago this aspect last changed by itself, and how long it takes from one time to the next, as far as that is known. */
export function rhythmOf(node: Node, aspect: string, now: number): { since: number; gap?: number } {
  const times = beats.get(node)?.get(aspect) ?? [];
  const since = now - (times.at(-1) ?? Number.NEGATIVE_INFINITY);
  return times.length < 2 ? { since } : { since, gap: widestGap(times) };
}

/** Whether anything about the node itself changes again and again, or only what decides whether it is shown. */
export function isRestlessNode(node: Node, now: number, onlyShowing = false): boolean {
  for (const [aspect, times] of beats.get(node) ?? []) {
    if (onlyShowing && !/^@(class|style|hidden|aria-hidden)$/.test(aspect)) continue;
    if (isInRhythm(times, now)) return true;
  }
  return false;
}

/** A node that came by itself, perhaps as one of many. */
export function noteGuest(node: Node, aspect: string): void {
  guests.set(node, aspect);
}

/** A node that came by itself as others like it do again and again: that it is there, or goes again, is nobody's doing. */
export function notePassing(node: Node): void {
  passing.add(node);
}

export function isPassing(node: Node, now: number): boolean {
  const aspect = guests.get(node);
  const parent = parentNodeOf(node);
  return passing.has(node) || (aspect !== undefined && parent !== null && isBeating(parent, aspect, now));
}
