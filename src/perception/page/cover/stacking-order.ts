import { flatParent } from '../dom/flat-tree.js';
import { matchesSelector } from '../dom/native-query.js';

/** The order in which one overlay and other elements are painted. */
export interface StackingOrder {
  /**
   * A key that is equal for elements which are all behind the overlay or all in front of it: the common ancestor if the z-index of the
   * overlay is higher, else the outermost stacking context of the element below the common ancestor. Undefined if neither decides.
   */
  groupOf(element: Element): Element | undefined;
}

/** For all elements of one overlay together. */
const maxSteps = 4_000;

export function createStackingOrder(overlay: Element, isContext: (element: Element) => boolean): StackingOrder {
  /** The ancestors of the overlay, each with the outermost stacking context on the way to it. */
  const contexts = new Map<Element, Element | undefined>();
  let context: Element | undefined;
  for (let current: Element | null = overlay; current; current = flatParent(current)) {
    contexts.set(current, context);
    if (isContext(current)) context = current;
  }
  let steps = 0;
  return {
    groupOf(element) {
      let own: Element | undefined;
      let common: Element | null = element;
      for (; common && !contexts.has(common); common = flatParent(common)) {
        steps += 1;
        if (steps > maxSteps) return undefined;
        if (isContext(common)) own = common;
      }
      const overlaid = common ? contexts.get(common) : undefined;
      if (!common || !overlaid) return undefined;
      // Without a stacking context of its own, the element is at level 0 of the context that contains both.
      return levelOf(overlaid) > (own ? levelOf(own) : 0) ? common : own;
    },
  };
}

function levelOf(element: Element): number {
  return isInTopLayer(element) ? Number.POSITIVE_INFINITY : Number.parseInt(getComputedStyle(element).zIndex, 10) || 0;
}

/** Whether the content of the element is painted as a whole, in front of or behind everything else. Results are stored. */
export function stackingContexts(): (element: Element) => boolean {
  const known = new Map<Element, boolean>();
  return (element) => {
    let result = known.get(element);
    if (result === undefined) {
      result = isStackingContext(element);
      known.set(element, result);
    }
    return result;
  };
}

function isStackingContext(element: Element): boolean {
  const style = getComputedStyle(element);
  if (style.position === 'fixed' || style.position === 'sticky') return true;
  if (style.zIndex !== 'auto' && (style.position !== 'static' || isFlexItem(element))) return true;
  if (style.opacity !== '1' || style.transform !== 'none' || style.filter !== 'none') return true;
  if (style.perspective !== 'none' || style.clipPath !== 'none' || style.isolation === 'isolate') return true;
  if (style.mixBlendMode !== 'normal' || style.willChange !== 'auto' || style.contain !== 'none') return true;
  return isInTopLayer(element);
}

function isFlexItem(element: Element): boolean {
  const parent = flatParent(element);
  return parent !== null && /flex|grid/.test(getComputedStyle(parent).display);
}

function isInTopLayer(element: Element): boolean {
  return matchesSelector(element, ':modal, :popover-open');
}
