import type { AttributesRead, Entry, Found } from '../../page-protocol.js';
import { walk } from '../collect/collect.js';
import { takesClicks } from '../collect/interest.js';
import { defaultCaps } from '../collect/walk.js';
import { checkVisibility, localNameOf, rectOf, tagOf } from '../dom.js';
import { isSecret, nameOf, textOf } from '../naming/names.js';
import { ariaRole, ourRole } from '../naming/roles.js';
import { fieldValue, statesOf } from '../naming/states.js';
import { hasFocus, newFragment, treeWalker } from '../own-document.js';
import { queryAll, queryOne } from '../query.js';
import { elementOf, numberOf, shadowRootOf } from '../registry.js';
import { focusedElement } from '../tree.js';
import { type Budget, isSpent, newBudget } from './budget.js';
import { publicAttributes } from './html.js';
import { isUnseen } from './shown.js';
import { lineOf, valueIn } from './text.js';

const mostFound = 300;

/** Matches of a selector in document order, shadow roots in place; a frame stands for what it holds. */
export function matches(
  css: string,
  within: Document | ShadowRoot | Element = document,
): (Element | { frame: Element })[] {
  const found: (Element | { frame: Element })[] = [];
  collect(within, css, found, newBudget());
  return found;
}

function collect(
  root: Document | ShadowRoot | Element,
  css: string,
  found: (Element | { frame: Element })[],
  budget: Budget,
): void {
  const own = queryAll(root, css);
  let next = 0;
  const walker = treeWalker(root, NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node && !isSpent(budget); node = walker.nextNode()) {
    if (!(node instanceof Element)) continue;
    if (node === own[next]) {
      found.push(node);
      next += 1;
    }
    if (tagOf(node) === 'IFRAME' || tagOf(node) === 'FRAME') found.push({ frame: node });
    const shadow = shadowRootOf(node);
    if (shadow) collect(shadow, css, found, budget);
  }
  found.push(...[...own].slice(next));
}

/** The elements that a selector matches, as a look would describe them; those that cannot be seen have no size. */
export function readElements({ css }: { css: string }): Found {
  if (!isValid(css)) return { ok: false };
  const all = matches(css);
  const focused = hasFocus() ? focusedElement() : null;
  const budget = newBudget({ nodes: mostFound * 2 });
  const found: (Entry | { inside: number })[] = [];
  for (const one of all) {
    if (found.length >= mostFound || isSpent(budget)) break;
    found.push(one instanceof Element ? entryOf(one, focused) : { inside: numberOf(one.frame) });
  }
  return { ok: true, found, total: all.filter((one) => one instanceof Element).length, url: location.href };
}

export function isValid(css: string): boolean {
  try {
    queryOne(newFragment(), css);
    return true;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}

const everywhere = { left: -1e7, top: -1e7, right: 1e7, bottom: 1e7 };

function entryOf(element: Element, focused: Element | null): Entry {
  const number = numberOf(element);
  const shown = isSeen(element);
  const seen = shown
    ? walk(element, everywhere, { ...defaultCaps, entries: 1, visits: 1 }, true).entries[0]
    : undefined;
  if (seen?.number === number) return seen;
  const role = ariaRole(element);
  const value = fieldValue(element, role);
  const { left, top, width, height } = rectOf(element);
  return {
    number,
    role: ourRole(role),
    kind: role === 'generic' || role === 'none' ? localNameOf(element) : role,
    name: nameOf(element) || textOf(element, 120),
    ...(value === undefined ? {} : { value }),
    states: statesOf(element, role, focused),
    box: shown ? [round(left), round(top), round(width), round(height)] : [round(left), round(top), 0, 0],
    interactive: shown && takesClicks(element),
  };
}

function isSeen(element: Element): boolean {
  const { width, height } = rectOf(element);
  if (width === 0 || height === 0 || !checkVisibility(element, { visibilityProperty: true })) return false;
  return !isUnseen(element, getComputedStyle(element));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** What an element says of itself. `value` and `checked` are those of now. */
export function readAttributes({ number }: { number: number }): AttributesRead | undefined {
  const element = elementOf(number);
  if (!element) return undefined;
  const attributes = Object.fromEntries(publicAttributes(element));
  const isPassword = element instanceof HTMLInputElement && isSecret(element);
  if (element instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(element.type)) {
    delete attributes.checked;
    if (element.checked) attributes.checked = 'true';
  } else if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    if (!isPassword && (element.value || 'value' in attributes)) attributes.value = element.value.slice(0, 10_000);
  } else if (element instanceof HTMLSelectElement) attributes.value = element.value;
  const text = valueIn(element) ?? lineOf(element, 2_000, { buttons: true });
  return { tag: localNameOf(element), attributes, text };
}
