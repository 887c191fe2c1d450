import { intersectBoxes, isZeroBox } from '../dom/box.js';
import { pageBody, pageRoot } from '../dom/native-document.js';
import {
  clientHeightOf,
  clientLeftOf,
  clientTopOf,
  clientWidthOf,
  offsetHeightOf,
  offsetWidthOf,
} from '../dom/native-node.js';
import { type Backdrop, backdropOf, opacityOf } from '../naming/unseen-text.js';
import type { Box } from '../protocol.js';
import type { ClippedElement } from './clip-element.js';
import { unclipped } from './collection.js';

/** What an element inherits from its ancestors during a traversal. */
export interface VisitContext {
  clip: Box;
  /** The clip of absolutely positioned descendants: only positioned ancestors clip them. */
  outerClip: Box;
  depth: number;
  /** An ancestor's name contains the text already. */
  textCovered: boolean;
  /** Inside an element that is clicked as a whole. */
  insideControl: boolean;
  /** That element is a row or card, clickable only by its style: some parts may be clickable on their own. */
  insideCard: boolean;
  /** The area of that element, if it is a control only by its role. Small parts of it may have a listener of their own. */
  controlArea: number;
  /** The parent has a pointer cursor. */
  pointerCursor: boolean;
  /** The elements inside that a listener around them handles, one by one. */
  parts?: ReadonlySet<Element>;
  /** The product of the opacities of the ancestors. */
  opacity: number;
  backdrop?: Backdrop;
  transformed: boolean;
  /** Inside an element whose back face is hidden. */
  hidesBackface: boolean;
}

/** The context at the root of a traversal, optionally as if it were `depth` levels deep. */
export function rootContext(clip: Box, depth = 0): VisitContext {
  return {
    clip,
    outerClip: clip,
    depth,
    textCovered: false,
    insideControl: false,
    insideCard: false,
    controlArea: 0,
    pointerCursor: false,
    opacity: 1,
    transformed: false,
    hidesBackface: false,
  };
}

/** The context for the children of an element. `own` is what applies to the element itself. */
export function childContext(
  own: VisitContext,
  { element, style, rect, isEmpty }: Pick<ClippedElement, 'element' | 'style' | 'rect' | 'isEmpty'>,
  isReadWhole = false,
): VisitContext {
  const clip = isReadWhole ? own.clip : childClip(element, style, rect, own.clip, isEmpty);
  const isMoved = style.transform !== 'none';
  return {
    ...own,
    clip,
    outerClip: !isMoved && style.position === 'static' ? own.outerClip : clip,
    depth: own.depth + 1,
    opacity: own.opacity * opacityOf(style),
    backdrop: backdropOf(element, style) ?? own.backdrop,
    transformed: own.transformed || isMoved || style.zoom !== '1' || style.scale !== 'none' || style.rotate !== 'none',
  };
}

function childClip(element: Element, style: CSSStyleDeclaration, rect: DOMRect, clip: Box, isEmpty: boolean): Box {
  if (style.display === 'contents' || (style.overflowX === 'visible' && style.overflowY === 'visible')) return clip;
  if (isEmpty && isZeroBox(rect)) return clip;
  // Without a clip, everything inside is collected, also what an area scrolls out of sight.
  if (clip === unclipped && !isEmpty && (scrolls(style.overflowX) || scrolls(style.overflowY))) return clip;
  return intersectBoxes(paddingBox(element, rect), clip) ?? { left: 0, top: 0, right: 0, bottom: 0 };
}

/** The box inside the borders and the scroll bars, which is what an element clips its content to. */
function paddingBox(element: Element, rect: DOMRect): Box {
  if (!(element instanceof HTMLElement)) return rect;
  const [offsetWidth, offsetHeight] = [offsetWidthOf(element), offsetHeightOf(element)];
  const [width, height] = [clientWidthOf(element), clientHeightOf(element)];
  // An inline element has no size of its own. The page clips to the viewport.
  if (width === 0 || height === 0 || element === pageRoot() || element === pageBody()) return rect;
  const [across, down] = [rect.width / offsetWidth, rect.height / offsetHeight];
  const left = rect.left + clientLeftOf(element) * across;
  const top = rect.top + clientTopOf(element) * down;
  return { left, top, right: left + width * across, bottom: top + height * down };
}

function scrolls(overflow: string): boolean {
  return overflow === 'auto' || overflow === 'scroll';
}
