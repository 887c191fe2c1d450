import { contentBox } from '../collect/visibility.js';
import { area, containsPoint, intersectBoxes, viewportBox } from '../dom/box.js';
import { flatParent } from '../dom/flat-tree.js';
import { pageBody, pageRoot } from '../dom/native-document.js';
import { rectOf, scrollIntoView, tagOf } from '../dom/native-node.js';
import type { Box } from '../protocol.js';

/** An element with more than this fraction visible is not scrolled. */
const minVisibleFraction = 0.6;
/** A bar covers less than this fraction of the viewport. */
const maxBarFraction = 1 / 2;

/** The area in which an element can be visible: the viewport, clipped by every ancestor that hides overflow. */
export function visibleBox(element: Element): Box {
  let box = viewportBox();
  let { position } = getComputedStyle(element);
  for (let parent = flatParent(element); parent && position !== 'fixed'; parent = flatParent(parent)) {
    if (parent === pageRoot() || parent === pageBody()) break;
    const style = getComputedStyle(parent);
    // An absolute box is clipped only by its containing block and what is around that.
    if (position === 'absolute' && style.position === 'static' && style.transform === 'none') continue;
    if (style.overflowX !== 'visible' || style.overflowY !== 'visible')
      box = intersectBoxes(box, rectOf(parent)) ?? { left: 0, top: 0, right: 0, bottom: 0 };
    position = style.position;
  }
  return box;
}

/** Whether an element is rendered, on the screen or not. */
export function isRendered(element: Element): boolean {
  if (tagOf(element) === 'AREA') return true;
  const rect = rectOf(element);
  if (rect.width < 1 || rect.height < 1) return contentBox(element) !== undefined || isDrawnLine(element);
  return getComputedStyle(element).visibility === 'visible';
}

/** A straight line of a drawing has a box without area. */
function isDrawnLine(element: Element): boolean {
  return element instanceof SVGGeometryElement && getComputedStyle(element).stroke !== 'none';
}

/** Scrolls an element into view unless its middle or most of it is visible. */
export function scrollIfHidden(element: Element): void {
  const rect = rectOf(element);
  const clip = visibleBox(element);
  if (containsPoint(clip, rect.left + rect.width / 2, rect.top + rect.height / 2)) return;
  const visible = intersectBoxes(clip, rect);
  if (visible && area(visible) > minVisibleFraction * rect.width * rect.height) return;
  scrollIntoView(element, { block: 'center', inline: 'center', behavior: 'instant' });
}

/** Whether the element is in a fixed or sticky bar, which scrolling can uncover a target from. */
export function isInBar(element: Element): boolean {
  for (let current: Element | null = element; current; current = flatParent(current)) {
    const { position } = getComputedStyle(current);
    if (position !== 'fixed' && position !== 'sticky') continue;
    return area(rectOf(current)) < area(viewportBox()) * maxBarFraction;
  }
  return false;
}
