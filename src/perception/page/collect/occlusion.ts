import { type CoverTests, createCoverTests } from '../cover/cover-tests.js';
import { removeHidden } from '../cover/hidden-text.js';
import type { VisibleElement } from '../cover/visible-element.js';
import { area } from '../dom/box.js';
import { flatParent, isInside } from '../dom/flat-tree.js';
import { tagOf } from '../dom/native-node.js';
import { closestOf } from '../dom/native-query.js';
import { numberOf } from '../dom/node-registry.js';
import { isOwnWidget } from '../dom/own-widget.js';
import type { Entry } from '../protocol.js';
import { takesClicks } from './clickable.js';
import { isUnderHandle } from './visibility.js';

/** Adds the state `covered` to controls under another element, and to everything outside a modal dialog. */
export function markCovered(visible: readonly VisibleElement[], entries: Entry[], modal: Element | undefined): void {
  const byNumber = new Map(entries.map((entry) => [entry.number, entry]));
  const tests = createCoverTests(visible.filter(({ mayOverlap }) => mayOverlap));
  for (const one of visible) {
    if (one.mayOverlap) continue;
    const entry = byNumber.get(numberOf(one.element));
    if (!entry || (!one.interactive && !modal)) continue;
    const isOutside = modal && !isInside(one.element, modal) && !isInTopLayer(one.element);
    if (isOutside || (one.interactive && isUnderOverlay(one, tests))) entry.states.push('covered');
  }
  removeHidden(visible, entries, byNumber, tests);
}

function isUnderOverlay(one: VisibleElement, tests: CoverTests): boolean {
  const { element, box } = one;
  const overlays = tests.overlaysOn(box).filter((overlay) => mayCover(overlay, element));
  if (!one.needsHitTest) {
    if (overlays.length === 0) return false;
    const known = tests.known(element, box, overlays);
    if (known !== undefined) return known !== 'free';
  }
  if (!tests.isWithinBudget()) return false;
  return isCovered(one, (x, y) => tests.hit(element, x, y, overlays));
}

function mayCover(overlay: VisibleElement, element: Element): boolean {
  return !isInside(element, overlay.element) && !isInside(overlay.element, element);
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
function isCovered({ element, box }: VisibleElement, hitAt: (x: number, y: number) => Element | null): boolean {
  for (const [across, down] of testPoints) {
    const x = box.left + (box.right - box.left) * across;
    const y = box.top + (box.bottom - box.top) * down;
    if (receivesEvent(element, hitAt(x, y))) return false;
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
  if (labelAround(hit)?.control === element || isOwnWidget(element, hit)) return true;
  const style = getComputedStyle(element);
  if (isUnderHandle(element, style)) return isInside(element, hit);
  // The element passes clicks to what it is a part of: a drawn check box in a row.
  return style.pointerEvents === 'none' && isInside(element, hit) && takesClicks(hit);
}

/** The label around an element, through all shadow roots: a click on an icon with its own shadow root reaches the label too. */
function labelAround(hit: Element): HTMLLabelElement | null {
  for (let current: Element | null = hit; current; current = flatParent(current))
    if (current instanceof HTMLLabelElement) return current;
  return null;
}

/** Whether a click at `hit` triggers a control inside the element or its label: a button in a card, a link in a label. */
export function hitsInnerControl(element: Element, hit: Element): boolean {
  const outer = isInside(hit, element) ? element : labelAround(hit);
  for (let current: Element | null = hit; current && current !== outer; current = flatParent(current)) {
    if (current !== element && takesClicks(current)) return true;
  }
  return false;
}

function isInTopLayer(element: Element): boolean {
  return closestOf(element, ':popover-open') !== null;
}
