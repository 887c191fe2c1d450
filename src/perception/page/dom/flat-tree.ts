import { activeElement, elementAtPoint, hasFocus, newRange, pageBody } from './native-document.js';
import {
  assignedSlotOf,
  childrenOf,
  firstChildOf,
  firstElementOf,
  isContentEditable,
  nextElementOf,
  nextSiblingOf,
  openRootOf,
  parentNodeOf,
  slotNameOf,
} from './native-node.js';
import { queryOne } from './native-query.js';
import { shadowRootOf } from './node-registry.js';

/** The flat tree: shadow roots replace their host's children, and slotted nodes replace their slot. */

export function flatParent(node: Node): Element | null {
  const slot = node instanceof Element || node instanceof Text ? assignedSlotOf(node) : null;
  if (slot) return slot;
  const parent = parentNodeOf(node);
  if (parent instanceof ShadowRoot) return parent.host;
  if (!(parent instanceof Element)) return null;
  return (openRootOf(parent) ? null : closedSlot(node, parent)) ?? parent;
}

/** `assignedSlot` is null for the children of a host with a closed shadow root. */
function closedSlot(node: Node, host: Element): Element | null {
  const root = shadowRootOf(host);
  if (!root) return null;
  const name = node instanceof Element ? slotNameOf(node) : '';
  return queryOne(root, name ? `slot[name="${CSS.escape(name)}"]` : 'slot:not([name]), slot[name=""]');
}

/** The children of an element in the flat tree. */
export function flatChildren(element: Element): Iterable<Node> {
  if (element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return siblings(firstChildOf(shadowRootOf(element) ?? element));
}

export function* siblings(first: ChildNode | null, max = Number.POSITIVE_INFINITY): Iterable<ChildNode> {
  let count = 0;
  for (let node = first; node && count < max; node = nextSiblingOf(node), count += 1) yield node;
}

export function isInside(node: Node | null, ancestor: Node): boolean {
  for (let current: Node | null = node; current; current = flatParent(current)) if (current === ancestor) return true;
  return false;
}

/** The innermost element at a point, through all shadow roots. */
export function deepElementAt(x: number, y: number): Element | null {
  let found = elementAtPoint(x, y);
  for (;;) {
    const shadow = found && shadowRootOf(found);
    const inner = shadow?.elementFromPoint(x, y);
    if (!inner || inner === found) return shadow && found ? (slotOfTextAt(found, x, y) ?? found) : found;
    found = inner;
  }
}

/** The slot of the text at a point: the hit test reports the host for slotted text. */
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

/** The focused element of this document, through all shadow roots. The body has the focus only where all of it is editable. */
export function focusedElement(): Element | null {
  let focused = activeElement();
  while (focused) {
    const shadow = shadowRootOf(focused);
    const inner = shadow?.activeElement;
    if (!inner) break;
    focused = inner;
  }
  if (focused !== pageBody()) return focused;
  return focused && isContentEditable(focused) && hasFocus() ? focused : null;
}

/** Characters that nobody sees: soft hyphens, spaces without width, and marks of the writing direction. */
const invisibleCharacters = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

export function withoutMarks(text: string): string {
  return text.replace(invisibleCharacters, '');
}

export function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Whether an element has more than `max` element children. Stops counting there. */
export function hasMoreChildren(element: Element, max: number): boolean {
  let count = 0;
  for (let child = firstElementOf(element); child; child = nextElementOf(child)) {
    count += 1;
    if (count > max) return true;
  }
  return false;
}

/** At most `max` of the children, whose number may be large. */
export function firstChildren(parent: Element | ParentNode, max: number): Element[] {
  const children: Element[] = [];
  const all = childrenOf(parent);
  for (let index = 0; index < max; index += 1) {
    const child = all[index];
    if (!child) break;
    children.push(child);
  }
  return children;
}
