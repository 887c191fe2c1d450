import { renderedParent } from '../collect/visible-children.js';
import { firstChildren } from '../dom/flat-tree.js';
import { rectOf, tagOf } from '../dom/native-node.js';
import { partsOf } from './delegated-parts.js';
import { textLength } from './one-part.js';

/** Pixels. */
const minSide = 16;
const maxSide = 120;
/** Pixels by which the sides of a square may differ. */
const squareTolerance = 6;
const minCells = 9;
const minLines = 3;
const maxCellText = 2;

/**
 * The cells of a board whose clicks a listener far outside of it may handle. Nothing but its form tells, so it must be a board without doubt:
 * at least three rows and columns of squares with no more than a sign in each.
 */
export function boardCells(container: Element): Set<Element> | undefined {
  if (tagOf(container) === 'svg' || !startsWithSquare(container)) return undefined;
  const cells = partsOf(container, false);
  if (!cells || cells.size < minCells) return undefined;
  const all = [...cells];
  if (!all.every((cell) => isSquare(cell) && textLength(cell) <= maxCellText)) return undefined;
  const boxes = all.map(rectOf);
  const rows = new Set(boxes.map(({ top }) => Math.round(top)));
  const columns = new Set(boxes.map(({ left }) => Math.round(left)));
  const isFull = rows.size * columns.size === all.length;
  return isFull && rows.size >= minLines && columns.size >= minLines ? cells : undefined;
}

/** Whether the first child, or the first one in it, has the form of a cell. Most containers are told apart by that. */
function startsWithSquare(container: Element): boolean {
  const [first] = firstChildren(renderedParent(container), 1);
  if (!first) return false;
  const [inner] = firstChildren(first, 1);
  return isSquare(first) || (inner !== undefined && isSquare(inner));
}

function isSquare(element: Element): boolean {
  const { width, height } = rectOf(element);
  return width >= minSide && width <= maxSide && Math.abs(width - height) <= squareTolerance;
}
