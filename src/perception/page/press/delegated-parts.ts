import { containsPointer } from '../collect/clickable.js';
import { renderedParent } from '../collect/visible-children.js';
import { area } from '../dom/box.js';
import { firstChildren, flatParent, siblings } from '../dom/flat-tree.js';
import {
  attributeOf,
  attributesOf,
  firstChildOf,
  nextElementOf,
  parentOf,
  previousElementOf,
  rectOf,
  tagOf,
} from '../dom/native-node.js';
import { queryOne } from '../dom/native-query.js';
import { hasStateClass } from '../naming/guess-state.js';
import { withoutLabels } from './cell-labels.js';
import { cellsOfGrid } from './grid-cells.js';
import { controlSelector, isOnePart, textLength } from './one-part.js';
import { shapesOf } from './shapes.js';

/**
 * The elements that a user clicks one by one although only their container has a listener or a pointer cursor: the cells of a board, the stars
 * of a rating, the shapes of a drawing. They are known by their uniformity.
 */

/** Of a larger board or drawing, the first ones are listed. */
const maxParts = 1_000;
/** In square pixels. */
const minPartArea = 36;
/** Pixels by which sides may differ. */
const sizeTolerance = 3;
const maxCellText = 12;

/** The parts of a container. Undefined if it is clicked as a whole. */
export function partsOf(container: Element, isPointer: boolean): Set<Element> | undefined {
  const parts = tagOf(container) === 'svg' ? shapesOf(container) : partsOfBox(container, isPointer);
  if (parts.length > 0) return new Set(parts);
  const cells = isPointer ? [] : cellsOfGrid(container);
  return cells.length > 0 ? new Set(cells) : undefined;
}

function partsOfBox(container: Element, isPointer: boolean): Element[] {
  if (isTable(container)) return partsOfTable(container);
  const children = renderedParts(container);
  if (hasOwnText(container)) return [];
  const [only] = children;
  if (children.length === 1 && only && !isPointer) return partsOfWrapped(only);
  if (children.length < 2) return [];
  const group = largestGroup(children);
  const others = children.filter((child) => tagOf(child) !== tagOf(group[0] ?? child) && textLength(child) > 0);
  // A card that is clicked as a whole contains different things.
  if (others.length > (isPointer ? 0 : group.length / 2)) return [];
  const cells = cellsOfRows(group);
  if (cells.length > 0) return cells;
  if (isUniform(group) && group.every(isPressedWhole)) return group;
  const isList = /^(?:UL|OL)$/.test(tagOf(container)) && !isPointer;
  return isList ? group.filter(isPressedWhole) : [];
}

const maxWrappers = 4;

/** The parts of a board in wrappers that contain nothing else. A few parts there are the texts of one control. */
function partsOfWrapped(wrapper: Element): Element[] {
  let inner = wrapper;
  for (let level = 0; level < maxWrappers; level += 1) {
    const [first, second] = isTable(inner) || hasOwnText(inner) ? [] : renderedParts(inner);
    if (!first || second) break;
    inner = first;
  }
  const parts = partsOfBox(inner, true);
  return parts.length >= minPlainParts && parts.every((part) => textLength(part) <= maxCellText) ? parts : [];
}

/** The fraction of rows that must consist of cells. */
const minCellRows = 0.6;
const testedRows = 4;

/** The cells of a board whose rows are elements. */
function cellsOfRows(group: readonly Element[]): Element[] {
  const cellsOf = (row: Element): Element[] => (hasOwnText(row) ? [] : partsOfRow(row));
  if (!group.slice(0, testedRows).some((row) => cellsOf(row).length > 1)) return [];
  const rows = group.map(cellsOf).filter(({ length }) => length > 1);
  if (rows.length === 0 || rows.length < group.length * minCellRows) return [];
  const isEven = rows.length === group.length && rows.every(({ length }) => length === rows[0]?.length);
  const isWide = rows.length > 1 && rows.every(({ length }) => length >= minPlainParts);
  return isEven || (isWide && haveSameSize(rows.flat())) ? withoutLabels(rows).flat() : [];
}

function isTable(element: Element): element is HTMLTableElement | HTMLTableSectionElement {
  return element instanceof HTMLTableElement || element instanceof HTMLTableSectionElement;
}

function renderedParts(container: Element): Element[] {
  return firstChildren(renderedParent(container), maxParts).filter(isRenderedPart);
}

function isRenderedPart(element: Element): boolean {
  return area(rectOf(element)) >= minPartArea;
}

/** The children with the same tag and classes, apart from state classes, that are most frequent. */
function largestGroup(children: readonly Element[]): Element[] {
  const groups = new Map<string, Element[]>();
  for (const child of children) {
    const groupOf = groups.get(tagOf(child));
    if (groupOf) groupOf.push(child);
    else groups.set(tagOf(child), [child]);
  }
  return [...groups.values()].sort((one, other) => other.length - one.length)[0] ?? [];
}

/** The cells of a row of a board: all of one size. Other children are its label. */
function partsOfRow(row: Element): Element[] {
  const children = renderedParts(row);
  const cells = ofCommonSize(children);
  const isRow = cells.length > 1 && cells.length >= children.length * minCellFraction;
  return isRow && cells.every(isPressedWhole) ? cells : [];
}

const minCellFraction = 0.6;

