import type { Box, Entry } from '../../page-protocol.js';
import { area, overlap } from '../box.js';
import { tagOf } from '../dom.js';
import { closestOf } from '../query.js';
import { elementAt, flatParent, isInside } from '../tree.js';
import { takesClicks } from './interest.js';

export interface Seen {
  element: Element;
  box: Box;
  interactive: boolean;
  /** Taken out of the flow or given a z-index: it may lie over others. */
  raised?: boolean;
  /** It may be turned away from the viewer, or let clicks through: only a hit test tells. */
  doubtful?: boolean;
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
    const suspect = one.doubtful || raised.some((other) => mayCover(other, one));
    if (!suspect) continue;
    hits += 1;
    if (isCovered(one)) entry.states.push('covered');
  }
}

function mayCover(other: Seen, one: Seen): boolean {
  if (other.element === one.element || !overlap(other.box, one.box)) return false;
  return !isInside(one.element, other.element) && !isInside(other.element, one.element);
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

/** A document inside this one takes the events on it: they never reach an element around it. */
const enclosed = new Set(['IFRAME', 'FRAME', 'OBJECT', 'EMBED']);

/** True when an event at `hit` would be taken as one on `element`. */
export function receives(element: Element, hit: Element | null): boolean {
  if (!hit) return false;
  if (enclosed.has(tagOf(hit)) && hit !== element) return false;
  if (isInside(hit, element)) return true;
  if (element instanceof HTMLAreaElement) return false;
  const label = closestOf(hit, 'label');
  if (label && label.control === element) return true;
  // Something that lets clicks through to what it is a part of: a drawn check box in a row.
  return getComputedStyle(element).pointerEvents === 'none' && isInside(element, hit) && takesClicks(hit);
}

/** True when a click at `hit` is meant for something smaller: a button in a card, a link in a label. */
export function meansAnother(element: Element, hit: Element): boolean {
  const around = isInside(hit, element) ? element : closestOf(hit, 'label');
  for (let at: Element | null = hit; at && at !== around; at = flatParent(at)) {
    if (at !== element && takesClicks(at)) return true;
  }
  return false;
}

function inTopLayer(element: Element): boolean {
  return closestOf(element, ':popover-open') !== null;
}
