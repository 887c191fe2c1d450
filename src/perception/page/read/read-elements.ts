import { takesClicks } from '../collect/clickable.js';
import { collectElements } from '../collect/collect-elements.js';
import { defaultLimits, unclipped } from '../collect/collection.js';
import { roundPixels } from '../dom/box.js';
import { focusedElement } from '../dom/flat-tree.js';
import { hasFocus, newFragment, treeWalker } from '../dom/native-document.js';
import { checkVisibility, localNameOf, rectOf, tagOf } from '../dom/native-node.js';
import { queryAll, queryOne } from '../dom/native-query.js';
import { elementOf, isMarkedSecret, numberOf, shadowRootOf } from '../dom/node-registry.js';
import { maskedValue, nameFromContent, nameOf } from '../naming/accessible-name.js';
import { ariaRole, toRole } from '../naming/roles.js';
import { holdsSecret } from '../naming/secret-fields.js';
import { readFieldValue, readStates } from '../naming/states.js';
import type { AttributesRead, ElementsRead, Entry } from '../protocol.js';
import { type Budget, consumeNode, newBudget } from './budget.js';
import { publicAttributes } from './html.js';
import { isUnreadable } from './readable.js';
import { displayedValue, readLine } from './text.js';
import { widgetOf } from './widget-of.js';

/** The matches of a selector in document order, including shadow roots. Frames are listed too, for the driver to search. */
export function findMatches(css: string): (Element | { frame: Element })[] {
  const found: (Element | { frame: Element })[] = [];
  collect(document, css, found, newBudget());
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
  for (let node = walker.nextNode(); node && consumeNode(budget); node = walker.nextNode()) {
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

const maxFound = 300;
/** Also frames and elements without an entry are visited. */
const maxVisited = maxFound * 2;

/** The elements that a selector matches. Invisible ones have no size. */
export function readElements({ css }: { css: string }): ElementsRead {
  if (!isValid(css)) return { ok: false };
  const all = findMatches(css);
  const focused = hasFocus() ? focusedElement() : null;
  const budget = newBudget({ nodes: maxVisited });
  const found: (Entry | { searchFrame: number })[] = [];
  for (const one of all) {
    if (found.length >= maxFound || !consumeNode(budget)) break;
    found.push(one instanceof Element ? toEntry(one, focused) : { searchFrame: numberOf(one.frame) });
  }
  return { ok: true, matches: found, total: all.filter((one) => one instanceof Element).length, url: location.href };
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

const maxNameLength = 120;

function toEntry(element: Element, focused: Element | null): Entry {
  const number = numberOf(element);
  const shown = isReadable(element);
  const visible = shown
    ? collectElements(element, unclipped, { ...defaultLimits, entries: 1, visits: 1 }).entries[0]
    : undefined;
  if (visible?.number === number) return visible;
  const role = ariaRole(element);
  const value = readFieldValue(element, role);
  const { left, top, width, height } = rectOf(element);
  return {
    number,
    role: toRole(role),
    kind: role === 'generic' || role === 'none' ? localNameOf(element) : role,
    name: nameOf(element) || nameFromContent(element, maxNameLength),
    value,
    states: readStates(element, role, focused),
    box: shown
      ? [roundPixels(left), roundPixels(top), roundPixels(width), roundPixels(height)]
      : [roundPixels(left), roundPixels(top), 0, 0],
    interactive: shown && takesClicks(element),
  };
}

function isReadable(element: Element): boolean {
  const { width, height } = rectOf(element);
  if (width === 0 || height === 0 || !checkVisibility(element, { visibilityProperty: true })) return false;
  return !isUnreadable(element, getComputedStyle(element));
}

const maxValueLength = 10_000;
const maxTextLength = 2_000;

/** The attributes and the text of an element, with the current `value` and `checked`. */
export function readAttributes({ number }: { number: number }): AttributesRead | undefined {
  const element = elementOf(number);
  if (!element) return undefined;
  const attributes = Object.fromEntries(publicAttributes(element));
  const isSecret = holdsSecret(element);
  if (element instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(element.type)) {
    delete attributes.checked;
    if (element.checked) attributes.checked = 'true';
  } else if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    if (isSecret && element.value && !isMarkedSecret(element)) attributes.value = maskedValue;
    else if (!isSecret && (element.value || 'value' in attributes))
      attributes.value = element.value.slice(0, maxValueLength);
  } else if (element instanceof HTMLSelectElement) attributes.value = element.value;
  const text = displayedValue(element) ?? readLine(element, maxTextLength, { buttons: true });
  const widget = widgetOf(element);
  return { tag: localNameOf(element), attributes, text, ...(widget && { widgetNumber: numberOf(widget) }) };
}
