import type { Box } from '../../page-protocol.js';
import { area, viewportBox } from '../box.js';
import {
  attributeOf,
  firstElementOf,
  hasAttribute,
  isContentEditable,
  parentOf,
  rectOf,
  rootOf,
  tabIndexOf,
  tagOf,
  textContentOf,
} from '../dom.js';
import { labelsOf } from '../naming/labels.js';
import { placeholderOf, textOf } from '../naming/names.js';
import { ariaRole, interactiveRoles, isFocusable } from '../naming/roles.js';
import { byTag, closestOf, queryOne, textById } from '../query.js';
import { collapse, flatChildren, hasMoreElements } from '../tree.js';
import { isReachable } from './hidden.js';

/** Which elements a person would use, beyond those whose role says so. */

const nativeControls = new Set(['BUTTON', 'INPUT', 'SELECT', 'TEXTAREA']);

export function isNamedControl(element: Element, role: string, style?: CSSStyleDeclaration): boolean {
  if (nativeControls.has(tagOf(element))) return !(element instanceof HTMLInputElement && element.type === 'hidden');
  if (role === 'summary') return true;
  if ((tagOf(element) === 'AUDIO' || tagOf(element) === 'VIDEO') && hasAttribute(element, 'controls')) return true;
  if (isContentEditable(element, style)) {
    const parent = parentOf(element);
    return !(parent && isContentEditable(parent));
  }
  return attributeOf(element, 'draggable') === 'true';
}

/** An element that looks clickable by its cursor or handler, and is no mere wrapper of something that is. */
export function isClickable(element: Element, pointerStartsHere: boolean, box: Box): boolean {
  const handler = hasHandler(element);
  if (!handler && !pointerStartsHere) return false;
  if (!pointerStartsHere && listensForParts(element)) return false;
  if (area(box) < 36 || area(box) > area(viewportBox()) * 0.6) return handler && area(box) >= 36;
  if (element instanceof HTMLLabelElement && element.control && isReachable(element.control)) return false;
  if (tagOf(element) === 'BODY' || tagOf(element) === 'HTML') return false;
  return !isWrapper(element, box, handler);
}

/** Something small with a use of its own inside a clickable row or card: a star, a bin. */
export function isOwnPart(element: Element, box: Box): boolean {
  const first = firstElementOf(element);
  if (area(box) < 36 || (first && firstElementOf(first))) return false;
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

const mostParts = 200;

/** A list, table or board that listens for all of its rows: they are what a person clicks. */
function listensForParts(element: Element): boolean {
  if (getComputedStyle(element).cursor === 'pointer') return false;
  if (/^(TABLE|TBODY|UL|OL|DL|FORM|MAIN|SECTION)$/.test(tagOf(element))) return true;
  const parts = byTag(element, '*');
  const last = Math.min(parts.length, mostParts);
  for (let place = 0; place < last; place += 1) {
    const part = parts[place];
    if (part && getComputedStyle(part).cursor === 'pointer') return true;
  }
  return false;
}

/** A label drawn in place of its control: a styled check box, a file button. */
export function hiddenControl(element: Element): HTMLInputElement | undefined {
  const control = element instanceof HTMLLabelElement ? element.control : null;
  if (!(control instanceof HTMLInputElement) || !/^(checkbox|radio|file)$/.test(control.type)) return undefined;
  return isReachable(control) ? undefined : control;
}

const usable = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link]';

/** True when one control fills most of the element, or holds all its words: then the control is what a person clicks. */
function isWrapper(element: Element, box: Box, handler: boolean): boolean {
  if (hasAttribute(element, 'onclick')) return false;
  const inner = queryOne(element, usable);
  if (!inner) return false;
  if (area(rectOf(inner)) > area(box) * 0.7) return true;
  return !handler && collapse(textContentOf(inner) ?? '') === collapse(textContentOf(element) ?? '');
}

