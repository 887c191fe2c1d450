/** Properties and methods of this document that named images and forms cannot shadow. See native-node.ts. */

function documentGetter<Name extends keyof Document>(name: Name): () => Document[Name] {
  const native = Object.getOwnPropertyDescriptor(Document.prototype, name)?.get;
  return () => native?.call(document);
}

export const pageBody = documentGetter('body');
export const pageRoot = documentGetter('documentElement');
export const pageTitle = documentGetter('title');
export const pageScroller = documentGetter('scrollingElement');
export const activeElement = documentGetter('activeElement');
export const readyState = documentGetter('readyState');
export const visibilityState = documentGetter('visibilityState');

const prototype = Document.prototype;
const { createRange, createTreeWalker, createElement, createDocumentFragment, execCommand: nativeCommand } = prototype;
const { elementFromPoint, elementsFromPoint, hasFocus: documentHasFocus, getAnimations, getSelection } = prototype;

export function hasFocus(): boolean {
  return documentHasFocus.call(document);
}

export function animations(): Animation[] {
  return getAnimations.call(document);
}

export function pageSelection(): Selection | null {
  return getSelection.call(document);
}

export function elementAtPoint(x: number, y: number): Element | null {
  return elementFromPoint.call(document, x, y);
}

/** The elements at a point, the topmost first. */
export function elementsAtPoint(x: number, y: number): Element[] {
  return elementsFromPoint.call(document, x, y);
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

/** Changes the focused field as a user does, with trusted events. */
export function execCommand(command: 'insertText', text: string): boolean {
  return nativeCommand.call(document, command, false, text);
}

/** Whether the page is drawn on a dark sheet. */
export function prefersDark(): boolean {
  return matchMedia('(prefers-color-scheme: dark)').matches;
}
