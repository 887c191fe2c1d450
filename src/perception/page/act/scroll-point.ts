import { intersectBoxes, readViewport, viewportBox } from '../dom/box.js';
import { deepElementAt, flatParent, isInside } from '../dom/flat-tree.js';
import { pageBody, pageRoot, pageScroller } from '../dom/native-document.js';
import {
  clientHeightOf,
  clientWidthOf,
  rectOf,
  scrollHeightOf,
  scrollLeftOf,
  scrollTopOf,
  scrollWidthOf,
  tagOf,
} from '../dom/native-node.js';
import { elementOf } from '../dom/node-registry.js';
import type { EditResult, Point } from '../protocol.js';
import { startAction } from '../record/recorder.js';
import { refuseStale } from './edit-result.js';
import { visibleBox } from './visible-box.js';

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

/**
 * Where the wheel scrolls a pane itself, and not a pane in it: a point of the document, or `none` if inner panes fill it. Undefined if the
 * element is no pane that can scroll in this direction.
 */
export function findPanePoint({ number, ...delta }: { number: number } & Delta): Point | 'none' | undefined {
  const pane = elementOf(number);
  if (!pane || !isPane(pane, delta)) return undefined;
  const box = intersectBoxes(visibleBox(pane), rectOf(pane));
  if (!box) return 'none';
  for (const down of fractions)
    for (const across of fractions) {
      const point = {
        x: box.left + (box.right - box.left) * across,
        y: box.top + (box.bottom - box.top) * down,
      };
      const hit = deepElementAt(point.x, point.y);
      if (hit && isInside(hit, pane) && !isOverPane(point, delta, pane)) return point;
    }
  return 'none';
}

/** Scrolls an element without the wheel. */
export function scrollPane({ number, dx, dy }: { number: number } & Delta): EditResult {
  const pane = elementOf(number);
  if (!pane) return refuseStale();
  startAction();
  pane.scrollBy({ left: dx, top: dy, behavior: 'instant' });
  return { ok: true, before: '', after: '' };
}

/** Whether the wheel at a point scrolls a pane, up to but without `outer`. */
function isOverPane({ x, y }: Point, delta: Delta, outer?: Element): boolean {
  for (let element = deepElementAt(x, y); element && element !== outer; element = flatParent(element)) {
    if (element === pageBody() || element === pageRoot()) return false;
    if (/^(?:IFRAME|FRAME|EMBED|OBJECT|TEXTAREA|SELECT)$/.test(tagOf(element))) return true;
    if (isPane(element, delta)) return true;
  }
  return false;
}

/** Whether an element scrolls its content and can scroll further in this direction. */
function isPane(element: Element, delta: Delta): boolean {
  const { overflowX, overflowY } = getComputedStyle(element);
  const scrolls = delta.dy === 0 ? /auto|scroll/.test(overflowX) : /auto|scroll/.test(overflowY);
  return scrolls && hasRoom(element, delta);
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
