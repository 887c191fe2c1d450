import { area, viewportBox } from '../dom/box.js';
import { collapseSpaces } from '../dom/flat-tree.js';
import {
  attributeOf,
  firstElementOf,
  hasAttribute,
  isContentEditable,
  nextElementOf,
  parentOf,
  rectOf,
  tabIndexOf,
  tagOf,
  textContentOf,
} from '../dom/native-node.js';
import { byTag, closestOf } from '../dom/native-query.js';
import { hiddenPixels } from '../dom/scroll-area.js';
import { ariaRole, interactiveRoles, isFocusable } from '../naming/roles.js';
import { groupRoles } from '../press/group-roles.js';
import { controlsIn, isOnePart, textLength } from '../press/one-part.js';
import type { Box } from '../protocol.js';
import { isPointable } from './visibility.js';

/** Which elements a user can click, beyond those with an interactive role. */

/** In square pixels. Smaller elements are not clickable on their own. */
const minClickableArea = 36;
/** In square pixels. Smaller elements are not clickable even with a listener. */
const minListenerArea = 16;

const nativeControls = new Set(['BUTTON', 'INPUT', 'SELECT', 'TEXTAREA']);

/** Whether an element is a control by its tag or attributes. */
export function isNativeControl(element: Element, role: string, style?: CSSStyleDeclaration): boolean {
  if (nativeControls.has(tagOf(element))) return !(element instanceof HTMLInputElement && element.type === 'hidden');
  if (role === 'summary') return true;
  if ((tagOf(element) === 'AUDIO' || tagOf(element) === 'VIDEO') && hasAttribute(element, 'controls')) return true;
  if (isContentEditable(element, style)) {
    const parent = parentOf(element);
    return !(parent && isContentEditable(parent));
  }
  return attributeOf(element, 'draggable') === 'true';
}

/** Fraction of the viewport. Larger elements are regions of the page. */
const maxClickableFraction = 0.6;

/** Whether an element is clickable by its cursor or handler, and does not just wrap a control. */
export function isClickable(element: Element, startsPointerCursor: boolean, box: Box): boolean {
  const handler = hasHandler(element);
  if (!handler && !startsPointerCursor) return false;
  if (!startsPointerCursor && (isRegion(element, box) || delegatesClicks(element))) return false;
  if (area(box) < (handler ? minListenerArea : minClickableArea)) return false;
  if (area(box) > area(viewportBox()) * maxClickableFraction) return handler || firstElementOf(element) === null;
  if (element instanceof HTMLLabelElement && element.control && isPointable(element.control)) return false;
  if (tagOf(element) === 'BODY' || tagOf(element) === 'HTML') return false;
  return !wrapsControl(element, box, handler);
}

type InsideControl = { insideCard: boolean; controlArea: number };

/** An element that fills more of a control is a part of it. */
const maxInnerFraction = 0.5;

/** Whether a small element inside a control may be clickable on its own: a star or a bin in a row, the cross of a tag. */
export function mayBeInnerControl(element: Element, box: Box, { insideCard, controlArea }: InsideControl): boolean {
  return insideCard || (area(box) < controlArea * maxInnerFraction && isSimple(element));
}

/** Whether a small element inside a control is clickable on its own. */
export function isInnerControl(element: Element, box: Box, inside: InsideControl): boolean {
  if (!mayBeInnerControl(element, box, inside) || area(box) < minClickableArea || !isSimple(element)) return false;
  if (controlsIn(element).length > 0) return false;
  return hasHandler(element) || delegated.has(element) || (inside.insideCard && hasAttribute(element, 'title'));
}

/** Whether an element is an icon, or has at most one level of elements inside. */
function isSimple(element: Element): boolean {
  const first = firstElementOf(element);
  return !first || !firstElementOf(first) || tagOf(element) === 'svg' || isIcon(element);
}

/** In square pixels. */
const maxIconArea = 2_500;

function isIcon(element: Element): boolean {
  return area(rectOf(element)) <= maxIconArea && textLength(element) === 0;
}

/** Whether an attribute or a listener of the element itself handles clicks. */
export function hasHandler(element: Element): boolean {
  return hasHandlerAttribute(element) || listening.has(element);
}

function hasHandlerAttribute(element: Element): boolean {
  return ['onclick', 'onmousedown', 'onpointerdown'].some((name) => hasAttribute(element, name));
}

/** Whether an element with a listener is so large that it is a region of the page, which handles the clicks on its content. */
function isRegion(element: Element, box: Box): boolean {
  if (hasHandlerAttribute(element) || firstElementOf(element) === null) return false;
  return area(box) > area(viewportBox()) * maxListenerFraction;
}

const maxDescendantsChecked = 200;

