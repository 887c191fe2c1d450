import { intersectBoxes } from '../dom/box.js';
import { collapseSpaces, flatParent } from '../dom/flat-tree.js';
import { newRange } from '../dom/native-document.js';
import { nextSiblingOf, previousSiblingOf, rectOf, tagOf, textContentOf } from '../dom/native-node.js';
import { closestOf, matchesSelector, queryAll, queryOne } from '../dom/native-query.js';
import { nameFromContent, selectedText } from './accessible-name.js';
import { isHiddenField } from './replaced-field.js';
import { isTransparent } from './unseen-text.js';

/** The text that stands beside a control and is not connected with it: before or above a field, after a check box, in the header of a column. */

const maxLabelLength = 60;
const maxLevels = 4;
const maxSiblings = 4;
/** Distances in pixels. */
const maxGapAcross = 100;
const maxGapOfButton = 40;
const maxGapAbove = 24;
const maxIndent = 60;
const overlapTolerance = 4;

const fieldSelector = 'input:not([type=hidden]), select, textarea, [contenteditable]';
const controlSelector = 'a[href], button, input:not([type=hidden]), select, textarea, [role=button], [contenteditable]';
/** Labels do not stand outside of these. */
const boundaryTags = new Set([
  'BODY',
  'HTML',
  'FORM',
  'MAIN',
  'SECTION',
  'ARTICLE',
  'TD',
  'TR',
  'TABLE',
  'TBODY',
  'UL',
  'OL',
  'DIALOG',
]);

/** Values, options and items of lists are no labels. */
const valueSelector =
  'ul, ol, li, output, meter, progress, [tabindex], [role=listbox], [role=option], [role=radio], [role=checkbox], [role=switch], [role=slider], [role=spinbutton], [role=combobox], [role=tab], [role=menuitem], [role=progressbar], [role=meter], [role=status]';

type Side = 'before' | 'after';

export function labelBeside(element: Element, role: string): string {
  const isBox = role === 'checkbox' || role === 'radio' || role === 'switch';
  const isField = isBox || (role !== 'generic' && role !== 'button' && role !== 'link');
  const drawn = isTransparent(getComputedStyle(element)) ? 'under' : undefined;
  const sides: Side[] = isBox ? ['after', 'before'] : drawn ? ['before', 'after'] : ['before'];
  for (const side of sides) {
    const text = findLabel(element, side, isField, drawn);
    if (text) return text;
  }
  return isField ? labelInTable(element) : '';
}

/** `drawn`: the field is transparent, and the texts under it are what a user sees of it. */
function findLabel(element: Element, side: Side, isField: boolean, drawn?: 'under'): string {
  const box = rectOf(element);
  const value = element instanceof HTMLSelectElement ? selectedText(element) : '';
  const next = side === 'before' ? previousSiblingOf : nextSiblingOf;
  let current: Element | null = element;
  for (let level = 0; current && level < (isField ? maxLevels : 2); level += 1) {
    let sibling: ChildNode | null = next(current);
    for (let count = 0; sibling && count < maxSiblings; count += 1, sibling = next(sibling)) {
      if (sibling instanceof Element && isHiddenField(sibling)) continue;
      if (sibling instanceof Element && isControl(sibling, element)) return '';
      // The next cell of a board does not name this one.
      if (!isField && sibling instanceof Element && tagOf(sibling) === tagOf(element)) return '';
      const text = textOf(sibling);
      if (!text) continue;
      // A number beside a button is a value that the button changes.
      if (!isField && !/\p{L}/u.test(text)) return '';
      if (drawn && intersectBoxes(boxOf(sibling), box)) {
        if (text === value) continue;
        return text.length <= maxLabelLength ? text : '';
      }
      const isBeside = text.length <= maxLabelLength && isAtLabelPosition(boxOf(sibling), box, side, isField);
      return isBeside ? text : '';
    }
    current = flatParent(current);
    if (!current || boundaryTags.has(tagOf(current))) return '';
  }
  return '';
}

/** Whether a sibling is or contains a control or a value, or is the label of another control. */
function isControl(sibling: Element, element: Element): boolean {
  if (sibling instanceof HTMLLabelElement && sibling.control && sibling.control !== element) return true;
  const selector = `${controlSelector}, ${valueSelector}`;
  return matchesSelector(sibling, selector) || queryOne(sibling, selector) !== null;
}

function textOf(node: Node): string {
  const text =
    node instanceof Text ? node.data : node instanceof Element ? nameFromContent(node, maxLabelLength + 1) : '';
  return toLabel(text);
}

function toLabel(text: string): string {
  const label = collapseSpaces(text).replace(/[\s:*–—-]+$/u, '');
  return /[\p{L}\p{N}]/u.test(label) ? label : '';
}

function boxOf(node: Node): DOMRect {
  if (node instanceof Element) return rectOf(node);
  const range = newRange();
  range.selectNodeContents(node);
  return range.getBoundingClientRect();
}

function isAtLabelPosition(label: DOMRect, box: DOMRect, side: Side, isField: boolean): boolean {
  const isSameLine = label.top < box.bottom && box.top < label.bottom;
  const gap = side === 'before' ? box.left - label.right : label.left - box.right;
  if (isSameLine && gap >= -overlapTolerance) return gap <= (isField ? maxGapAcross : maxGapOfButton);
  if (!isField || side === 'after') return false;
  const above = box.top - label.bottom;
  return above >= -overlapTolerance && above <= maxGapAbove && Math.abs(label.left - box.left) <= maxIndent;
}

/** The header of the column, else the text of the cell before. */
function labelInTable(element: Element): string {
  const cell = closestOf(element, 'td');
  const row = cell && closestOf(cell, 'tr');
  const table = row && closestOf(row, 'table');
  if (!cell || !row || !table) return '';
  const header = table.rows[0];
  if (header && header !== row && [...header.cells].every(({ tagName }) => tagName === 'TH')) {
    const text = toLabel(textContentOf(header.cells[cell.cellIndex] ?? header) ?? '');
    if (text && text.length <= maxLabelLength) return text;
  }
  const before = row.cells[cell.cellIndex - 1];
  if (!before || (queryOne(before, controlSelector) && !isLinkedLabel(before, row, cell))) return '';
  const text = textOf(before);
  return text.length <= maxLabelLength ? text : '';
}

/** Whether a cell that is only a link is the label of a row of two cells: a setting whose name leads to its explanation. */
function isLinkedLabel(label: Element, { cells }: HTMLTableRowElement, cell: Element): boolean {
  const [link, second] = queryAll(label, controlSelector);
  if (cells.length !== 2 || !link || second || tagOf(link) !== 'A') return false;
  const isWhole = collapseSpaces(textContentOf(link) ?? '') === collapseSpaces(textContentOf(label) ?? '');
  return isWhole && queryAll(cell, fieldSelector).length === 1;
}
