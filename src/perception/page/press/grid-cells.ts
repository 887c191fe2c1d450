import { renderedParent } from '../collect/visible-children.js';
import { area } from '../dom/box.js';
import { collapseSpaces, firstChildren, hasMoreChildren } from '../dom/flat-tree.js';
import { rectOf, tagOf, textContentOf } from '../dom/native-node.js';
import { queryOne } from '../dom/native-query.js';
import { controlSelector } from './one-part.js';

/** A grid of days, hours or colours has at least this many cells. Fewer similar elements can be the content of a card. */
const minCells = 20;
const maxCells = 400;
const maxLevels = 4;
const maxSiblings = 12;
const maxCellText = 12;
/** In square pixels. */
const minCellArea = 36;
/** Pixels and fraction by which sides may differ: the columns of a table depend on their texts. */
const sizeTolerance = 3;
const sizeFraction = 0.2;

/** The cells of the only grid in a container that has the listener for all of them: the days of a calendar. Wrappers may stand between. */
export function cellsOfGrid(container: Element): Element[] {
  let current = container;
  for (let level = 0; level < maxLevels; level += 1) {
    if (current instanceof HTMLTableElement) return uniformCells([...current.rows].flatMap(({ cells }) => [...cells]));
    const children = firstChildren(renderedParent(current), maxSiblings).filter(isRendered);
    const grids = children.filter((child) => hasMoreChildren(child, minCells - 1));
    const cells = grids.length === 1 && grids[0] ? uniformCells(firstChildren(renderedParent(grids[0]), maxCells)) : [];
    if (cells.length > 0) return cells;
    const inner = children.length === 1 ? children[0] : children.find((child) => tagOf(child) === 'TABLE');
    if (!inner) return [];
    current = inner;
  }
  return [];
}

function uniformCells(found: readonly Element[]): Element[] {
  const cells = found.filter((cell) => tagOf(cell) !== 'TH' && isRendered(cell));
  if (cells.length < minCells || cells.length > maxCells) return [];
  const boxes = cells.map(rectOf);
  const isUniform =
    isSame(boxes.map(({ width }) => width)) && isSame(boxes.map(({ height }) => height)) && cells.every(isCell);
  return isUniform ? cells : [];
}

function isRendered(element: Element): boolean {
  return area(rectOf(element)) >= minCellArea;
}

function isCell(element: Element): boolean {
  const text = collapseSpaces(textContentOf(element)?.slice(0, maxCellText * 4) ?? '');
  return text.length <= maxCellText && queryOne(element, controlSelector) === null;
}

function isSame(sizes: readonly number[]): boolean {
  const smallest = Math.min(...sizes);
  return Math.max(...sizes) - smallest <= sizeTolerance + smallest * sizeFraction;
}
