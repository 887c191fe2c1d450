import { containsPoint } from '../dom/box.js';
import { deepElementAt, flatParent, isInside } from '../dom/flat-tree.js';
import type { Box } from '../protocol.js';
import { createStackingOrder, type StackingOrder, stackingContexts } from './stacking-order.js';
import type { VisibleElement } from './visible-element.js';

/**
 * Hit tests that find out which overlay is in front of which elements. The cost of a hit test grows with the lists that it passes, so only
 * elements that an overlay intersects are tested, within a budget. All elements of one group or layer are behind the same overlays or in
 * front of them, so one hit test decides for many elements.
 */
export interface CoverTests {
  overlaysOn(box: Box): VisibleElement[];
  /** What earlier hit tests say: the overlay that hides the whole box, that none of the overlays does, or nothing. */
  known(element: Element, box: Box, overlays: readonly VisibleElement[]): VisibleElement | 'free' | undefined;
  /** The element at a point. `overlays`: those that may be in front of the element. */
  hit(element: Element, x: number, y: number, overlays: readonly VisibleElement[]): Element | null;
  isWithinBudget(): boolean;
}

const maxHitTests = 60;
/** For all hit tests together. */
const maxMilliseconds = 4;
/** Boxes are compared with boxes. */
const maxComparisons = 200_000;

export function createCoverTests(overlays: readonly VisibleElement[]): CoverTests {
  const isInFront = new Map<VisibleElement, Map<Element, boolean>>();
  const layers = new Map<Element, Element>();
  const orders = new Map<VisibleElement, StackingOrder>();
  const isContext = stackingContexts();
  let hitTests = 0;
  let milliseconds = 0;
  let comparisons = 0;
  const groupOf = (overlay: VisibleElement, element: Element): Element => {
    const order = orders.get(overlay) ?? createStackingOrder(overlay.element, isContext);
    orders.set(overlay, order);
    return order.groupOf(element) ?? layerOf(element, layers);
  };
  const verdictOf = (overlay: VisibleElement, element: Element): boolean | undefined => {
    const verdicts = isInFront.get(overlay);
    return verdicts?.get(groupOf(overlay, element));
  };
  return {
    overlaysOn(box) {
      comparisons += overlays.length;
      return comparisons > maxComparisons ? [] : overlays.filter((overlay) => overlaps(overlay.box, box));
    },
    known(element, box, candidates) {
      const cover = candidates.find(
        (overlay) => overlay.isSolid && containsBox(overlay.box, box) && verdictOf(overlay, element) === true,
      );
      if (cover) return cover;
      return candidates.every((overlay) => verdictOf(overlay, element) === false) ? 'free' : undefined;
    },
    hit(element, x, y, candidates) {
      const started = performance.now();
      const hit = deepElementAt(x, y);
      hitTests += 1;
      milliseconds += performance.now() - started;
      for (const overlay of candidates) {
        if (!overlay.isSolid || !containsPoint(overlay.box, x, y)) continue;
        const isAbove = isInside(hit, overlay.element);
        // Another overlay in front of both says nothing about them.
        if (!isAbove && !isInside(hit, element)) continue;
        const verdicts = isInFront.get(overlay) ?? new Map<Element, boolean>();
        verdicts.set(groupOf(overlay, element), isAbove);
        isInFront.set(overlay, verdicts);
      }
      return hit;
    },
    isWithinBudget: () => hitTests < maxHitTests && milliseconds <= maxMilliseconds,
  };
}

function overlaps(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** In pixels. */
const boxTolerance = 1;

export function containsBox(outer: Box, inner: Box): boolean {
  return (
    outer.left <= inner.left + boxTolerance &&
    outer.top <= inner.top + boxTolerance &&
    outer.right >= inner.right - boxTolerance &&
    outer.bottom >= inner.bottom - boxTolerance
  );
}

/** The closest element, from this one on, that is painted as a whole: in front of or behind other elements. */
function layerOf(element: Element, known: Map<Element, Element>): Element {
  const path: Element[] = [];
  let layer = element;
  for (let current: Element | null = element; current; current = flatParent(current)) {
    const found = known.get(current);
    layer = found ?? current;
    if (found || isLayer(getComputedStyle(current))) break;
    path.push(current);
  }
  for (const one of path) known.set(one, layer);
  return layer;
}

function isLayer({ position, zIndex, transform, opacity, filter, willChange }: CSSStyleDeclaration): boolean {
  if (position !== 'static' || zIndex !== 'auto' || willChange !== 'auto') return true;
  return transform !== 'none' || opacity !== '1' || filter !== 'none';
}
