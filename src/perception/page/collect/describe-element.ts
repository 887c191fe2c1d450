import { area, intersectBoxes } from '../dom/box.js';
import {
  attributeOf,
  clientHeightOf,
  clientLeftOf,
  clientTopOf,
  clientWidthOf,
  firstElementOf,
  rectsOf,
  tabIndexOf,
  tagOf,
} from '../dom/native-node.js';
import { queryOne } from '../dom/native-query.js';
import { editorField, isGutter } from '../editor/editor-view.js';
import { nameFromContent, nameOf } from '../naming/accessible-name.js';
import { labelBeside } from '../naming/adjacent-label.js';
import { guessName } from '../naming/guess-name.js';
import { guessState } from '../naming/guess-state.js';
import { lookOf } from '../naming/look.js';
import { ariaRole, gridRoles, interactiveRoles, isFocusable, landmarkRoles, toRole } from '../naming/roles.js';
import { isShownChoice } from '../naming/shown-choice.js';
import { boardCells } from '../press/board.js';
import { hasSeveralTexts, partsOf } from '../press/delegated-parts.js';
import { hasDrawing, isFocusableContainer } from '../press/focusable-container.js';
import { isOnePart } from '../press/one-part.js';
import type { Box } from '../protocol.js';
import {
  hasHandler,
  isAriaHidden,
  isClickable,
  isDelegated,
  isHeard,
  isInnerControl,
  isNativeControl,
  labelledHiddenControl,
} from './clickable.js';
import type { ClippedElement } from './clip-element.js';
import { type NewEntry, toControlEntry, toEditorEntry } from './control-entry.js';
import { isItemList, isListItem } from './item-list.js';
import { isSliderHandle, toSliderEntry } from './slider-handle.js';
import type { VisitContext } from './visit-context.js';
import { isWidgetPart } from './widget-part.js';

export interface Description {
  entry?: NewEntry;
  /** The name contains the text inside the element. */
  textCovered: boolean;
  /** The area to point at, if it is not the whole visible area. */
  box?: Box;
  /** The element is a row or card that is clickable only by its style. */
  isCard?: boolean;
  /** The element takes the focus, but what is inside it is used on its own. */
  isContainer?: boolean;
  /** The element handles clicks on these elements inside it. */
  parts?: ReadonlySet<Element>;
}

type VisibleElement = ClippedElement & { box: Box };

const maxNameLength = 120;
const minImageArea = 100;

const containerRoles = new Set([...landmarkRoles, 'dialog', 'alertdialog', 'toolbar', 'table', 'grid', 'menu']);
const rolesListedOnlyWithName = new Set(['table', 'grid', 'menu', 'form']);

/** Describes what an element means to a user, if it means anything. */
export function describeElement(measured: VisibleElement, context: VisitContext, focused: Element | null): Description {
  const { element, role, rect, style } = measured;
  if (tagOf(element) === 'IFRAME' || tagOf(element) === 'FRAME')
    return { entry: toFrameEntry(element as HTMLIFrameElement, rect, style, context), textCovered: true };
  if (isWidgetPart(element, role)) return { textCovered: context.textCovered };
  const description = describeMeaning(measured, context, focused);
  return description.entry?.interactive && !description.isContainer
    ? { ...description, entry: addGuesses(description.entry, measured) }
    : description;
}

/** Roles whose name can stand beside them. Other elements without a name are cells or wrappers, unless they show a colour or a form. */
const labelledRoles = new Set(['button', 'link']);

/** A name and a state that only a guess can give. */
function addGuesses(entry: NewEntry, { element, role, style, rect }: VisibleElement): NewEntry {
  const state = guessState(element, entry.states);
  if (state) entry.states.push(state);
  if (entry.name !== '' || entry.text) return entry;
  // A button that shows only a colour: one of a palette.
  if (role === 'button' && !entry.look && !firstElementOf(element))
    entry.look = lookOf(element, style, rect) || undefined;
  const ownName = colorCode(element) || guessName(element, role);
  const guess = ownName || (labelledRoles.has(role) || entry.look ? labelBeside(element, role) : '');
  if (guess) entry.guess = guess;
  if (ownName && entry.look && isColorless(entry.look)) delete entry.look;
  return entry;
}

