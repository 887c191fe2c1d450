import { intersectBoxes } from '../dom/box.js';
import { rectOf } from '../dom/native-node.js';
import { ariaRole, interactiveRoles } from '../naming/roles.js';
import type { Box } from '../protocol.js';
import { hasHandler } from './clickable.js';
import {
  contentBox,
  isClippedAway,
  isMovedAway,
  isUnderHandle,
  isValueStore,
  overflowsIntoClip,
} from './visibility.js';
import type { VisitContext } from './visit-context.js';

/** An element with its measurements. */
export interface ClippedElement {
  element: Element;
  role: string;
  style: CSSStyleDeclaration;
  rect: DOMRect;
  isEmpty: boolean;
  clip: Box;
  /** The visible area, if any. */
  box?: Box;
}

/** Elements closer to the root are visited even if their own box is outside the clip. */
const minClippedDepth = 2;

/** Measures an element. Returns undefined if neither it nor its content can be visible. */
export function clipElement(
  element: Element,
  context: VisitContext,
  { screenClip, isClipped }: { screenClip: Box; isClipped: boolean },
): ClippedElement | undefined {
  const style = getComputedStyle(element);
  if (style.display === 'none') return undefined;
  const rect = paintedRect(element, style);
  const { position } = style;
  const clip = position === 'fixed' ? screenClip : position === 'absolute' ? context.outerClip : context.clip;
  const isEmpty = rect.width < 1 || rect.height < 1;
  const box = isEmpty ? undefined : intersectBoxes(rect, clip);
  const isOutside = isClipped && !box && !isEmpty && context.depth > minClippedDepth;
  // Content that overflows a box outside the clip can still be inside it.
  if (isOutside && !overflowsIntoClip(element, rect, style, clip)) return undefined;
  if ((isClippedAway(style) && !isUnderHandle(element, style)) || isMovedAway(style)) return undefined;
  if (isValueStore(element, style)) return undefined;
  const role = ariaRole(element);
  const measured = { element, role, style, rect, isEmpty, clip };
  return { ...measured, box: isEmpty ? boxOfEmptyControl(measured) : box };
}

/** The box of an element. A straight line has no area of its own, but is as thick as its stroke. */
function paintedRect(element: Element, style: CSSStyleDeclaration): DOMRect {
  const rect = rectOf(element);
  if (!(element instanceof SVGGeometryElement) || style.stroke === 'none') return rect;
  const width = Number.parseFloat(style.strokeWidth);
  if (rect.width >= width && rect.height >= width) return rect;
  const grown = (size: number): number => Math.max(size, width);
  const x = rect.x - (grown(rect.width) - rect.width) / 2;
  const y = rect.y - (grown(rect.height) - rect.height) / 2;
  return new DOMRect(x, y, grown(rect.width), grown(rect.height));
}

/** An empty control shows its content if nothing clips it. */
function boxOfEmptyControl({ element, role, style, clip }: Omit<ClippedElement, 'box'>): Box | undefined {
  if (
    !(interactiveRoles.has(role) || hasHandler(element)) ||
    style.overflowX !== 'visible' ||
    style.overflowY !== 'visible'
  )
    return undefined;
  const content = contentBox(element);
  return content && intersectBoxes(content, clip);
}
