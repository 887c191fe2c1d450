import { attributeOf, parentOf, textContentOf } from './native-node.js';

/** Selector methods that named elements cannot shadow. See native-node.ts. */
const { closest, matches } = Element.prototype;

/** An attribute of the first descendant that matches. */
export function attributeInside(element: Element, selector: string, name: string): string | null {
  const found = queryOne(element, selector);
  return found && attributeOf(found, name);
}

export function closestOf<Tag extends keyof HTMLElementTagNameMap>(
  element: Element,
  selector: Tag,
): HTMLElementTagNameMap[Tag] | null;
export function closestOf(element: Element, selector: string): Element | null;
export function closestOf(element: Element, selector: string): Element | null {
  return closest.call(element, selector);
}

/** The closest matching ancestor, without the element itself. */
export function closestAround(element: Element, selector: string): Element | null {
  const parent = parentOf(element);
  return parent && closest.call(parent, selector);
}

export function matchesSelector(element: Element, selector: string): boolean {
  return matches.call(element, selector);
}

function prototypeOf(scope: ParentNode): ParentNode {
  if (scope instanceof Element) return Element.prototype;
  return scope instanceof Document ? Document.prototype : DocumentFragment.prototype;
}

export function queryOne<Tag extends keyof HTMLElementTagNameMap>(
  scope: ParentNode,
  selector: Tag,
): HTMLElementTagNameMap[Tag] | null;
export function queryOne<Found extends Element = Element>(scope: ParentNode, selector: string): Found | null;
export function queryOne(scope: ParentNode, selector: string): Element | null {
  return prototypeOf(scope).querySelector.call(scope, selector);
}

export function queryAll<Tag extends keyof HTMLElementTagNameMap>(
  scope: ParentNode,
  selector: Tag,
): NodeListOf<HTMLElementTagNameMap[Tag]>;
export function queryAll<Found extends Element = Element>(scope: ParentNode, selector: string): NodeListOf<Found>;
export function queryAll(scope: ParentNode, selector: string): NodeListOf<Element> {
  return prototypeOf(scope).querySelectorAll.call(scope, selector);
}

export function byTag<Tag extends keyof HTMLElementTagNameMap>(
  scope: Document | Element,
  tag: Tag,
): HTMLCollectionOf<HTMLElementTagNameMap[Tag]>;
export function byTag(scope: Document | Element, tag: string): HTMLCollectionOf<Element>;
export function byTag(scope: Document | Element, tag: string): HTMLCollectionOf<Element> {
  const { getElementsByTagName } = scope instanceof Element ? Element.prototype : Document.prototype;
  return getElementsByTagName.call(scope, tag);
}

export function byId(scope: Document | DocumentFragment, id: string): Element | null {
  const { getElementById } = scope instanceof Document ? Document.prototype : DocumentFragment.prototype;
  return getElementById.call(scope, id);
}

export function textById(scope: Document | DocumentFragment, id: string): string {
  const element = byId(scope, id);
  return (element && textContentOf(element)) ?? '';
}
