import { isZeroBox } from '../dom/box.js';
import { childrenOf, firstChildOf, nextSiblingOf, nodeTypeOf, previousSiblingOf, rectOf } from '../dom/native-node.js';
import { shadowRootOf } from '../dom/node-registry.js';
import type { Box } from '../protocol.js';

/**
 * The children of a node that can be on the screen, without visiting the others.
 *
 * Short lists are returned whole. In a longer list, if the children are in order down or across the page, a binary search finds the first
 * visible one, and the scan stops shortly after the last one. Chromium keeps `children` as an indexed list, so each probe costs the same at
 * any length. Only a long unordered list is scanned, up to a limit.
 */

const maxScanned = 2_000;

export interface Child {
  node: Node;
  /** Index among the element children. -1 for text. */
  index: number;
}

export interface VisibleChildren {
  children: Child[];
  /** How many element children of an unordered list were not scanned. */
  skipped: number;
  /** The length of a long list. 0 for a short one. */
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

/** The node whose children are rendered inside the element. */
export function renderedParent(element: Element): ParentNode {
  return shadowRootOf(element) ?? element;
}

const maxUnsearched = 96;

/** The children of `element` to visit for what `clip` shows. */
export function visibleChildren(element: Element, clip: Box): VisibleChildren {
  if (element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) {
      return { children: assigned.slice(0, maxScanned).map((node, index) => ({ node, index })), skipped: 0, length: 0 };
    }
  }
  const parent = renderedParent(element);
  const children: Child[] = [];
  let index = 0;
  let node: ChildNode | null = firstChildOf(parent);
  for (let steps = 0; node && steps < maxUnsearched; steps += 1, node = nextSiblingOf(node)) {
    const type = nodeTypeOf(node);
    const isElement = type === Node.ELEMENT_NODE;
    if (isElement || type === Node.TEXT_NODE) children.push({ node, index: isElement ? index : -1 });
    if (isElement) index += 1;
  }
  if (!node) return { children, skipped: 0, length: 0 };
  return search(elementsOf(parent), clip);
}

type Axis = { start: 'top' | 'left'; end: 'bottom' | 'right' };
const axes: Axis[] = [
  { start: 'top', end: 'bottom' },
  { start: 'left', end: 'right' },
];

/** The scan stops after this many children outside the clip in a row. */
const maxMisses = 24;

function search(list: HTMLCollection, clip: Box): VisibleChildren {
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
  for (let index = low - 1; index >= 0 && misses < maxMisses; index -= 1) {
    const node = list[index];
    const box = node && rectOf(node);
    if (box && !isZeroBox(box) && box[axis.end] >= clip[axis.start]) {
      first = index;
      misses = 0;
    } else misses += 1;
  }
  misses = 0;
  for (let index = first; index < list.length && misses < maxMisses && children.length < maxScanned; index += 1) {
    const node = list[index];
    if (!node) break;
    pushWithText(children, node, index);
    const box = rectOf(node);
    misses = box[axis.start] > clip[axis.end] ? misses + 1 : 0;
  }
  return { children, skipped: 0, length: list.length };
}

/** Adds a child of a long list with the text before it. */
function pushWithText(children: Child[], node: Element, index: number): void {
  const before = previousSiblingOf(node);
  if (before && nodeTypeOf(before) === Node.TEXT_NODE) children.push({ node: before, index: -1 });
  children.push({ node, index });
}

/** How many neighbours are tried for a child that has a box. */
const maxNeighbours = 32;

function boxNear(list: HTMLCollection, index: number, end: number): DOMRect | undefined {
  for (let at = index; at < Math.min(end, index + maxNeighbours); at += 1) {
    const node = list[at];
    const box = node && rectOf(node);
    if (box && !isZeroBox(box)) return box;
  }
  return undefined;
}

const orderProbes = 16;

function isOrdered(list: HTMLCollection, axis: Axis): boolean {
  let last = Number.NEGATIVE_INFINITY;
  let moved = false;
  for (let probe = 0; probe < orderProbes; probe += 1) {
    const box = boxNear(list, Math.floor((probe * (list.length - 1)) / (orderProbes - 1)), list.length);
    if (!box) continue;
    const start = box[axis.start];
    if (start < last - 1) return false;
    if (start > last + 1 && last !== Number.NEGATIVE_INFINITY) moved = true;
    last = Math.max(last, start);
  }
  return moved;
}

function scan(list: HTMLCollection): VisibleChildren {
  const children: Child[] = [];
  const end = Math.min(list.length, maxScanned);
  for (let index = 0; index < end; index += 1) {
    const node = list[index];
    if (node) pushWithText(children, node, index);
  }
  return { children, skipped: list.length - end, length: list.length };
}
