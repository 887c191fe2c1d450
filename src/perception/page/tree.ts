import {
  assignedSlotOf,
  firstChildOf,
  firstElementOf,
  nextElementOf,
  nextSiblingOf,
  openRootOf,
  parentNodeOf,
  slotNameOf,
} from './dom.js';
import { activeElement, elementAtPoint, newRange, pageBody } from './own-document.js';
import { queryOne } from './query.js';
import { shadowRootOf } from './registry.js';

/** The tree as it is painted: shadow roots in place of their host's children, slotted nodes in place of their slot. */

export function flatParent(node: Node): Element | null {
  const slot = node instanceof Element || node instanceof Text ? assignedSlotOf(node) : null;
  if (slot) return slot;
  const parent = parentNodeOf(node);
  if (parent instanceof ShadowRoot) return parent.host;
  if (!(parent instanceof Element)) return null;
  return (openRootOf(parent) ? null : closedSlot(node, parent)) ?? parent;
}

/** A closed shadow root does not tell its host's children where they stand. */
function closedSlot(node: Node, host: Element): Element | null {
  const root = shadowRootOf(host);
  if (!root) return null;
  const name = node instanceof Element ? slotNameOf(node) : '';
  return queryOne(root, name ? `slot[name="${CSS.escape(name)}"]` : 'slot:not([name]), slot[name=""]');
}

/** The nodes painted inside `element`, or those in it where it is a slot. */
export function flatChildren(element: Element): Iterable<Node> {
  if (element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return siblings(firstChildOf(shadowRootOf(element) ?? element));
}

export function* siblings(first: ChildNode | null, most = Number.POSITIVE_INFINITY): Iterable<ChildNode> {
  let count = 0;
  for (let node = first; node && count < most; node = nextSiblingOf(node), count += 1) yield node;
}

export function isInside(node: Node | null, ancestor: Node): boolean {
  for (let at: Node | null = node; at; at = flatParent(at)) if (at === ancestor) return true;
  return false;
}

/** The innermost element painted at a point, through every shadow root. */
export function elementAt(x: number, y: number): Element | null {
  let found = elementAtPoint(x, y);
  for (;;) {
    const shadow = found && shadowRootOf(found);
    const inner = shadow?.elementFromPoint(x, y);
    if (!inner || inner === found) return shadow && found ? (slotOfTextAt(found, x, y) ?? found) : found;
    found = inner;
  }
}

/** Words in a slot belong to it, though a hit on them is told as one on the host. */
function slotOfTextAt(host: Element, x: number, y: number): Element | null {
  for (const child of siblings(firstChildOf(host), 50)) {
    if (!(child instanceof Text)) continue;
    const range = newRange();
    range.selectNodeContents(child);
    for (const { left, top, right, bottom } of range.getClientRects())
      if (x >= left && x < right && y >= top && y < bottom) return flatParent(child);
  }
  return null;
}

/** The element with the keyboard's focus in this document, through every shadow root. */
export function focusedElement(): Element | null {
  let focused = activeElement();
  while (focused) {
    const shadow = shadowRootOf(focused);
    const inner = shadow?.activeElement;
    if (!inner) break;
    focused = inner;
  }
  return focused === pageBody() ? null : focused;
}

export function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Whether an element has more than `most` element children, without counting all of a long list. */
export function hasMoreElements(element: Element, most: number): boolean {
  let count = 0;
  for (let child = firstElementOf(element); child; child = nextElementOf(child)) {
    count += 1;
    if (count > most) return true;
  }
  return false;
}
