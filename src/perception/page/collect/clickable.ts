import { area, viewportBox } from '../dom/box.js';
import { collapseSpaces, hasMoreChildren } from '../dom/flat-tree.js';
import {
  attributeOf,
  firstElementOf,
  hasAttribute,
  isContentEditable,
  parentOf,
  rectOf,
  tabIndexOf,
  tagOf,
  textContentOf,
} from '../dom/native-node.js';
import { byTag, closestOf, queryOne } from '../dom/native-query.js';
import { ariaRole, interactiveRoles, isFocusable } from '../naming/roles.js';
import type { Box } from '../protocol.js';
import { isPointable } from './visibility.js';

/** Which elements a user can click, beyond those with an interactive role. */

/** In square pixels. Smaller elements are not clickable on their own. */
const minClickableArea = 36;

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
  if (!startsPointerCursor && delegatesClicks(element)) return false;
  if (area(box) < minClickableArea) return false;
  if (area(box) > area(viewportBox()) * maxClickableFraction) return handler;
  if (element instanceof HTMLLabelElement && element.control && isPointable(element.control)) return false;
  if (tagOf(element) === 'BODY' || tagOf(element) === 'HTML') return false;
  return !wrapsControl(element, box, handler);
}

/** Whether a small element inside a clickable row or card is clickable on its own: a star, a bin. */
export function isCardPart(element: Element, box: Box): boolean {
  const first = firstElementOf(element);
  if (area(box) < minClickableArea || (first && firstElementOf(first))) return false;
  return hasHandler(element) || hasAttribute(element, 'title');
}

function hasHandler(element: Element): boolean {
  return (
    hasAttribute(element, 'onclick') ||
    hasAttribute(element, 'onmousedown') ||
    hasAttribute(element, 'onpointerdown') ||
    listening.has(element)
  );
}

const maxDescendantsChecked = 200;

/** Whether a list, table or board handles the clicks on its rows. The rows are what a user clicks. */
function delegatesClicks(element: Element): boolean {
  if (getComputedStyle(element).cursor === 'pointer') return false;
  if (/^(TABLE|TBODY|UL|OL|DL|FORM|MAIN|SECTION)$/.test(tagOf(element))) return true;
  const descendants = byTag(element, '*');
  const end = Math.min(descendants.length, maxDescendantsChecked);
  for (let index = 0; index < end; index += 1) {
    const descendant = descendants[index];
    if (descendant && getComputedStyle(descendant).cursor === 'pointer') return true;
  }
  return false;
}

/** The hidden control that a label replaces: a styled check box, a file button. */
export function labelledHiddenControl(element: Element): HTMLInputElement | undefined {
  const control = element instanceof HTMLLabelElement ? element.control : null;
  if (!(control instanceof HTMLInputElement) || !/^(checkbox|radio|file)$/.test(control.type)) return undefined;
  return isPointable(control) ? undefined : control;
}

const controlSelector =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link]';

/** A control that fills more than this of an element is what the user clicks. */
const minWrappedFraction = 0.7;

/** Whether a control fills most of the element or contains all of its text. */
function wrapsControl(element: Element, box: Box, handler: boolean): boolean {
  if (hasAttribute(element, 'onclick')) return false;
  const inner = queryOne(element, controlSelector);
  if (!inner) return false;
  if (area(rectOf(inner)) > area(box) * minWrappedFraction) return true;
  return !handler && collapseSpaces(textContentOf(inner) ?? '') === collapseSpaces(textContentOf(element) ?? '');
}

/** In square pixels. Smaller elements do not get a listener check. */
const minListenerArea = 64;
/** Fraction of the viewport. */
const maxListenerFraction = 0.15;
const maxListenerChildren = 6;

/** Whether an element has the size of a control, so that the driver should look for a click listener. */
export function mayHaveListener(element: Element, box: Box): boolean {
  if (hasMoreChildren(element, maxListenerChildren) || element instanceof HTMLLabelElement) return false;
  return area(box) >= minListenerArea && area(box) < area(viewportBox()) * maxListenerFraction;
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

/** The driver found a click listener on this element. */
export function markListening(element: Element): void {
  listening.add(element);
}

export function isAriaHidden(element: Element): boolean {
  return closestOf(element, '[aria-hidden="true"]') !== null;
}
