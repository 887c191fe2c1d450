import { intersectBoxes, isZeroBox } from '../dom/box.js';
import type { Box } from '../protocol.js';

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
  /** The parent has a pointer cursor. */
  pointerCursor: boolean;
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
    pointerCursor: false,
    transformed: false,
    hidesBackface: false,
  };
}

/** The context for the children of an element. `own` is what applies to the element itself. */
export function childContext(own: VisitContext, style: CSSStyleDeclaration, rect: Box, isEmpty: boolean): VisitContext {
  const clip = childClip(style, rect, own.clip, isEmpty);
  return {
    ...own,
    clip,
    outerClip: style.position === 'static' && style.transform === 'none' ? own.outerClip : clip,
    depth: own.depth + 1,
    transformed:
      own.transformed ||
      style.transform !== 'none' ||
      style.zoom !== '1' ||
      style.scale !== 'none' ||
      style.rotate !== 'none',
  };
}

function childClip(style: CSSStyleDeclaration, rect: Box, clip: Box, isEmpty: boolean): Box {
  if (style.display === 'contents' || (style.overflowX === 'visible' && style.overflowY === 'visible')) return clip;
  if (isEmpty && isZeroBox(rect)) return clip;
  return intersectBoxes(rect, clip) ?? { left: 0, top: 0, right: 0, bottom: 0 };
}