/** The elements that have the most frequent size. */
function ofCommonSize(elements: readonly Element[]): Element[] {
  const bySize = new Map<string, Element[]>();
  for (const element of elements) {
    const { width, height } = rectOf(element);
    const size = `${Math.round(width / sizeTolerance)} ${Math.round(height / sizeTolerance)}`;
    const alike = bySize.get(size);
    if (alike) alike.push(element);
    else bySize.set(size, [element]);
  }
  const groups = [...bySize.values()].sort((one, other) => other.length - one.length);
  const [first] = groups[0] ?? [];
  return first ? elements.filter((element) => haveSameSize([first, element])) : [];
}

/** Parts that are recognized without a common class or attribute. */
const minPlainParts = 4;

function isUniform(group: readonly Element[]): boolean {
  const [first] = group;
  if (!first || group.length < 2) return false;
  const isMarked = group.length >= minPlainParts || haveCommonMark(group) || group.some(hasStateClass);
  // The cells of a single table row are not parts: the row is.
  if (!isMarked && (tagOf(first) === 'TD' || !isSingle(parentOf(first)))) return false;
  const boxes = group.map(rectOf);
  const isStacked = boxes.every(
    (box, index) => index === 0 || box.top >= (boxes[index - 1]?.bottom ?? 0) - sizeTolerance,
  );
  const hasSameHeight = isSame(boxes.map(({ height }) => height));
  return isStacked || isStrip(group, boxes) ? hasSameHeight : haveSameSize(group);
}

/** Whether the elements stand in one line, as tabs do. A row of a list does so too, but has rows beside it. */
function isStrip(group: readonly Element[], boxes: readonly DOMRect[]): boolean {
  return isSame(boxes.map(({ top }) => top)) && isSingle(group[0] ? parentOf(group[0]) : null);
}

/** Whether no element beside this one is like it, as the rows and cards of a list are. */
function isSingle(container: Element | null): boolean {
  if (!container) return false;
  return !isLike(container, previousElementOf(container)) && !isLike(container, nextElementOf(container));
}

const minSeveralTexts = 3;

/** Whether an element contains several texts of one kind, so that its text is not one name. A row of a table is named by its cells. */
export function hasSeveralTexts(element: Element): boolean {
  if (tagOf(element) === 'TR') return false;
  const [first, ...others] = firstChildren(element, minSeveralTexts);
  if (first === undefined || others.length < minSeveralTexts - 1 || textLength(first) === 0) return false;
  return others.every((other) => isLike(first, other) && textLength(other) > 0);
}

function isLike(element: Element, other: Element | null): boolean {
  if (!other || tagOf(other) !== tagOf(element)) return false;
  return attributeOf(other, 'class') === attributeOf(element, 'class') && contentTags(other) === contentTags(element);
}

const comparedChildren = 6;

function contentTags(element: Element): string {
  return firstChildren(element, comparedChildren).map(tagOf).join();
}

function haveSameSize(elements: readonly Element[]): boolean {
  const boxes = elements.map(rectOf);
  return isSame(boxes.map(({ width }) => width)) && isSame(boxes.map(({ height }) => height));
}

function isSame(sizes: readonly number[]): boolean {
  return Math.max(...sizes) - Math.min(...sizes) <= sizeTolerance;
}

/** A class or a data attribute that all have. */
function haveCommonMark(group: readonly Element[]): boolean {
  const marks = group.map((element) => {
    const data = [...attributesOf(element)].flatMap(({ name }) => (name.startsWith('data-') ? [name] : []));
    return new Set([...(attributeOf(element, 'class')?.split(/\s+/).filter(Boolean) ?? []), ...data]);
  });
  return [...(marks[0] ?? [])].some((mark) => marks.every((one) => one.has(mark)));
}

function isPressedWhole(element: Element): boolean {
  return isOnePart(element) && !hasClickedPart(element);
}

const maxDescendantsChecked = 8;

/** Whether the cursor shows that a user clicks something inside the element, not all of it: the name of a folder in its list item. */
function hasClickedPart(element: Element): boolean {
  return getComputedStyle(element).cursor !== 'pointer' && containsPointer(element, maxDescendantsChecked);
}

function hasOwnText(element: Element): boolean {
  return [...siblings(firstChildOf(element), maxParts)].some((node) => node instanceof Text && /\S/.test(node.data));
}

/** The cells of a board or calendar, which are alike; else the rows. */
function partsOfTable(table: HTMLTableElement | HTMLTableSectionElement): Element[] {
  const rows = [...table.rows]
    .slice(0, maxParts)
    .filter((row) => [...row.cells].some(({ tagName }) => tagName === 'TD'));
  const cells = rows.flatMap((row) => [...row.cells]).filter(({ tagName }) => tagName === 'TD');
  const isBoard = cells.length > 1 && haveSameSize(cells) && cells.every((cell) => textLength(cell) <= maxCellText);
  const free = isBoard ? cells.slice(0, maxParts).filter(isPressedWhole) : [];
  // The controls in the cells are what a user clicks.
  if (isBoard) return free.length * 2 >= cells.length ? free : [];
  return rows.length > 1 ? rows.filter((row) => queryOne(row, controlSelector) === null) : [];
}

const maxLevelsAround = 3;

/** The parts of the container around an element that is one of them. `isContainer`: whether an element handles the clicks inside it. */
export function partsAround(element: Element, isContainer: (element: Element) => boolean): Set<Element> | undefined {
  let current = flatParent(element);
  for (let level = 0; current && level < maxLevelsAround; current = flatParent(current), level += 1) {
    const parts = isContainer(current) ? partsOf(current, false) : undefined;
    if (parts) return parts.has(element) ? parts : undefined;
  }
  return undefined;
}
