import { intersectBoxes } from '../dom/box.js';
import { hasAttribute, rectOf } from '../dom/native-node.js';
import { ariaRole, interactiveRoles } from '../naming/roles.js';
import type { Box } from '../protocol.js';
import { contentBox, isClippedAway, overflowsIntoClip } from './visibility.js';
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
  const rect = rectOf(element);
  const style = getComputedStyle(element);
  if (style.display === 'none') return undefined;
  const { position } = style;
  const clip = position === 'fixed' ? screenClip : position === 'absolute' ? context.outerClip : context.clip;
  const isEmpty = rect.width < 1 || rect.height < 1;
  const box = isEmpty ? undefined : intersectBoxes(rect, clip);
  const isOutside = isClipped && !box && !isEmpty && context.depth > minClippedDepth;
  // Content that overflows a box outside the clip can still be inside it.
  if (isOutside && !overflowsIntoClip(element, rect, style, clip)) return undefined;
  if (hasAttribute(element, 'inert') || isClippedAway(style)) return undefined;
  const role = ariaRole(element);
  const measured = { element, role, style, rect, isEmpty, clip };
  return { ...measured, box: isEmpty ? boxOfEmptyControl(measured) : box };
}

/** An empty control shows its content if nothing clips it. */
function boxOfEmptyControl({ element, role, style, clip }: Omit<ClippedElement, 'box'>): Box | undefined {
  if (!interactiveRoles.has(role) || style.overflowX !== 'visible' || style.overflowY !== 'visible') return undefined;
  const content = contentBox(element);
  return content && intersectBoxes(content, clip);
}
