import { isConnected, openRootOf, parentOf } from './native-node.js';

/** Numbers for nodes, local to one document. A node keeps its number, and no number is reused. */

const numbers = new WeakMap<Node, number>();
const nodes = new Map<number, WeakRef<Node>>();
const closedRoots = new WeakMap<Element, ShadowRoot>();
const secrets = new WeakSet<Element>();
const tainted = new WeakSet<Element>();
const registry = new FinalizationRegistry<number>((number) => nodes.delete(number));
let lastNumber = 0;

/** The number of a node. Assigns one on first use. */
export function numberOf(node: Node): number {
  const known = numbers.get(node);
  if (known !== undefined) return known;
  lastNumber += 1;
  numbers.set(node, lastNumber);
  nodes.set(lastNumber, new WeakRef(node));
  registry.register(node, lastNumber, node);
  return lastNumber;
}

/** Gives the number of a node to the node that replaced it. */
export function moveNumber(number: number, from: Node, to: Node): void {
  numbers.delete(from);
  registry.unregister(from);
  numbers.set(to, number);
  nodes.set(number, new WeakRef(to));
  registry.register(to, number, to);
  if (!(from instanceof Element && to instanceof Element)) return;
  if (secrets.has(from)) secrets.add(to);
  if (tainted.has(from)) tainted.add(to);
}

/** The node with this number, in the document or not. */
export function nodeOf(number: number): Node | undefined {
  return nodes.get(number)?.deref();
}

export function knownNumber(node: Node): number | undefined {
  return numbers.get(node);
}

/** The element with this number, or around the text with this number, while it is in the document. */
export function elementOf(number: number): Element | undefined {
  const numbered = nodes.get(number)?.deref();
  const node = numbered instanceof Text ? parentOf(numbered) : numbered;
  return node instanceof Element && isConnected(node) ? node : undefined;
}

/** Registers a closed shadow root, which only the driver can obtain. */
export function registerClosedRoot(host: Element, root: ShadowRoot): void {
  closedRoots.set(host, root);
}

export function shadowRootOf(element: Element): ShadowRoot | null {
  return openRootOf(element) ?? closedRoots.get(element) ?? null;
}

/** Marks a password field for good: a "show password" button does not make its value public. */
export function markSecret(element: Element): void {
  secrets.add(element);
}

/** Marks a field that received a secret. Its value is never read again. */
export function taint(element: Element): void {
  tainted.add(element);
}

export function isTainted(element: Element): boolean {
  return tainted.has(element);
}

export function isMarkedSecret(element: Element): boolean {
  return secrets.has(element);
}