/** Whether a list, table or board handles the clicks on its rows. The rows are what a user clicks. */
function delegatesClicks(element: Element): boolean {
  const style = getComputedStyle(element);
  if (style.cursor === 'pointer') return false;
  const isGroup =
    /^(TABLE|TBODY|UL|OL|DL|FORM|MAIN|SECTION)$/.test(tagOf(element)) || groupRoles.has(ariaRole(element));
  if ((isGroup && !isOnePart(element)) || hiddenPixels(element, style)) return true;
  if (consistsOfControls(element)) return true;
  return containsPointer(element, maxDescendantsChecked);
}

/** Whether one of the first `max` descendants has a pointer cursor. */
export function containsPointer(element: Element, max: number): boolean {
  const descendants = byTag(element, '*');
  const end = Math.min(descendants.length, max);
  for (let index = 0; index < end; index += 1) {
    const descendant = descendants[index];
    if (!descendant) break;
    if (delegated.has(descendant) || getComputedStyle(descendant).cursor === 'pointer') return true;
  }
  return false;
}

const minControlTextFraction = 0.9;

/** Whether an element groups several controls, or contains hardly any other text: a toolbar. */
function consistsOfControls(element: Element): boolean {
  const controls = controlsIn(element);
  if (controls.length < 2) return false;
  if (groupRoles.has(ariaRole(element))) return true;
  const lengthOf = (one: Element): number => collapseSpaces(textContentOf(one) ?? '').length;
  const inControls = controls.reduce((sum, control) => sum + lengthOf(control), 0);
  return inControls >= lengthOf(element) * minControlTextFraction;
}

const labelledInput = /^(?:checkbox|radio|file|submit|button|image)$/;

/** The hidden control that a label replaces: a styled check box, a file button, a button of a form. */
export function labelledHiddenControl(element: Element): HTMLInputElement | HTMLButtonElement | undefined {
  const control = element instanceof HTMLLabelElement ? element.control : null;
  const isInput = control instanceof HTMLInputElement && labelledInput.test(control.type);
  if (!isInput && !(control instanceof HTMLButtonElement)) return undefined;
  return isPointable(control) ? undefined : control;
}

/** A control that fills more than this of an element is what the user clicks. */
const minWrappedFraction = 0.7;

/** Whether a control fills most of the element or contains all of its text. */
function wrapsControl(element: Element, box: Box, handler: boolean): boolean {
  if (hasAttribute(element, 'onclick')) return false;
  const [inner] = controlsIn(element);
  if (!inner) return false;
  if (inner instanceof HTMLInputElement && inner.type === 'range') return true;
  if (area(rectOf(inner)) > area(box) * minWrappedFraction) return true;
  return !handler && collapseSpaces(textContentOf(inner) ?? '') === collapseSpaces(textContentOf(element) ?? '');
}

/** Fraction of the viewport. */
const maxListenerFraction = 0.15;

/**
 * Whether the driver should look for a click listener: on an element with the size of a control, on a container of similar parts, which may
 * handle the clicks on them, or on another large element.
 */
export function mayHaveListener(element: Element, box: Box): 'control' | 'container' | 'wrapper' | undefined {
  const size = area(box);
  if (size < minListenerArea || (element instanceof HTMLLabelElement && element.control)) return undefined;
  const screen = area(viewportBox());
  if (size < screen * maxListenerFraction) return 'control';
  const first = firstElementOf(element);
  const second = first && nextElementOf(first);
  const isContainer = (second && tagOf(second) === tagOf(first)) || /^(svg|TABLE|TBODY|UL|OL)$/.test(tagOf(element));
  if (isContainer) return 'container';
  return size <= screen * maxClickableFraction ? 'wrapper' : undefined;
}

/** Whether an element handles clicks itself: a control, or an element with its own handler. */
export function takesClicks(element: Element): boolean {
  const role = ariaRole(element);
  if (isNativeControl(element, role) || interactiveRoles.has(role)) return true;
  if (hasAttribute(element, 'onclick') || listening.has(element)) return true;
  return (
    (element instanceof HTMLElement || element instanceof SVGElement) &&
    isFocusable(element) &&
    tabIndexOf(element) >= 0
  );
}

const listening = new WeakSet<Element>();

/** The driver found a click listener on this element. False if that was known. */
export function markListening(element: Element): boolean {
  const isNew = !listening.has(element);
  listening.add(element);
  return isNew;
}

const delegated = new WeakSet<Element>();

/** A listener around this element handles the clicks on it. False if that was known. */
export function markDelegated(element: Element): boolean {
  const isNew = !delegated.has(element);
  delegated.add(element);
  return isNew;
}

export function isDelegated(element: Element): boolean {
  return delegated.has(element);
}

const heard = new WeakSet<Element>();

/** The element contains others, and an element around it has a listener, which may handle the clicks on them. False if that was known. */
export function markHeard(element: Element): boolean {
  if (heard.has(element) || !firstElementOf(element)) return false;
  heard.add(element);
  return true;
}

export function isHeard(element: Element): boolean {
  return heard.has(element);
}

export function isAriaHidden(element: Element): boolean {
  return closestOf(element, '[aria-hidden="true"]') !== null;
}
