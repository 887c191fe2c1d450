import type { ElementId } from '../../../core/element.js';
import type { Rect } from '../../../core/geometry.js';
import type { View } from '../../../core/view.js';

/** A canvas with its position in screen pixels. */
export interface Canvas extends Rect {
  element: ElementId;
}

/** A view, and what else the documents reported with it. */
export interface CollectedView {
  view: View;
  /** Elements that the page changes without input. */
  ambientElements: ElementId[];
  canvases: Canvas[];
  /** Texts that appeared and disappeared since the last observation with `includeFlashes`. */
  flashes: string[];
}

export interface ObserveFlags {
  /** An action follows: the documents start recording changes. */
  beforeAction?: boolean;
  /** Report the texts that flashed since the last observation with this flag. */
  includeFlashes?: boolean;
}
