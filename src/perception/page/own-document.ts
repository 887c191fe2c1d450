/** What this document says of itself and makes, asked past the pictures and forms in it that are named like it: see dom.ts. */

function own<Name extends keyof Document>(name: Name): () => Document[Name] {
  const native = Object.getOwnPropertyDescriptor(Document.prototype, name)?.get;
  return () => native?.call(document);
}

export const pageBody = own('body');
export const pageRoot = own('documentElement');
export const pageTitle = own('title');
export const pageScroller = own('scrollingElement');
export const activeElement = own('activeElement');
export const readyState = own('readyState');
export const visibilityState = own('visibilityState');

const prototype = Document.prototype;
const { createRange, createTreeWalker, createElement, createDocumentFragment } = prototype;
const { elementFromPoint, hasFocus: documentHasFocus, getAnimations } = prototype;

export function hasFocus(): boolean {
  return documentHasFocus.call(document);
}

export function animations(): Animation[] {
  return getAnimations.call(document);
}

export function elementAtPoint(x: number, y: number): Element | null {
  return elementFromPoint.call(document, x, y);
}

export function newRange(): Range {
  return createRange.call(document);
}

export function newElement(tag: string): HTMLElement {
  return createElement.call(document, tag);
}

export function newFragment(): DocumentFragment {
  return createDocumentFragment.call(document);
}

export function treeWalker(root: Node, whatToShow: number): TreeWalker {
  return createTreeWalker.call(document, root, whatToShow);
}
