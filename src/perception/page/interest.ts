import type { Box } from '../protocol.js';
import { area, viewportBox } from './box.js';
import { isReachable } from './hidden.js';
import { labelsOf } from './labels.js';
import { placeholderOf, textOf } from './names.js';
import { ariaRole, interactiveRoles, isFocusable } from './roles.js';
import { collapse, flatChildren, hasMoreElements } from './tree.js';

/** Which elements a person would use, beyond those whose role says so. */

const nativeControls = new Set(['BUTTON', 'INPUT', 'SELECT', 'TEXTAREA']);

export function isNamedControl(element: Element, role: string): boolean {
  if (nativeControls.has(element.tagName)) return !(element instanceof HTMLInputElement && element.type === 'hidden');
  if (role === 'summary') return true;
  if ((element.tagName === 'AUDIO' || element.tagName === 'VIDEO') && element.hasAttribute('controls')) return true;
  if (element instanceof HTMLElement && element.isContentEditable) {
    const parent = element.parentElement;
    return !(parent?.isContentEditable ?? false);
  }
  return element.getAttribute('draggable') === 'true';
}

/** An element that looks clickable by its cursor or handler, and is no mere wrapper of something that is. */
export function isClickable(element: Element, pointerStartsHere: boolean, box: Box): boolean {
  const handler = hasHandler(element);
  if (!handler && !pointerStartsHere) return false;
  if (!pointerStartsHere && listensForParts(element)) return false;
  if (area(box) < 36 || area(box) > area(viewportBox()) * 0.6) return handler && area(box) >= 36;
  if (element instanceof HTMLLabelElement && element.control && isReachable(element.control)) return false;
  if (element.tagName === 'BODY' || element.tagName === 'HTML') return false;
  return !isWrapper(element, box, handler);
}

/** Something small with a use of its own inside a clickable row or card: a star, a bin. */
export function isOwnPart(element: Element, box: Box): boolean {
  if (area(box) < 36 || element.firstElementChild?.firstElementChild) return false;
  return hasHandler(element) || element.hasAttribute('title');
}

function hasHandler(element: Element): boolean {
  return (
    element.hasAttribute('onclick') ||
    element.hasAttribute('onmousedown') ||
    element.hasAttribute('onpointerdown') ||
    listening.has(element)
  );
}

const mostParts = 200;

/** A list, table or board that listens for all of its rows: they are what a person clicks. */
function listensForParts(element: Element): boolean {
  if (getComputedStyle(element).cursor === 'pointer') return false;
  if (/^(TABLE|TBODY|UL|OL|DL|FORM|MAIN|SECTION)$/.test(element.tagName)) return true;
  const parts = element.getElementsByTagName('*');
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
  if (element.hasAttribute('onclick')) return false;
  const inner = element.querySelector(usable);
  if (!inner) return false;
  if (area(inner.getBoundingClientRect()) > area(box) * 0.7) return true;
  return !handler && collapse(inner.textContent ?? '') === collapse(element.textContent ?? '');
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
  if (element.hasAttribute('onclick') || listening.has(element)) return true;
  return (
    (element instanceof HTMLElement || element instanceof SVGElement) && isFocusable(element) && element.tabIndex >= 0
  );
}

const listening = new WeakSet<Element>();

/** The driver found a listener for clicks here. */
export function noteListening(element: Element): void {
  listening.add(element);
}

export function ariaHidden(element: Element): boolean {
  return element.closest('[aria-hidden="true"]') !== null;
}

export function descriptionOf(element: Element, name: string): string | undefined {
  const own = element.getAttribute('aria-description');
  if (own?.trim()) return collapse(own).slice(0, 200);
  const ids = element.getAttribute('aria-describedby');
  if (!ids) return name ? tip(element, name) : unnamed(element);
  const scope = element.getRootNode();
  if (!(scope instanceof Document || scope instanceof ShadowRoot)) return undefined;
  const texts = ids
    .split(/\s+/)
    .slice(0, 5)
    .map((id) => collapse((id && scope.getElementById(id)?.textContent) || '').slice(0, 200));
  return texts.filter(Boolean).join(' ') || undefined;
}

/** What a person reads when the pointer rests there, where it says more than the name. */
function tip(element: Element, name: string): string | undefined {
  const title = collapse(element.getAttribute('title') ?? '').slice(0, 200);
  return title && title !== name ? title : undefined;
}

/** What a person goes by where the rules give no name: a hidden label takes the name away, not the words on the button. */
function unnamed(element: Element): string | undefined {
  const value =
    element instanceof HTMLInputElement && /^(submit|reset|button)$/.test(element.type) ? element.value : '';
  const words = placeholderOf(element) || element.getAttribute('title') || value || labelledWords(element);
  return collapse(words).slice(0, 200) || undefined;
}

function labelledWords(element: Element): string {
  return element instanceof HTMLButtonElement && labelsOf(element).length > 0 ? textOf(element, 120) : '';
}

const longestText = 400;

/** The text of a block: its own words and those of what flows in its lines, not of blocks inside it. */
export function inlineText(block: Element): string {
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
    if (child.tagName === 'BR') {
      text += ' ';
      return;
    }
    if (
      child.tagName === 'SCRIPT' ||
      child.tagName === 'STYLE' ||
      child.tagName === 'SELECT' ||
      child.tagName === 'TEXTAREA'
    )
      return;
    const style = getComputedStyle(child);
    if (style.display === 'none' || style.visibility !== 'visible') return;
    if (style.display.startsWith('inline') || style.display === 'contents') {
      if (child.tagName === 'BUTTON' || (child instanceof HTMLLabelElement && child.control)) return;
      if (child.tagName === 'A' && !isSentence) text += ' ';
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
