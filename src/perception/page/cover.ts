import type { Box, Entry } from '../protocol.js';
import { area, overlap } from './box.js';
import { elementAt, isInside } from './tree.js';

export interface Seen {
  element: Element;
  box: Box;
  interactive: boolean;
  /** Taken out of the flow or given a z-index: it may lie over others. */
  raised?: boolean;
}

const hitBudget = 60;
const hitMilliseconds = 4;

/**
 * Marks elements that lie under another. A hit test costs time in proportion to the length of the lists it passes, so it is done only
 * where something raised overlaps the element's middle, and only within a small budget.
 */
export function markCovered(
  seen: readonly Seen[],
  entries: Entry[],
  modal: Element | undefined,
  numberOf: (node: Node) => number,
): void {
  const raised = seen.filter((one) => one.raised);
  const byNumber = new Map(entries.map((entry) => [entry.number, entry]));
  const started = performance.now();
  let hits = 0;
  for (const one of seen) {
    if (one.raised) continue;
    const entry = byNumber.get(numberOf(one.element));
    if (!entry || (!one.interactive && !modal)) continue;
    if (modal && !isInside(one.element, modal) && !inTopLayer(one.element)) {
      entry.states.push('covered');
      continue;
    }
    if (!one.interactive || hits >= hitBudget || performance.now() - started > hitMilliseconds) continue;
    const suspect = raised.some((other) => mayCover(other, one));
    if (!suspect) continue;
    hits += 1;
    if (isCovered(one)) entry.states.push('covered');
  }
}

function mayCover(other: Seen, one: Seen): boolean {
  if (other.element === one.element || isInside(one.element, other.element) || isInside(other.element, one.element))
    return false;
  return overlap(other.box, one.box) !== undefined;
}

/** Covered means that no part of it that a person would aim at is on top. */
function isCovered({ element, box }: Seen): boolean {
  for (const [across, down] of [
    [0.5, 0.5],
    [0.2, 0.5],
    [0.8, 0.5],
    [0.5, 0.2],
    [0.5, 0.8],
  ] as const) {
    const x = box.left + (box.right - box.left) * across;
    const y = box.top + (box.bottom - box.top) * down;
    if (receives(element, elementAt(x, y))) return false;
    if (area(box) < 400) break;
  }
  return true;
}

/** True when an event at `hit` would be taken as one on `element`. */
export function receives(element: Element, hit: Element | null): boolean {
  if (!hit) return false;
  if (isInside(hit, element)) return true;
  const label = hit.closest('label');
  if (label && label.control === element) return true;
  // The other way round: a label or a wrapper that lets clicks through to its parent.
  return getComputedStyle(element).pointerEvents === 'none' && isInside(element, hit);
}

function inTopLayer(element: Element): boolean {
  return element.closest(':popover-open') !== null;
}
