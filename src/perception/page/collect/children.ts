import type { Box } from '../../page-protocol.js';
import { isBoxless } from '../box.js';
import { childrenOf, firstChildOf, nextSiblingOf, nodeTypeOf, previousSiblingOf, rectOf } from '../dom.js';
import { shadowRootOf } from '../registry.js';

/**
 * The children of a node that can be on the screen, without visiting those that cannot.
 *
 * Up to `few` children are all given. A longer list is searched: where its children follow each other down (or across) the page, the
 * first visible one is found by bisection and the walk stops a little after the last. Chromium keeps `children` as an indexed list, so a
 * probe costs the same at any length. Only a long list in no order at all is scanned, up to a cap.
 */
const few = 96;
const slack = 24;
const scanCap = 2_000;

export interface Child {
  node: Node;
  /** Place among the element children; -1 for text. */
  index: number;
}

export interface ChildRun {
  children: Child[];
  /** How many of the element children were left out unseen because the list is in no order. */
  unseen: number;
  /** How many children there are, where there are many. */
  length: number;
}

const collections = new WeakMap<ParentNode, HTMLCollection>();

function elementsOf(parent: ParentNode): HTMLCollection {
  const known = collections.get(parent);
  if (known) return known;
  const children = childrenOf(parent);
  collections.set(parent, children);
  return children;
}

export function childCount(parent: ParentNode): number {
  return elementsOf(parent).length;
}

export function paintParent(element: Element): ParentNode {
  return shadowRootOf(element) ?? element;
}

/** Which children of `element` to visit for what `clip` shows. */
export function childrenWithin(element: Element, clip: Box): ChildRun {
  if (element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) {
      return { children: assigned.slice(0, scanCap).map((node, index) => ({ node, index })), unseen: 0, length: 0 };
    }
  }
  const parent = paintParent(element);
  const children: Child[] = [];
  let index = 0;
  let node: ChildNode | null = firstChildOf(parent);
  for (let steps = 0; node && steps < few; steps += 1, node = nextSiblingOf(node)) {
    const type = nodeTypeOf(node);
    const isElement = type === Node.ELEMENT_NODE;
    if (isElement || type === Node.TEXT_NODE) children.push({ node, index: isElement ? index : -1 });
    if (isElement) index += 1;
  }
  if (!node) return { children, unseen: 0, length: 0 };
  return search(elementsOf(parent), clip);
}

type Axis = { start: 'top' | 'left'; end: 'bottom' | 'right' };
const axes: Axis[] = [
  { start: 'top', end: 'bottom' },
  { start: 'left', end: 'right' },
];

function search(list: HTMLCollection, clip: Box): ChildRun {
  const axis = axes.find((candidate) => isOrdered(list, candidate));
  if (!axis) return scan(list);
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const box = boxNear(list, middle, high);
    if (box && box[axis.end] < clip[axis.start]) low = middle + 1;
    else high = middle;
  }
  const children: Child[] = [];
  let misses = 0;
  let first = low;
  for (let index = low - 1; index >= 0 && misses < slack; index -= 1) {
    const node = list[index];
    const box = node && rectOf(node);
    if (box && !isBoxless(box) && box[axis.end] >= clip[axis.start]) {
      first = index;
      misses = 0;
    } else misses += 1;
  }
  misses = 0;
  for (let index = first; index < list.length && misses < slack && children.length < scanCap; index += 1) {
    const node = list[index];
    if (!node) break;
    pushWithText(children, node, index);
    const box = rectOf(node);
    misses = box[axis.start] > clip[axis.end] ? misses + 1 : 0;
  }
  return { children, unseen: 0, length: list.length };
}

/** Text between the elements of a long list belongs to the walk too. */
function pushWithText(children: Child[], node: Element, index: number): void {
  const before = previousSiblingOf(node);
  if (before && nodeTypeOf(before) === Node.TEXT_NODE) children.push({ node: before, index: -1 });
  children.push({ node, index });
}

function boxNear(list: HTMLCollection, index: number, end: number): DOMRect | undefined {
  for (let at = index; at < Math.min(end, index + 32); at += 1) {
    const node = list[at];
    const box = node && rectOf(node);
    if (box && !isBoxless(box)) return box;
  }
  return undefined;
}

function isOrdered(list: HTMLCollection, axis: Axis): boolean {
  const probes = 16;
  let last = Number.NEGATIVE_INFINITY;
  let moved = false;
  for (let probe = 0; probe < probes; probe += 1) {
    const box = boxNear(list, Math.floor((probe * (list.length - 1)) / (probes - 1)), list.length);
    if (!box) continue;
    const start = box[axis.start];
    if (start < last - 1) return false;
    if (start > last + 1 && last !== Number.NEGATIVE_INFINITY) moved = true;
    last = Math.max(last, start);
  }
  return moved;
}

function scan(list: HTMLCollection): ChildRun {
  const children: Child[] = [];
  const end = Math.min(list.length, scanCap);
  for (let index = 0; index < end; index += 1) {
    const node = list[index];
    if (node) pushWithText(children, node, index);
  }
  return { children, unseen: list.length - end, length: list.length };
}
