import type { Box } from '../protocol.js';

/** An element of the view, or an overlay, which may hide other elements. */
export interface VisibleElement {
  element: Element;
  box: Box;
  interactive: boolean;
  /** Positioned, or with a z-index: it may overlap other elements. */
  mayOverlap?: boolean;
  /** Of an overlay: nothing behind it can be seen. */
  isOpaque?: boolean;
  /** Of an overlay: its whole box receives events. */
  isSolid?: boolean;
  /** Its back face may be hidden, or it may not receive clicks. */
  needsHitTest?: boolean;
  /** Of a text: the element directly around it, and the position of its letters. */
  text?: { node: Text; parent: Element; box: Box };
}
