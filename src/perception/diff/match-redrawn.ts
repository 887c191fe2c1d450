import type { Element } from '../../core/element.js';

/**
 * A page that draws a part of itself again replaces texts by equal ones. A reader sees no difference, so they count as the same. Texts are
 * equal only in the same place: after the same element, and in the same order. Controls are not matched, since their ids matter.
 */

const matchedRoles = new Set<Element['role']>(['Text', 'Container', 'Image']);
/** A longer run of texts is compared only at its start and at its end. */
const maxCompared = 400;

export interface RedrawnMatch {
  /** The elements of the first view that an equal one replaced. */
  replaced: Set<Element>;
  /** The elements of the second view that replace an equal one. */
  replacements: Set<Element>;
  /** The names of runs that have the same texts in another order. */
  reordered: string[][];
}

/** Matches the elements that are in only one of two views. */
export function matchRedrawn(before: readonly Element[], after: readonly Element[]): RedrawnMatch {
  const match: RedrawnMatch = { replaced: new Set(), replacements: new Set(), reordered: [] };
  const runsBefore = runsOfMissing(before, after);
  if (runsBefore.size === 0) return match;
  for (const [anchor, now] of runsOfMissing(after, before)) {
    const was = runsBefore.get(anchor);
    if (was) matchRun(was, now, match);
  }
  return match;
}

/** The elements of one view that are not in the other, by the last element before them that is in both. */
function runsOfMissing(elements: readonly Element[], others: readonly Element[]): Map<string, Element[]> {
  const known = new Set(others.map(entryKey));
  const runs = new Map<string, Element[]>();
  let anchor = '';
  for (const element of elements) {
    if (known.has(entryKey(element))) anchor = element.id;
    else if (!element.interactive && matchedRoles.has(element.role))
      runs.set(anchor, [...(runs.get(anchor) ?? []), element]);
  }
  return runs;
}

function entryKey({ id, role }: Element): string {
  return `${id} ${role}`;
}

function lookKey({ role, name, kind, level, value, states }: Element): string {
  const shown = states.filter((state) => state !== 'covered' && state !== 'offscreen');
  return JSON.stringify([role, name, kind, level, value, shown]);
}

function matchRun(before: readonly Element[], after: readonly Element[], match: RedrawnMatch): void {
  const add = (was: Element | undefined, now: Element | undefined): void => {
    if (was) match.replaced.add(was);
    if (now) match.replacements.add(now);
  };
  const was = before.map(lookKey);
  const now = after.map(lookKey);
  if (was.length > 1 && was.join() !== now.join() && was.toSorted().join() === now.toSorted().join()) {
    const isMoved = (_: Element, index: number): boolean => was[index] !== now[index];
    const moved = after.slice(after.findIndex(isMoved), after.findLastIndex(isMoved) + 1);
    match.reordered.push(moved.filter(({ name }) => name !== '').map(({ name }) => name));
    for (const [index, element] of before.entries()) add(element, after[index]);
    return;
  }
  for (const [one, other] of commonPairs(was, now)) add(before[one], after[other]);
}

/** The pairs of indexes of a longest common subsequence. */
function commonPairs(was: readonly string[], now: readonly string[]): [number, number][] {
  const shorter = Math.min(was.length, now.length);
  let start = 0;
  while (start < shorter && was[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && was.at(-1 - end) === now.at(-1 - end)) end += 1;
  const pairs: [number, number][] = Array.from({ length: start }, (_, index) => [index, index]);
  const middle = longestCommon(was.slice(start, was.length - end), now.slice(start, now.length - end));
  pairs.push(...middle.map(([one, other]): [number, number] => [one + start, other + start]));
  for (let back = end; back > 0; back -= 1) pairs.push([was.length - back, now.length - back]);
  return pairs;
}

function longestCommon(was: readonly string[], now: readonly string[]): [number, number][] {
  if (was.length === 0 || now.length === 0 || was.length > maxCompared || now.length > maxCompared) return [];
  const width = now.length + 1;
  const lengths = new Uint16Array((was.length + 1) * width);
  const at = (one: number, other: number): number => lengths[one * width + other] ?? 0;
  for (let one = was.length - 1; one >= 0; one -= 1)
    for (let other = now.length - 1; other >= 0; other -= 1)
      lengths[one * width + other] =
        was[one] === now[other] ? at(one + 1, other + 1) + 1 : Math.max(at(one + 1, other), at(one, other + 1));
  const pairs: [number, number][] = [];
  for (let one = 0, other = 0; one < was.length && other < now.length; ) {
    if (was[one] === now[other]) pairs.push([one++, other++]);
    else if (at(one + 1, other) >= at(one, other + 1)) one += 1;
    else other += 1;
  }
  return pairs;
}
