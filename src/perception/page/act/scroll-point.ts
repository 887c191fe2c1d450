import { readViewport, viewportBox } from '../dom/box.js';
import { deepElementAt, flatParent } from '../dom/flat-tree.js';
import { pageBody, pageRoot, pageScroller } from '../dom/native-document.js';
import {
  clientHeightOf,
  clientWidthOf,
  scrollHeightOf,
  scrollLeftOf,
  scrollTopOf,
  scrollWidthOf,
  tagOf,
} from '../dom/native-node.js';

/** Positions that are tried, as fractions of the viewport: the center first, then towards the edges. */
const fractions = [0.5, 0.35, 0.65, 0.2, 0.8, 0.08, 0.92, 0.02, 0.98];

interface Delta {
  dx: number;
  dy: number;
}

/** A point of the screen where the wheel scrolls the document, and not a pane in it. Undefined if the document cannot scroll there, or if panes fill the screen. */
export function findScrollPoint(delta: Delta): { x: number; y: number } | undefined {
  const page = pageScroller() ?? pageRoot();
  if (!page || !hasRoom(page, delta)) return undefined;
  const { left, top, right, bottom } = viewportBox();
  const { scale } = readViewport();
  for (const down of fractions)
    for (const across of fractions) {
      const offset = { x: (right - left) * across, y: (bottom - top) * down };
      if (!isOverPane({ x: left + offset.x, y: top + offset.y }, delta))
        return { x: offset.x * scale, y: offset.y * scale };
    }
  return undefined;
}

function isOverPane({ x, y }: { x: number; y: number }, delta: Delta): boolean {
  for (let element = deepElementAt(x, y); element; element = flatParent(element)) {
    if (element === pageBody() || element === pageRoot()) return false;
    if (/^(?:IFRAME|FRAME|EMBED|OBJECT|TEXTAREA|SELECT)$/.test(tagOf(element))) return true;
    const { overflowX, overflowY } = getComputedStyle(element);
    const scrolls = delta.dy === 0 ? /auto|scroll/.test(overflowX) : /auto|scroll/.test(overflowY);
    if (scrolls && hasRoom(element, delta)) return true;
  }
  return false;
}

/** Whether an element can scroll further in this direction. */
function hasRoom(element: Element, { dx, dy }: Delta): boolean {
  if (dy !== 0) {
    const top = scrollTopOf(element);
    return dy < 0 ? top > 0 : top + clientHeightOf(element) < scrollHeightOf(element) - 1;
  }
  const left = scrollLeftOf(element);
  return dx < 0 ? left > 0 : left + clientWidthOf(element) < scrollWidthOf(element) - 1;
}
