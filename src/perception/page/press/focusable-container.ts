import { hasHandler } from '../collect/clickable.js';
import { minDrawingArea } from '../collect/skipped-tags.js';
import { area, viewportBox } from '../dom/box.js';
import { clientHeightOf, rectOf, scrollHeightOf } from '../dom/native-node.js';
import { queryAll, queryOne } from '../dom/native-query.js';
import type { Box } from '../protocol.js';
import { groupRoles } from './group-roles.js';
import { isOnePart } from './one-part.js';

/** Roles of elements that are one thing, whatever they contain. */
const singleRoles = new Set(['row', 'gridcell', 'cell', 'columnheader', 'rowheader', 'listitem', 'image', 'heading']);

/** A larger focusable element is a region of the page. */
const maxFocusableFraction = 1 / 4;

/** Whether an element that takes the focus contains things that a user reads and clicks one by one: a tab panel, a scroll area, a map. */
export function isFocusableContainer(element: Element, role: string, style: CSSStyleDeclaration, box: Box): boolean {
  if (groupRoles.has(role)) return true;
  if (singleRoles.has(role)) return false;
  if (area(box) >= area(viewportBox()) * maxFocusableFraction || scrollsDown(element, style)) return true;
  if (hasDrawing(element)) return true;
  const isClicked = hasHandler(element) || style.cursor === 'pointer';
  return !isClicked && !isOnePart(element);
}

function scrollsDown(element: Element, { overflowY }: CSSStyleDeclaration): boolean {
  return /auto|scroll/.test(overflowY) && scrollHeightOf(element) > clientHeightOf(element) + 1;
}

const maxDrawingsTested = 5;

/** Whether an element contains a drawing that is no icon. */
export function hasDrawing(element: Element): boolean {
  if (queryOne(element, 'canvas')) return true;
  const drawings = queryAll(element, 'svg');
  for (let index = 0; index < drawings.length && index < maxDrawingsTested; index += 1) {
    const drawing = drawings[index];
    if (drawing && area(rectOf(drawing)) > minDrawingArea * 4) return true;
  }
  return false;
}
