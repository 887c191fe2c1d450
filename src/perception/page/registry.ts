import { isConnected, openRootOf } from './dom.js';

/** Numbers for nodes, local to one document: the same node keeps its number, a number is never given twice. */

const numbers = new WeakMap<Node, number>();
const nodes = new Map<number, WeakRef<Node>>();
const closedRoots = new WeakMap<Element, ShadowRoot>();
const secrets = new WeakSet<Element>();
const forget = new FinalizationRegistry<number>((number) => nodes.delete(number));
let last = 0;

export function numberOf(node: Node): number {
  const known = numbers.get(node);
  if (known !== undefined) return known;
  last += 1;
  numbers.set(node, last);
  nodes.set(last, new WeakRef(node));
  forget.register(node, last);
  return last;
}

export function knownNumber(node: Node): number | undefined {
  return numbers.get(node);
}

/** The node of a number while it is still in the document. */
export function elementOf(number: number): Element | undefined {
  const node = nodes.get(number)?.deref();
  return node instanceof Element && isConnected(node) ? node : undefined;
}

/** Closed shadow roots cannot be read from a page's script: the driver hands them in. */
export function rememberClosedRoot(host: Element, root: ShadowRoot): void {
  closedRoots.set(host, root);
}

export function shadowRootOf(element: Element): ShadowRoot | null {
  return openRootOf(element) ?? closedRoots.get(element) ?? null;
}

/** Once a password field, always one: a "show password" button does not make it public. */
export function rememberSecret(element: Element): void {
  secrets.add(element);
}

export function wasSecret(element: Element): boolean {
  return secrets.has(element);
}
