import type { Box } from '../../page-protocol.js';
import { isBoxless, overlap } from '../box.js';
import type { Surroundings } from './describe.js';

/** What a walk knows from above. */
export interface Context extends Surroundings {
  /** What clips positioned children: only positioned ancestors do. */
  outerClip: Box;
  depth: number;
  /** Inside something whose back is not painted. */
  turned: boolean;
}

/** The context at the top of a walk, or as if it were `depth` levels further down. */
export function outermost(clip: Box, depth = 0): Context {
  return {
    clip,
    outerClip: clip,
    depth,
    spoken: false,
    within: false,
    card: false,
    pointer: false,
    transformed: false,
    turned: false,
  };
}

/** What holds for the children of an element, besides what was found out about itself. */
export function inside(
  context: Context,
  own: Pick<Context, 'clip' | 'spoken' | 'within' | 'card' | 'pointer' | 'turned'>,
  style: CSSStyleDeclaration,
  rect: Box,
  empty: boolean,
): Context {
  const clip = childClip(style, rect, own.clip, empty);
  return {
    ...own,
    clip,
    outerClip: style.position === 'static' && style.transform === 'none' ? context.outerClip : clip,
    depth: context.depth + 1,
    transformed:
      context.transformed ||
      style.transform !== 'none' ||
      style.zoom !== '1' ||
      style.scale !== 'none' ||
      style.rotate !== 'none',
  };
}

function childClip(style: CSSStyleDeclaration, rect: Box, clip: Box, empty: boolean): Box {
  if (style.display === 'contents' || (style.overflowX === 'visible' && style.overflowY === 'visible')) return clip;
  if (empty && isBoxless(rect)) return clip;
  return overlap(rect, clip) ?? { left: 0, top: 0, right: 0, bottom: 0 };
}
