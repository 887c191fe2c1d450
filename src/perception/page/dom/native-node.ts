/**
 * Properties and methods of nodes that a page cannot shadow. A form returns its field named "children" for `form.children`, and a document
 * its image named "body" for `document.body`, in isolated worlds too. So this module takes the native getters and methods from the prototypes
 * once, and all code in this folder reads nodes through them.
 */
export function getter<Target extends object, Name extends keyof Target>(
  prototype: Target,
  name: Name,
): (target: Target) => Target[Name] {
  const native = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  return (target) => native?.call(target);
}

export const nodeTypeOf = getter(Node.prototype, 'nodeType');
export const parentOf = getter(Node.prototype, 'parentElement');
export const parentNodeOf = getter(Node.prototype, 'parentNode');
export const firstChildOf = getter(Node.prototype, 'firstChild');
export const nextSiblingOf = getter(Node.prototype, 'nextSibling');
export const previousSiblingOf = getter(Node.prototype, 'previousSibling');
export const textContentOf = getter(Node.prototype, 'textContent');
export const isConnected = getter(Node.prototype, 'isConnected');

export const tagOf = getter(Element.prototype, 'tagName');
export const localNameOf = getter(Element.prototype, 'localName');
export const namespaceOf = getter(Element.prototype, 'namespaceURI');
export const idOf = getter(Element.prototype, 'id');
export const classNameOf = getter(Element.prototype, 'className');
export const classesOf = getter(Element.prototype, 'classList');
export const attributesOf = getter(Element.prototype, 'attributes');
export const firstElementOf = getter(Element.prototype, 'firstElementChild');
export const innerTextOf = getter(HTMLElement.prototype, 'innerText');
export const nextElementOf = getter(Element.prototype, 'nextElementSibling');
export const previousElementOf = getter(Element.prototype, 'previousElementSibling');
export const elementCountOf = getter(Element.prototype, 'childElementCount');
export const openRootOf = getter(Element.prototype, 'shadowRoot');
export const slotNameOf = getter(Element.prototype, 'slot');
export const clientTopOf = getter(Element.prototype, 'clientTop');
export const clientLeftOf = getter(Element.prototype, 'clientLeft');
export const clientWidthOf = getter(Element.prototype, 'clientWidth');
export const clientHeightOf = getter(Element.prototype, 'clientHeight');
export const scrollTopOf = getter(Element.prototype, 'scrollTop');
export const scrollLeftOf = getter(Element.prototype, 'scrollLeft');
export const scrollWidthOf = getter(Element.prototype, 'scrollWidth');
export const scrollHeightOf = getter(Element.prototype, 'scrollHeight');
export const labelledByOf = getter<
  Element & { ariaLabelledByElements?: readonly Element[] | null },
  'ariaLabelledByElements'
>(Element.prototype, 'ariaLabelledByElements');
export const zoomOf = getter<Element & { currentCSSZoom?: number }, 'currentCSSZoom'>(
  Element.prototype,
  'currentCSSZoom',
);

const elementSlot = getter(Element.prototype, 'assignedSlot');
const elementChildren = getter(Element.prototype, 'children');
const fragmentChildren = getter<ParentNode, 'children'>(DocumentFragment.prototype, 'children');
const htmlEditable = getter(HTMLElement.prototype, 'isContentEditable');
export const offsetWidthOf = getter(HTMLElement.prototype, 'offsetWidth');
export const offsetHeightOf = getter(HTMLElement.prototype, 'offsetHeight');
const htmlTabIndex = getter(HTMLElement.prototype, 'tabIndex');

export function childrenOf(parent: Element | ParentNode): HTMLCollection {
  return parent instanceof Element ? elementChildren(parent) : fragmentChildren(parent);
}

export function assignedSlotOf(node: Element | Text): HTMLSlotElement | null {
  return node instanceof Element ? elementSlot(node) : node.assignedSlot;
}

/**
 * The browser walks up the tree to compute it. A computed style, if given, can rule it out at once, but cannot confirm it: it ignores `inert`.
 */
export function isContentEditable(
  element: Element,
  style?: CSSStyleDeclaration & { webkitUserModify?: string },
): boolean {
  return style?.webkitUserModify !== 'read-only' && element instanceof HTMLElement && htmlEditable(element);
}

export function tabIndexOf(element: HTMLElement | SVGElement): number {
  return element instanceof HTMLElement ? htmlTabIndex(element) : element.tabIndex;
}

const { addEventListener, removeEventListener, dispatchEvent } = EventTarget.prototype;
const { compareDocumentPosition, contains: nodeContains, getRootNode, isEqualNode } = Node.prototype;
const { getAttribute, hasAttribute: elementHasAttribute, hasAttributes: elementHasAttributes } = Element.prototype;
const { getBoundingClientRect, getClientRects, scrollIntoView: elementScrollIntoView } = Element.prototype;
const { checkVisibility: elementCheckVisibility, getAnimations: elementGetAnimations } = Element.prototype;
const { click, focus } = HTMLElement.prototype;

export function addListener(
  target: EventTarget,
  type: string,
  listener: (event: Event) => void,
  options: AddEventListenerOptions,
): void {
  addEventListener.call(target, type, listener, options);
}

export function removeListener(target: EventTarget, type: string, listener: (event: Event) => void): void {
  removeEventListener.call(target, type, listener);
}

export function dispatch(target: EventTarget, event: Event): boolean {
  return dispatchEvent.call(target, event);
}

export function contains(node: Node, other: Node | null): boolean {
  return nodeContains.call(node, other);
}

export function rootOf(node: Node): Node {
  return getRootNode.call(node);
}

export function isEqual(node: Node, other: Node | null): boolean {
  return isEqualNode.call(node, other);
}

export function precedes(node: Node, other: Node): boolean {
  return (compareDocumentPosition.call(node, other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

export function attributeOf(element: Element, name: string): string | null {
  return getAttribute.call(element, name);
}

export function hasAttribute(element: Element, name: string): boolean {
  return elementHasAttribute.call(element, name);
}

export function hasAttributes(element: Element): boolean {
  return elementHasAttributes.call(element);
}

export function rectOf(element: Element): DOMRect {
  return getBoundingClientRect.call(element);
}

export function rectsOf(element: Element): DOMRectList {
  return getClientRects.call(element);
}

export function checkVisibility(element: Element, options: CheckVisibilityOptions): boolean {
  return elementCheckVisibility.call(element, options);
}

export function animationsOf(element: Element): Animation[] {
  return elementGetAnimations.call(element);
}

export function scrollIntoView(element: Element, options: ScrollIntoViewOptions): void {
  elementScrollIntoView.call(element, options);
}

export function clickElement(element: HTMLElement): void {
  click.call(element);
}

export function focusElement(element: HTMLElement, options: FocusOptions): void {
  focus.call(element, options);
}
