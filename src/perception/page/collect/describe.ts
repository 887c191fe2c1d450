import type { Box, Entry } from '../../page-protocol.js';
import { area, overlap, viewportBox } from '../box.js';
import {
  attributeOf,
  clientHeightOf,
  clientLeftOf,
  clientTopOf,
  clientWidthOf,
  isContentEditable,
  rectsOf,
  tabIndexOf,
  tagOf,
} from '../dom.js';
import { hintIn } from '../hint.js';
import { nameOf, textOf } from '../naming/names.js';
import { ariaRole, gridRoles, interactiveRoles, isFocusable, landmarkRoles, ourRole } from '../naming/roles.js';
import { fieldValue, statesOf } from '../naming/states.js';
import { ariaHidden, descriptionOf, hiddenControl, isClickable, isNamedControl, isOwnPart } from './interest.js';

/** What is known from above when an element is come across. */
export interface Surroundings {
  clip: Box;
  /** Inside something whose name already says the text. */
  spoken: boolean;
  /** Inside something that a person would click as a whole. */
  within: boolean;
  /** That thing is a row or card, clickable by its looks alone: parts of it may have a use of their own. */
  card: boolean;
  pointer: boolean;
  transformed: boolean;
}

/** An element with what was measured of it already. */
export interface Sighted {
  element: Element;
  role: string;
  style: CSSStyleDeclaration;
  /** What is shown of it, and all of it. */
  box: Box;
  rect: DOMRect;
  pointer: boolean;
  /** What has the keyboard. */
  focused: Element | null;
}

export type NewEntry = Omit<Entry, 'number' | 'box'>;

export interface Described {
  entry?: NewEntry;
  /** Its name says the words inside. */
  spoken: boolean;
  /** Where it is to be pointed at, when that is not all that is shown of it. */
  box?: Box;
  card?: boolean;
}

/** What an element is to a person who looks at the page, if it is anything. */
export function describe(
  { element, role, style, box, rect, pointer, focused }: Sighted,
  context: Surroundings,
): Described {
  if (tagOf(element) === 'IFRAME' || tagOf(element) === 'FRAME') {
    return { entry: frameEntry(element as HTMLIFrameElement, rect, style, context), spoken: true };
  }
  if (isNamedControl(element, role, style) || interactiveRoles.has(role)) {
    const entry = controlEntry(element, role, focused);
    // What is there to be dragged is known by its words.
    if (attributeOf(element, 'draggable') === 'true') entry.name ||= textOf(element, 120);
    return {
      entry,
      // The words inside are its name or its value; those of a list are its options'.
      spoken: role !== 'listbox',
      box: lineBox(element, style, context.clip),
    };
  }
  const behind = context.within ? undefined : hiddenControl(element);
  if (behind) return { entry: controlEntry(behind, ariaRole(behind), focused), spoken: true };
  if (takesFocus(element, role, style)) {
    const entry = controlEntry(element, role, focused);
    entry.name ||= textOf(element, 120);
    return { entry, spoken: entry.name !== '' && area(box) < area(viewportBox()) / 4 };
  }
  const clicks = context.within
    ? context.card && isOwnPart(element, box)
    : isClickable(element, pointer && !context.pointer, box);
  if (clicks) {
    const entry = controlEntry(element, role, focused);
    entry.name ||= textOf(element, 120);
    if (tagOf(element) === 'A') entry.role = 'Link';
    return { entry, spoken: true, card: !context.within };
  }
  if (role === 'heading') {
    const level = Number(attributeOf(element, 'aria-level') ?? tagOf(element).slice(1)) || 2;
    const name = nameOf(element);
    if (context.spoken || !name) return { spoken: context.spoken };
    return { entry: { role: 'Text', kind: 'heading', name, states: [], interactive: false, level }, spoken: true };
  }
  if (
    landmarkRoles.has(role) ||
    role === 'dialog' ||
    role === 'alertdialog' ||
    role === 'toolbar' ||
    role === 'table' ||
    role === 'grid' ||
    role === 'menu'
  ) {
    const name = nameOf(element);
    if (!name && (role === 'table' || role === 'grid' || role === 'menu' || role === 'form'))
      return { spoken: context.spoken };
    return {
      entry: { role: ourRole(role), kind: role, name, states: [], interactive: false },
      spoken: context.spoken,
    };
  }
  if (role === 'image' && !context.spoken && !ariaHidden(element)) {
    const name = nameOf(element);
    if (name && area(box) >= 100)
      return { entry: { role: 'Image', name, states: [], interactive: false }, spoken: true };
  }
  if (role === 'progressbar' || role === 'meter') {
    return { entry: controlEntry(element, role, focused, false), spoken: true };
  }
  return { spoken: context.spoken };
}

export function controlEntry(element: Element, role: string, focused: Element | null, interactive = true): NewEntry {
  const ours = ourRole(role);
  const value = fieldValue(element, role);
  const name = nameOf(element) || hintIn(element, value);
  const description = descriptionOf(element, name);
  return {
    role: role === 'generic' || role === 'none' ? (isContentEditable(element) ? 'TextInput' : 'Button') : ours,
    ...(kindWorthSaying.has(role) || ours === 'Other' ? { kind: role } : {}),
    name,
    ...(value === undefined ? {} : { value }),
    ...(description ? { description } : {}),
    states: statesOf(element, role, focused),
    interactive,
  };
}

function frameEntry(
  element: HTMLIFrameElement,
  rect: DOMRect,
  style: CSSStyleDeclaration,
  context: Surroundings,
): NewEntry {
  const left = rect.left + clientLeftOf(element) + Number.parseFloat(style.paddingLeft);
  const top = rect.top + clientTopOf(element) + Number.parseFloat(style.paddingTop);
  const width = clientWidthOf(element) - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
  const height = clientHeightOf(element) - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom);
  const transformed = context.transformed || style.transform !== 'none' || style.zoom !== '1';
  return {
    role: 'Container',
    kind: 'frame',
    name: nameOf(element) || element.name,
    states: [],
    interactive: false,
    frame: { box: [left, top, width, height], transformed },
  };
}

const kindWorthSaying = new Set([
  'switch',
  'searchbox',
  'spinbutton',
  'treeitem',
  'option',
  'listbox',
  'date',
  'datetime-local',
  'month',
  'week',
  'time',
  'file',
  'summary',
  'gridcell',
  'columnheader',
  'progressbar',
  'meter',
]);

/** What the Tab key stops at, and the parts of a grid that the arrow keys reach. */
function takesFocus(element: Element, role: string, style: CSSStyleDeclaration): boolean {
  if (!isFocusable(element, style) || !(element instanceof HTMLElement || element instanceof SVGElement)) return false;
  return tabIndexOf(element) >= 0 || gridRoles.has(role);
}

/** A link that wraps over two lines has a bounding box whose middle is often empty: take its largest line. */
function lineBox(element: Element, style: CSSStyleDeclaration, clip: Box): Box | undefined {
  if (style.display !== 'inline') return undefined;
  let best: Box | undefined;
  const rects = rectsOf(element);
  if (rects.length < 2) return undefined;
  for (const rect of rects) {
    const shown = overlap(rect, clip);
    if (shown && (!best || area(shown) > area(best))) best = shown;
  }
  return best;
}
