import { intersectBoxes, viewportBox } from '../dom/box.js';
import { deepElementAt, flatParent, isInside } from '../dom/flat-tree.js';
import { pageBody, pageRoot } from '../dom/native-document.js';
import {
  attributeOf,
  firstElementOf,
  isConnected,
  isContentEditable,
  nextElementOf,
  rectOf,
  rectsOf,
  tagOf,
} from '../dom/native-node.js';
import { closestOf } from '../dom/native-query.js';
import { ariaRole, interactiveRoles } from '../naming/roles.js';
import type { Box } from '../protocol.js';

/**
 * A code editor draws its text itself and takes keys in a field that nobody sees: a text area of a few pixels, or an element with an
 * EditContext. The user clicks the view, which focuses the field. To a user both are one text field, at the place of the view.
 */

const fieldOfView = new WeakMap<Element, HTMLElement>();
const viewOfField = new WeakMap<Element, Element>();

/** The field has at most this size in one direction. */
const maxHiddenPixels = 4;
const minViewWidth = 60;
const minViewHeight = 16;
const maxLevels = 6;
const maxContentLevels = 12;
/** The elements around a view that have its size belong to it. */
const maxFrameLevels = 3;
const maxBorderPixels = 4;

/** Notes the editor whose field is this element or its first child. Returns true for an editor that was not known. */
export function noteEditor(element: Element): boolean {
  const field = fieldAt(element);
  if (!field || !isRendered(field) || isEditorField(field)) return false;
  const view = findView(field);
  if (!view) return false;
  viewOfField.set(field, view);
  // An editor can have a second field, which is read-only, for an input method.
  const known = editorField(view);
  if (!known || isReadOnly(known)) fieldOfView.set(view, field);
  return true;
}

function fieldAt(element: Element): HTMLElement | undefined {
  if (element instanceof HTMLTextAreaElement || hasEditContext(element)) return element as HTMLElement;
  const first = firstElementOf(element);
  return first instanceof HTMLTextAreaElement ? first : undefined;
}

/** Whether this is the hidden field of a known editor. */
export function isEditorField(field: Element): boolean {
  const view = viewOfField.get(field);
  return view !== undefined && editorField(view) !== undefined && isInside(field, view);
}

/** A field that is not displayed cannot have the focus: the one that an editor replaced, and that the form sends. */
function isRendered(field: HTMLElement): boolean {
  return rectsOf(field).length > 0;
}

function isReadOnly(field: HTMLElement): boolean {
  return field instanceof HTMLTextAreaElement && field.readOnly;
}

/** Whether the element takes text by an EditContext. */
export function hasEditContext(element: Element): boolean {
  return element instanceof HTMLElement && 'editContext' in element && Boolean(element.editContext);
}

/** The hidden field of an editor's view. */
export function editorField(view: Element): HTMLElement | undefined {
  const field = fieldOfView.get(view);
  return field && isConnected(field) && isRendered(field) && isInside(field, view) ? field : undefined;
}

/** The view of an editor's hidden field. */
export function editorView(field: Element): Element | undefined {
  noteEditor(field);
  return isEditorField(field) ? viewOfField.get(field) : undefined;
}

/** Whether a node is a part of what an editor shows. */
export function isEditorContent(node: Node): boolean {
  let current = node instanceof Element ? node : flatParent(node);
  if (current && isContentEditable(current)) return true;
  for (let level = 0; current && level < maxContentLevels; level += 1, current = flatParent(current))
    if (fieldOfView.has(current)) return true;
  return false;
}

/** Whether an element shows the line numbers beside an editable text, which assistive technology does not read. */
export function isGutter(element: Element): boolean {
  if (attributeOf(element, 'aria-hidden') !== 'true') return false;
  const next = nextElementOf(element);
  return next !== null && isContentEditable(next);
}

/** Whether text goes through an editor, which may change it: rich text, or a field behind a view. A terminal has no text to replace. */
export function isEditor(field: Element): boolean {
  if (closestOf(field, '.xterm, .terminal')) return false;
  return isContentEditable(field) || hasEditContext(field) || editorView(field) !== undefined;
}

/** The nearest ancestor of some size, if the field inside it is hidden and a part of it shows the cursor of a text. */
function findView(field: HTMLElement): Element | undefined {
  let box: Box | undefined = rectOf(field);
  let view = flatParent(field);
  for (let level = 0; view && level < maxLevels; level += 1, view = flatParent(view)) {
    if (view === pageBody() || view === pageRoot() || tagOf(view) === 'FORM') return undefined;
    if (interactiveRoles.has(ariaRole(view))) return undefined;
    const rect = rectOf(view);
    const { overflowX, overflowY } = getComputedStyle(view);
    if (overflowX !== 'visible' || overflowY !== 'visible') box = box && intersectBoxes(box, rect);
    if (rect.width < minViewWidth || rect.height < minViewHeight) continue;
    const isHidden = isTiny(box) || getComputedStyle(field).opacity === '0' || isCoveredBy(view, field);
    return isHidden && showsTextCursor(view, rect) ? outermost(view, rect) : undefined;
  }
  return undefined;
}

/** Whether a known editor covers this field with its view. */
function isCoveredBy(view: Element, field: HTMLElement): boolean {
  if (!isEditorContent(view)) return false;
  const { left, top, width, height } = rectOf(field);
  return deepElementAt(left + width / 2, top + height / 2) !== field;
}

/** The outermost element of the same size that has no role of its own. */
function outermost(view: Element, rect: DOMRect): Element {
  let outer = view;
  for (let level = 0; level < maxFrameLevels; level += 1) {
    const parent = flatParent(outer);
    if (!parent || parent === pageBody() || tagOf(parent) === 'FORM' || ariaRole(parent) !== 'generic') break;
    const { left, top, right, bottom } = rectOf(parent);
    const borders = [rect.left - left, rect.top - top, right - rect.right, bottom - rect.bottom];
    if (borders.some((border) => Math.abs(border) > maxBorderPixels)) break;
    outer = parent;
  }
  return outer;
}

function isTiny(box: Box | undefined): boolean {
  return !box || box.right - box.left <= maxHiddenPixels || box.bottom - box.top <= maxHiddenPixels;
}

/** Where to look for the cursor of a text: the middle, and the first line of a text that does not fill the view. */
const testedPoints = [
  [0.5, 0.5],
  [0.5, 0.05],
  [0.25, 0.25],
  [0.75, 0.1],
] as const;

function showsTextCursor(view: Element, rect: DOMRect): boolean {
  const box = intersectBoxes(rect, viewportBox());
  if (!box) return false;
  return testedPoints.some(([across, down]) => {
    const hit = deepElementAt(
      box.left + (box.right - box.left) * across,
      box.top + Math.max(minViewHeight / 2, (box.bottom - box.top) * down),
    );
    return hit !== null && isInside(hit, view) && getComputedStyle(hit).cursor === 'text';
  });
}
