import { area, intersectBoxes } from '../dom/box.js';
import { deepElementAt, flatParent, isInside } from '../dom/flat-tree.js';
import { tagOf } from '../dom/native-node.js';
import { closestOf } from '../dom/native-query.js';
import { numberOf } from '../dom/node-registry.js';
import type { Box, Entry } from '../protocol.js';
import { takesClicks } from './clickable.js';

export interface VisibleElement {
  element: Element;
  box: Box;
  interactive: boolean;
  /** Positioned, or with a z-index: it may overlap other elements. */
  mayOverlap?: boolean;
  /** Its back face may be hidden, or it may not receive clicks. */
  needsHitTest?: boolean;
}

const maxHitTests = 60;
const maxMilliseconds = 4;

/**
 * Adds the state `covered` to elements under another one. The cost of a hit test grows with the lists that it passes, so only elements that
 * an overlay intersects are tested, within a budget.
 */
export function markCovered(visible: readonly VisibleElement[], entries: Entry[], modal: Element | undefined): void {
  const overlays = visible.filter(({ mayOverlap }) => mayOverlap);
  const byNumber = new Map(entries.map((entry) => [entry.number, entry]));
  const started = performance.now();
  let hitTests = 0;
  for (const one of visible) {
    if (one.mayOverlap) continue;
    const entry = byNumber.get(numberOf(one.element));
    if (!entry || (!one.interactive && !modal)) continue;
    if (modal && !isInside(one.element, modal) && !isInTopLayer(one.element)) {
      entry.states.push('covered');
      continue;
    }
    if (!one.interactive || hitTests >= maxHitTests || performance.now() - started > maxMilliseconds) continue;
    if (!one.needsHitTest && !overlays.some((overlay) => mayCover(overlay, one))) continue;
    hitTests += 1;
    if (isCovered(one)) entry.states.push('covered');
  }
}

function mayCover(overlay: VisibleElement, one: VisibleElement): boolean {
  if (overlay.element === one.element || !intersectBoxes(overlay.box, one.box)) return false;
  return !isInside(one.element, overlay.element) && !isInside(overlay.element, one.element);
}

/** Of a smaller element only the middle is tested. */
const minTestedArea = 400;
/** Points of an element to test, as fractions of its box. */
const testPoints = [
  [0.5, 0.5],
  [0.2, 0.5],
  [0.8, 0.5],
  [0.5, 0.2],
  [0.5, 0.8],
] as const;

/** Whether another element receives the events at all tested points. */
function isCovered({ element, box }: VisibleElement): boolean {
  for (const [across, down] of testPoints) {
    const x = box.left + (box.right - box.left) * across;
    const y = box.top + (box.bottom - box.top) * down;
    if (receivesEvent(element, deepElementAt(x, y))) return false;
    if (area(box) < minTestedArea) break;
  }
  return true;
}

/** Events on an embedded document never reach the elements around it. */
const embeddedTags = new Set(['IFRAME', 'FRAME', 'OBJECT', 'EMBED']);

/** Whether an event at `hit` counts as one on `element`. */
export function receivesEvent(element: Element, hit: Element | null): boolean {
  if (!hit) return false;
  if (embeddedTags.has(tagOf(hit)) && hit !== element) return false;
  if (isInside(hit, element)) return true;
  if (element instanceof HTMLAreaElement) return false;
  if (closestOf(hit, 'label')?.control === element) return true;
  // The element passes clicks to what it is a part of: a drawn check box in a row.
  return getComputedStyle(element).pointerEvents === 'none' && isInside(element, hit) && takesClicks(hit);
}

/** Whether a click at `hit` triggers a control inside the element or its label: a button in a card, a link in a label. */
export function hitsInnerControl(element: Element, hit: Element): boolean {
  const outer = isInside(hit, element) ? element : closestOf(hit, 'label');
  for (let current: Element | null = hit; current && current !== outer; current = flatParent(current)) {
    if (current !== element && takesClicks(current)) return true;
  }
  return false;
}

function isInTopLayer(element: Element): boolean {
  return closestOf(element, ':popover-open') !== null;
}