/** The code of a colour that a button of a palette stands for. */
function colorCode(element: Element): string {
  const codes = ['data-value', 'data-color', 'data-colour'].map((name) => attributeOf(element, name) ?? '');
  return codes.find((code) => /^#[\da-f]{3,8}$/i.test(code)) ?? '';
}

/** A gray box with a guessed name is an icon, whose background says nothing. */
function isColorless(look: string): boolean {
  return /^(?:white|gray|black) box$/.test(look);
}

function describeMeaning(measured: VisibleElement, context: VisitContext, focused: Element | null): Description {
  const { element, role } = measured;
  return (
    describeControl(measured, context, focused) ??
    describeCanvas(measured, context, focused) ??
    describeClickable(measured, context, focused) ??
    describeStructure(measured, context) ??
    (role === 'progressbar' || role === 'meter'
      ? { entry: toControlEntry(element, role, focused, false), textCovered: true }
      : { textCovered: context.textCovered || isGutter(element) || isShownChoice(element) })
  );
}

/** An element that is a control by its role, its label or its focus. */
function describeControl(
  { element, role, style, box }: VisibleElement,
  context: VisitContext,
  focused: Element | null,
): Description | undefined {
  const field = editorField(element);
  if (field) return { entry: toEditorEntry(element, field, focused), textCovered: true };
  // The text that a dropdown shows is its value.
  if (role === 'textbox' && context.insideControl && attributeOf(element, 'aria-readonly') === 'true') return undefined;
  if (isNativeControl(element, role, style) || interactiveRoles.has(role)) {
    const entry = toControlEntry(element, role, focused);
    if (attributeOf(element, 'draggable') === 'true') entry.name ||= nameFromContent(element, maxNameLength);
    // The text inside is the name or the value. In a listbox it belongs to the options.
    return { entry, textCovered: role !== 'listbox', box: largestLine(element, style, context.clip) };
  }
  const hidden = context.insideControl ? undefined : labelledHiddenControl(element);
  if (hidden) return { entry: toControlEntry(hidden, ariaRole(hidden), focused), textCovered: true };
  return describeFocusable({ element, role, style, box }, context, focused);
}

/** An element that is a control only because it takes the focus. */
function describeFocusable(
  { element, role, style, box }: Pick<VisibleElement, 'element' | 'role' | 'style' | 'box'>,
  context: VisitContext,
  focused: Element | null,
): Description | undefined {
  const isItem = !context.insideControl && isListItem(element);
  if (!(takesFocus(element, role, style) || isItem) || isItemList(element)) return undefined;
  const isSlider = isSliderHandle(element);
  const entry = isSlider ? toSliderEntry(element, focused) : toControlEntry(element, role, focused);
  if (entry.name === '' && isPanel(element, role)) return undefined;
  if (isSlider || !isFocusableContainer(element, role, style, box)) {
    entry.name ||= nameFromContent(element, maxNameLength);
    return { entry, textCovered: entry.name !== '' };
  }
  if (entry.name === '' && !hasDrawing(element)) return undefined;
  if (entry.role === 'Button') entry.role = 'Container';
  const parts = hasHandler(element) ? partsOf(element, false) : undefined;
  return { entry, textCovered: context.textCovered, isContainer: true, parts };
}

/** An element that is clickable by its cursor or a listener. */
function describeClickable(
  measured: VisibleElement,
  context: VisitContext,
  focused: Element | null,
): Description | undefined {
  const { element, role, style, box } = measured;
  const startsPointer = style.cursor === 'pointer' && !context.pointerCursor;
  const isPart = context.parts?.has(element) || (isDelegated(element) && isOnePart(element));
  if (!isPart && !context.insideControl && (startsPointer || hasHandler(element))) {
    const parts = partsOf(element, startsPointer);
    if (parts) return describeDelegating(measured, parts, context, focused);
  } else if (!isPart && !context.insideControl && isHeard(element)) {
    const parts = boardCells(element);
    if (parts) return { textCovered: context.textCovered, parts };
  }
  const isUsed = context.insideControl
    ? isInnerControl(element, box, context)
    : isPart || isClickable(element, startsPointer, box);
  if (!isUsed) return undefined;
  const entry = toControlEntry(element, role, focused);
  entry.name ||= nameFromContent(element, maxNameLength);
  if (tagOf(element) === 'A') entry.role = 'Link';
  else if (hasSeveralTexts(element)) entry.kind = 'group';
  return { entry: addLook(entry, measured), textCovered: true, isCard: true };
}

/** An element whose parts are clicked one by one. A drawing can also be clicked beside them. */
function describeDelegating(
  { element, role }: VisibleElement,
  parts: ReadonlySet<Element>,
  { textCovered }: VisitContext,
  focused: Element | null,
): Description {
  if (tagOf(element) !== 'svg') return { textCovered, parts };
  return { entry: { ...toControlEntry(element, role, focused), kind: 'drawing' }, textCovered, parts };
}

/** Roles whose background is part of what they show. */
const rolesWithLook = new Set(['generic', 'none', 'cell', 'gridcell', 'listitem']);

function addLook(entry: NewEntry, { element, role, style, rect }: VisibleElement): NewEntry {
  const isBox = element instanceof SVGElement ? tagOf(element) !== 'svg' : entry.name === '' && rolesWithLook.has(role);
  const look = isBox ? lookOf(element, style, rect) : '';
  return look ? { ...entry, look } : entry;
}

/** A canvas is one element: nobody knows what is drawn on it. */
function describeCanvas(
  { element, role, style, box }: VisibleElement,
  { insideControl }: VisitContext,
  focused: Element | null,
): Description | undefined {
  if (tagOf(element) !== 'CANVAS' || insideControl || area(box) < minImageArea) return undefined;
  const entry = toControlEntry(element, role, focused, style.pointerEvents !== 'none');
  return { entry: { ...entry, role: 'Image', kind: 'canvas' }, textCovered: true };
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

/** Whether an element takes the focus only to receive keys for the table inside it, as the panel of a calendar does. */
function isPanel(element: Element, role: string): boolean {
  return role === 'generic' && !hasHandler(element) && queryOne(element, 'table, [role=grid]') !== null;
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
