import { collapseSpaces } from '../dom/flat-tree.js';
import { pageTitle, treeWalker } from '../dom/native-document.js';
import { checkVisibility, childrenOf, parentOf, tagOf } from '../dom/native-node.js';
import { elementOf, shadowRootOf } from '../dom/node-registry.js';
import type { Entry } from '../protocol.js';
import { collectElements } from './collect-elements.js';
import { type Collection, defaultLimits, newCollection, unclipped } from './collection.js';
import {
  addGroupNames,
  createMatchList,
  findByAllWords,
  matchElement,
  textlessTags,
  toUsableElements,
} from './text-matches.js';
import { childCount, renderedParent } from './visible-children.js';

const maxEntriesInside = 600;
const maxEntriesPerRow = 100;
const maxEntriesPerMatch = 40;

/** Collects everything inside one element, on the screen or not, from row `from` on. */
export function collectInside(number: number, from: number): Collection | undefined {
  const element = elementOf(number);
  if (!element) return undefined;
  const parent = renderedParent(element);
  const total = childCount(parent);
  if (from <= 0 || total <= from)
    return collectElements(element, unclipped, { ...defaultLimits, entries: maxEntriesInside });
  const collection = newCollection();
  let row = from;
  for (; row < total && collection.entries.length < maxEntriesInside; row += 1) {
    const child = childrenOf(parent)[row];
    if (!child) break;
    const { entries } = collectElements(child, unclipped, { ...defaultLimits, entries: maxEntriesPerRow });
    for (const entry of entries) collection.entries.push({ ...entry, list: [number, row, total] });
  }
  if (row >= total) collection.lists.push([number, from, 0]);
  return collection;
}

const searchLimits = { nodes: 300_000, milliseconds: 250, matches: 40 };
/** The clock is read once per this many nodes. */
const nodesPerClockRead = 512;

/** Finds elements anywhere on the page that contain the text: in their content, name, value, placeholder or title. */
export function collectMatches(text: string): { parts: Collection[]; complete: boolean } {
  const wanted = collapseSpaces(text).toLowerCase();
  const started = performance.now();
  const roots: ParentNode[] = [];
  const matches = createMatchList(searchLimits.matches);
  let complete = true;
  let count = 0;
  const isOverLimit = (): boolean =>
    count > searchLimits.nodes ||
    (count % nodesPerClockRead === 0 && performance.now() - started > searchLimits.milliseconds);
  const search = (root: ParentNode): void => {
    roots.push(root);
    const walker = treeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node && complete && !matches.isFull(); node = walker.nextNode()) {
      count += 1;
      complete = !isOverLimit();
      if (!complete) return;
      if (node instanceof Text) {
        const parent = parentOf(node);
        const content = node.data.toLowerCase();
        if (parent && content.includes(wanted) && !textlessTags.has(tagOf(parent)))
          matches.add(parent, collapseSpaces(content) === wanted);
      } else if (node instanceof Element) {
        const match = matchElement(node, wanted);
        if (match) matches.add(node, match === 'exact');
        const shadow = shadowRootOf(node);
        if (shadow) search(shadow);
      }
    }
  };
  const collectEach = (elements: Iterable<Element>): Collection[] => {
    const parts: Collection[] = [];
    for (const element of elements) {
      const part = collectElements(element, unclipped, { ...defaultLimits, entries: maxEntriesPerMatch });
      if (part.entries.length > 0) parts.push(part);
      if (performance.now() - started < searchLimits.milliseconds * 2) continue;
      complete = false;
      break;
    }
    return parts;
  };
  search(document);
  let parts = collectEach(toUsableElements(matches.best()));
  if (parts.length === 0) parts = collectEach(findByAllWords(wanted, roots, started + searchLimits.milliseconds));
  return { parts: addGroupNames(parts), complete };
}

/** Whether the text is visible anywhere on the page, on the screen or not. */
export function showsText({ text }: { text: string }): boolean {
  const wanted = collapseSpaces(text).toLowerCase();
  if (pageTitle().toLowerCase().includes(wanted)) return true;
  const started = performance.now();
  const walker = treeWalker(document, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(), count = 0; node; node = walker.nextNode(), count += 1) {
    if (count % nodesPerClockRead === 0 && performance.now() - started > searchLimits.milliseconds) return false;
    const parent = parentOf(node);
    if (!(node instanceof Text) || !parent) continue;
    const includes = collapseSpaces(node.data).toLowerCase().includes(wanted);
    if (includes && checkVisibility(parent, { visibilityProperty: true })) return true;
  }
  return collectMatches(text).parts.some(({ entries }) => entries.some((entry) => entryIncludes(entry, wanted)));
}

function entryIncludes({ name, value = '' }: Entry, wanted: string): boolean {
  return `${name} ${value}`.toLowerCase().includes(wanted);
}
