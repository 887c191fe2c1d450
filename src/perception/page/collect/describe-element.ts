import { area, intersectBoxes, viewportBox } from '../dom/box.js';
import {
  attributeOf,
  clientHeightOf,
  clientLeftOf,
  clientTopOf,
  clientWidthOf,
  rectsOf,
  tabIndexOf,
  tagOf,
} from '../dom/native-node.js';
import { nameFromContent, nameOf } from '../naming/accessible-name.js';
import { ariaRole, gridRoles, interactiveRoles, isFocusable, landmarkRoles, toRole } from '../naming/roles.js';
import type { Box } from '../protocol.js';
import { isAriaHidden, isCardPart, isClickable, isNativeControl, labelledHiddenControl } from './clickable.js';
import type { ClippedElement } from './clip-element.js';
import { type NewEntry, toControlEntry } from './control-entry.js';
import type { VisitContext } from './visit-context.js';

export interface Description {
  entry?: NewEntry;
  /** The name contains the text inside the element. */
  textCovered: boolean;
  /** The area to point at, if it is not the whole visible area. */
  box?: Box;
  /** The element is a row or card that is clickable only by its style. */
  isCard?: boolean;
}

type VisibleElement = ClippedElement & { box: Box };

const maxNameLength = 120;
const minImageArea = 100;
/** A larger focusable element is a region of the page, and its text is listed too. */
const maxFocusableFraction = 1 / 4;

const containerRoles = new Set([...landmarkRoles, 'dialog', 'alertdialog', 'toolbar', 'table', 'grid', 'menu']);
const rolesListedOnlyWithName = new Set(['table', 'grid', 'menu', 'form']);

/** Describes what an element means to a user, if it means anything. */
export function describeElement(measured: VisibleElement, context: VisitContext, focused: Element | null): Description {
  const { element, role, rect, style } = measured;
  if (tagOf(element) === 'IFRAME' || tagOf(element) === 'FRAME')
    return { entry: toFrameEntry(element as HTMLIFrameElement, rect, style, context), textCovered: true };
  return (
    describeControl(measured, context, focused) ??
    describeClickable(measured, context, focused) ??
    describeStructure(measured, context) ??
    (role === 'progressbar' || role === 'meter'
      ? { entry: toControlEntry(element, role, focused, false), textCovered: true }
      : { textCovered: context.textCovered })
  );
}

/** An element that is a control by its role, its label or its focus. */
function describeControl(
  { element, role, style, box }: VisibleElement,
  context: VisitContext,
  focused: Element | null,
): Description | undefined {
  if (isNativeControl(element, role, style) || interactiveRoles.has(role)) {
    const entry = toControlEntry(element, role, focused);
    if (attributeOf(element, 'draggable') === 'true') entry.name ||= nameFromContent(element, maxNameLength);
    // The text inside is the name or the value. In a listbox it belongs to the options.
    return { entry, textCovered: role !== 'listbox', box: largestLine(element, style, context.clip) };
  }
  const hidden = context.insideControl ? undefined : labelledHiddenControl(element);
  if (hidden) return { entry: toControlEntry(hidden, ariaRole(hidden), focused), textCovered: true };
  if (!takesFocus(element, role, style)) return undefined;
  const entry = toControlEntry(element, role, focused);
  entry.name ||= nameFromContent(element, maxNameLength);
  return { entry, textCovered: entry.name !== '' && area(box) < area(viewportBox()) * maxFocusableFraction };
}

/** An element that is clickable by its cursor or a listener. */
function describeClickable(
  { element, role, style, box }: VisibleElement,
  context: VisitContext,
  focused: Element | null,
): Description | undefined {
  const startsPointer = style.cursor === 'pointer' && !context.pointerCursor;
  const isUsed = context.insideControl
    ? context.insideCard && isCardPart(element, box)
    : isClickable(element, startsPointer, box);
  if (!isUsed) return undefined;
  const entry = toControlEntry(element, role, focused);
  entry.name ||= nameFromContent(element, maxNameLength);
  if (tagOf(element) === 'A') entry.role = 'Link';
  return { entry, textCovered: true, isCard: !context.insideControl };
}

/** A heading, a landmark or another container, or an image. */
function describeStructure(
  { element, role, box }: VisibleElement,
  { textCovered }: VisitContext,
): Description | undefined {
  const facts = { states: [], interactive: false };
  if (role === 'heading') {
    const name = textCovered ? '' : nameOf(element);
    if (!name) return { textCovered };
    const level = Number(attributeOf(element, 'aria-level') ?? tagOf(element).slice(1)) || 2;
    return { entry: { role: 'Text', kind: 'heading', name, level, ...facts }, textCovered: true };
  }
  if (containerRoles.has(role)) {
    const name = nameOf(element);
    if (!name && rolesListedOnlyWithName.has(role)) return { textCovered };
    return { entry: { role: toRole(role), kind: role, name, ...facts }, textCovered };
  }
  if (role !== 'image' || textCovered || isAriaHidden(element) || area(box) < minImageArea) return undefined;
  const name = nameOf(element);
  return name ? { entry: { role: 'Image', name, ...facts }, textCovered: true } : undefined;
}

function toFrameEntry(
  element: HTMLIFrameElement,
  rect: DOMRect,
  style: CSSStyleDeclaration,
  context: VisitContext,
): NewEntry {
  const left = Number.parseFloat(style.paddingLeft);
  const top = Number.parseFloat(style.paddingTop);
  return {
    role: 'Container',
    kind: 'frame',
    name: nameOf(element) || element.name,
    states: [],
    interactive: false,
    frame: {
      box: [
        rect.left + clientLeftOf(element) + left,
        rect.top + clientTopOf(element) + top,
        clientWidthOf(element) - left - Number.parseFloat(style.paddingRight),
        clientHeightOf(element) - top - Number.parseFloat(style.paddingBottom),
      ],
      transformed: context.transformed || style.transform !== 'none' || style.zoom !== '1',
    },
  };
}

/** Elements that the Tab key reaches, and parts of a grid that the arrow keys reach. */
function takesFocus(element: Element, role: string, style: CSSStyleDeclaration): boolean {
  if (!isFocusable(element, style) || !(element instanceof HTMLElement || element instanceof SVGElement)) return false;
  return tabIndexOf(element) >= 0 || gridRoles.has(role);
}

/** The largest line of an inline element that wraps. The middle of its bounding box is often empty. */
function largestLine(element: Element, style: CSSStyleDeclaration, clip: Box): Box | undefined {
  if (style.display !== 'inline') return undefined;
  const rects = rectsOf(element);
  if (rects.length < 2) return undefined;
  let largest: Box | undefined;
  for (const rect of rects) {
    const visible = intersectBoxes(rect, clip);
    if (visible && (!largest || area(visible) > area(largest))) largest = visible;
  }
  return largest;
}