/** Something of a size that a person would click, where a script's listener may be the only sign that it can be. */
export function mayListen(element: Element, box: Box): boolean {
  if (hasMoreElements(element, 6) || element instanceof HTMLLabelElement) return false;
  return area(box) >= 64 && area(box) < area(viewportBox()) * 0.15;
}

/** What takes a click for itself: a control, or something with a handler of its own. */
export function takesClicks(element: Element): boolean {
  const role = ariaRole(element);
  if (isNamedControl(element, role) || interactiveRoles.has(role)) return true;
  if (hasAttribute(element, 'onclick') || listening.has(element)) return true;
  return (
    (element instanceof HTMLElement || element instanceof SVGElement) &&
    isFocusable(element) &&
    tabIndexOf(element) >= 0
  );
}

const listening = new WeakSet<Element>();

/** The driver found a listener for clicks here. */
export function noteListening(element: Element): void {
  listening.add(element);
}

export function ariaHidden(element: Element): boolean {
  return closestOf(element, '[aria-hidden="true"]') !== null;
}

export function descriptionOf(element: Element, name: string): string | undefined {
  const own = attributeOf(element, 'aria-description');
  if (own?.trim()) return collapse(own).slice(0, 200);
  const ids = attributeOf(element, 'aria-describedby');
  if (!ids) return name ? tip(element, name) : unnamed(element);
  const scope = rootOf(element);
  if (!(scope instanceof Document || scope instanceof ShadowRoot)) return undefined;
  const texts = ids
    .split(/\s+/)
    .slice(0, 5)
    .map((id) => collapse(textById(scope, id)).slice(0, 200));
  return texts.filter(Boolean).join(' ') || undefined;
}

/** What a person reads when the pointer rests there, where it says more than the name. */
function tip(element: Element, name: string): string | undefined {
  const title = collapse(attributeOf(element, 'title') ?? '').slice(0, 200);
  return title && title !== name ? title : undefined;
}

/** What a person goes by where the rules give no name: a hidden label takes the name away, not the words on the button. */
function unnamed(element: Element): string | undefined {
  const value =
    element instanceof HTMLInputElement && /^(submit|reset|button)$/.test(element.type) ? element.value : '';
  const words = placeholderOf(element) || attributeOf(element, 'title') || value || labelledWords(element);
  return collapse(words).slice(0, 200) || undefined;
}

function labelledWords(element: Element): string {
  return element instanceof HTMLButtonElement && labelsOf(element).length > 0 ? textOf(element, 120) : '';
}

const longestText = 400;

/** The text of a block: its own words and those of what flows in its lines, not of blocks inside it nor of what `isTold` already. */
export function inlineText(block: Element, isTold: (part: Element) => boolean): string {
  let text = '';
  // A link inside a sentence is part of it; one of a row of links is not.
  const isSentence = directWords(block) >= 12;
  const read = (element: Element): void => {
    for (const child of flatChildren(element)) {
      if (text.length > longestText) return;
      if (child instanceof Text) text += child.data.slice(0, longestText);
      else if (child instanceof Element) readElement(child);
    }
  };
  const readElement = (child: Element): void => {
    if (tagOf(child) === 'BR') {
      text += ' ';
      return;
    }
    if (
      tagOf(child) === 'SCRIPT' ||
      tagOf(child) === 'STYLE' ||
      tagOf(child) === 'SELECT' ||
      tagOf(child) === 'TEXTAREA'
    )
      return;
    const style = getComputedStyle(child);
    if (style.display === 'none' || style.visibility !== 'visible') return;
    if (style.display.startsWith('inline') || style.display === 'contents') {
      if (tagOf(child) === 'BUTTON' || (child instanceof HTMLLabelElement && child.control)) return;
      if (!isSentence && (tagOf(child) === 'A' || isTold(child))) text += ' ';
      else read(child);
    }
  };
  read(block);
  return collapse(text).slice(0, longestText);
}

function directWords(block: Element): number {
  let count = 0;
  for (const child of flatChildren(block)) {
    if (child instanceof Text) count += child.data.trim().length;
    if (count >= 12) break;
  }
  return count;
}
