import { collapseSpaces, siblings } from '../dom/flat-tree.js';
import {
  attributeOf,
  attributesOf,
  childrenOf,
  firstChildOf,
  isConnected,
  isEqual,
  parentNodeOf,
  tagOf,
} from '../dom/native-node.js';
import { closestOf } from '../dom/native-query.js';
import { moveNumber, nodeOf } from '../dom/node-registry.js';
import { nameFromContent, nameOf } from '../naming/accessible-name.js';

/**
 * A page may replace a control by a new one that is the same for a user. If one update does so, and the successor has the same tag,
 * attributes, name and position, it keeps the number. Anything less certain does not: a row that moves up must not get the number of
 * the row before it.
 */

const maxIdentities = 1_000;
const maxNameLength = 120;

/** The names of the controls in the last views, by number. */
const names = new Map<number, string>();
const redrawn = new Set<number>();

/** Remembers the controls of a view. */
export function noteControls(entries: readonly { number: number; name: string; interactive: boolean }[]): void {
  for (const { number, name, interactive } of entries) {
    if (!interactive) continue;
    names.delete(number);
    names.set(number, name);
  }
  for (const oldest of names.keys()) {
    if (names.size <= maxIdentities) return;
    names.delete(oldest);
  }
}

/** The controls that were drawn again since the last view. */
export function redrawnControls(): number[] {
  return [...redrawn];
}

/** A view with the redrawn controls was captured. */
export function noteRedrawnReported(): void {
  redrawn.clear();
}

/** The children of a node before and after one update. */
interface ChildUpdate {
  before: Element[];
  after: Element[];
  added: Set<Node>;
}

/** Gives the successors of replaced controls their numbers. `records`: all mutations of one update. */
export function keepNumbers(records: readonly MutationRecord[]): void {
  if (names.size === 0) return;
  const lists = records.filter(({ type }) => type === 'childList');
  const hasRemoved = lists.some(({ removedNodes }) => removedNodes.length > 0);
  const hasAdded = lists.some(({ addedNodes }) => addedNodes.length > 0);
  if (!hasRemoved || !hasAdded) return;
  const updates = new Map<Node, ChildUpdate | undefined>();
  for (const [number, name] of names) {
    const old = nodeOf(number);
    if (!(old instanceof Element) || isConnected(old)) continue;
    const successor = findSuccessor(old, name, lists, updates);
    if (!successor) continue;
    moveNumber(number, old, successor);
    redrawn.add(number);
  }
}

function findSuccessor(
  old: Element,
  name: string,
  lists: readonly MutationRecord[],
  updates: Map<Node, ChildUpdate | undefined>,
): Element | undefined {
  const path = pathFromRoot(old);
  const root = path[0];
  const parent = root && lists.findLast(({ removedNodes }) => [...removedNodes].includes(root))?.target;
  if (!parent || !isConnected(parent)) return undefined;
  if (!updates.has(parent)) updates.set(parent, readUpdate(parent, lists));
  const update = updates.get(parent);
  if (!update) return undefined;
  const successor = followPath(path, update);
  if (!successor || !isSameControl(old, successor, name)) return undefined;
  return successor;
}

/** The element and its ancestors in the removed tree, from the root of that tree on. */
function pathFromRoot(element: Element): Element[] {
  const path: Element[] = [];
  for (let node: Node | null = element; node instanceof Element; node = parentNodeOf(node)) path.unshift(node);
  return path;
}

/** Undoes the records of one parent. Undefined if the records do not fit together. */
function readUpdate(parent: Node, lists: readonly MutationRecord[]): ChildUpdate | undefined {
  if (!(parent instanceof Element || parent instanceof ShadowRoot)) return undefined;
  const after = [...childrenOf(parent)];
  const own = lists.filter(({ target }) => target === parent);
  const added = new Set(own.flatMap(({ addedNodes }) => [...addedNodes]));
  let nodes: Node[] = [];
  for (const child of siblings(firstChildOf(parent))) nodes.push(child);
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of own.toReversed()) {
    const gone = new Set<Node>(addedNodes);
    nodes = nodes.filter((node) => !gone.has(node));
    const at = nextSibling
      ? nodes.indexOf(nextSibling)
      : previousSibling
        ? nodes.indexOf(previousSibling) + 1
        : nodes.length;
    if (at < 0) return undefined;
    nodes.splice(at, 0, ...removedNodes);
  }
  return { before: nodes.filter((node) => node instanceof Element), after, added };
}

/** The element at the same place of the new tree. Every element on the way must match. */
function followPath(path: readonly Element[], { before, after, added }: ChildUpdate): Element | undefined {
  let oldSiblings = before;
  let newSiblings = after;
  let current: Element | undefined;
  for (const [depth, old] of path.entries()) {
    current = newSiblings[oldSiblings.indexOf(old)];
    if (!current || (depth === 0 && !added.has(current))) return undefined;
    if (tagOf(current) !== tagOf(old) || !haveSameAttributes(old, current)) return undefined;
    const isTarget = depth === path.length - 1;
    if (!isTarget && isItem(old, oldSiblings, newSiblings) && !isSameItem(old, current, oldSiblings, newSiblings))
      return undefined;
    oldSiblings = [...childrenOf(old)];
    newSiblings = [...childrenOf(current)];
  }
  return current;
}

const itemSelector =
  'li, tr, td, option, article, [role=row], [role=listitem], [role=option], [role=treeitem], [role=article], [role=gridcell]';

/** A row, a card or another one of several: it has siblings of the same kind, before or after the update. */
function isItem(element: Element, ...lists: (readonly Element[])[]): boolean {
  if (closestOf(element, itemSelector) === element) return true;
  const kind = kindOf(element);
  return lists.some((list) => list.filter((other) => kindOf(other) === kind).length > 1);
}

function kindOf(element: Element): string {
  return `${tagOf(element)}.${attributeOf(element, 'class') ?? ''}`;
}

/** An item is the same only if nothing in it changed and no other item is equal to it. */
function isSameItem(old: Element, current: Element, before: readonly Element[], after: readonly Element[]): boolean {
  if (!isEqual(old, current)) return false;
  const countEqual = (list: readonly Element[]) => list.filter((other) => isEqual(other, old)).length;
  return countEqual(before) === 1 && countEqual(after) === 1;
}

/** Attributes that say how a control looks or in which state it is, not which one it is. */
const stateAttributes =
  /^(?:class|style|disabled|checked|selected|hidden|open|tabindex|aria-(?:expanded|pressed|selected|checked|disabled|busy|current|invalid|hidden|describedby|activedescendant)|data-(?:state|focus.*|hover|active))$/;

function haveSameAttributes(one: Element, other: Element): boolean {
  return identityOf(one) === identityOf(other);
}

function identityOf(element: Element): string {
  const isText =
    element instanceof HTMLInputElement && !/^(?:checkbox|radio|button|submit|reset|image)$/.test(element.type);
  return [...attributesOf(element)]
    .filter(({ name }) => !stateAttributes.test(name) && !(isText && name === 'value'))
    .map(({ name, value }) => `${name}=${value}`)
    .sort()
    .join('\n');
}

/** A control without a name must be equal in every detail. */
function isSameControl(old: Element, successor: Element, name: string): boolean {
  if (name === '') return isEqual(old, successor);
  const now = nameOf(successor) || nameFromContent(successor, maxNameLength);
  return collapseSpaces(now) === collapseSpaces(name);
}
