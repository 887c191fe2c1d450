import { collapseSpaces, flatParent, withoutMarks } from '../dom/flat-tree.js';
import { pageBody, pageRoot, pageTitle, treeWalker } from '../dom/native-document.js';
import {
  checkVisibility,
  childrenOf,
  clientHeightOf,
  clientWidthOf,
  parentOf,
  rectOf,
  tagOf,
  textContentOf,
} from '../dom/native-node.js';
import { elementOf, numberOf, shadowRootOf } from '../dom/node-registry.js';
import { nameOf } from '../naming/accessible-name.js';
import { optionsOf } from '../naming/options.js';
import { readStates } from '../naming/states.js';
import { addSurroundingTexts } from '../naming/surrounding-text.js';
import { isUnseen } from '../naming/unseen-text.js';
import { wordMatcher } from '../naming/word-match.js';
import type { Entry } from '../protocol.js';
import { collectElements } from './collect-elements.js';
import { type Collection, defaultLimits, newCollection, unclipped } from './collection.js';
import {
  addGroupNames,
  createMatchList,
  findByAllWords,
  findInJoinedTexts,
  matchElement,
  textlessTags,
  toUsableElements,
  type Wanted,
} from './text-matches.js';
import { isMovedAway } from './visibility.js';
import { childCount, renderedParent } from './visible-children.js';

const maxEntriesInside = 600;
const maxEntriesPerRow = 100;
const maxEntriesPerMatch = 40;

/** Collects everything inside one element, on the screen or not, from row `from` on. */
export function collectInside(number: number, from: number): Collection | undefined {
  const element = elementOf(number);
  if (!element) return undefined;
  const options = isLeafList(element) ? optionsOf(element) : undefined;
  if (options) return collectOptions(element, options, from);
  const parent = renderedParent(from > 0 ? rowParent(element) : element);
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

/** Whether the options are not elements of the screen: those of a closed list. */
function isLeafList(element: Element): boolean {
  return !(element instanceof HTMLSelectElement && (element.multiple || element.size > 1));
}

/** The options of a drop-down list, from `from` on, at the position of the list. */
function collectOptions(list: Element, options: readonly Element[], from: number): Collection {
  const collection = newCollection();
  const { left, top, width, height } = rectOf(list);
  const end = Math.min(options.length, from + maxEntriesInside);
  for (let row = from; row < end; row += 1) {
    const option = options[row];
    if (!option) break;
    const value = option instanceof HTMLOptionElement ? option.value : '';
    const name = nameOf(option) || collapseSpaces(textContentOf(option) ?? '') || value;
    const states = readStates(option, 'option', null);
    const group = parentOf(option);
    collection.entries.push({
      number: numberOf(option),
      role: 'MenuItem',
      kind: 'option',
      name,
      description: group instanceof HTMLOptGroupElement ? group.label : undefined,
      states,
      interactive: false,
      box: [left, top, width, height],
      list: [numberOf(list), row, options.length],
    });
  }
  if (end >= options.length) collection.lists.push([numberOf(list), from, 0]);
  return collection;
}

const maxWrappers = 5;

/** The element whose children are the rows: the body of a table, the only child of a wrapper. */
function rowParent(element: Element): Element {
  let current = element;
  for (let level = 0; level < maxWrappers; level += 1) {
    const inner = current instanceof HTMLTableElement ? longestBody(current) : onlyChild(current);
    if (!inner) break;
    current = inner;
  }
  return current;
}

function longestBody({ tBodies }: HTMLTableElement): Element | undefined {
  return [...tBodies].sort((one, other) => other.rows.length - one.rows.length)[0];
}

function onlyChild(element: Element): Element | undefined {
  const parent = renderedParent(element);
  return childCount(parent) === 1 ? childrenOf(parent)[0] : undefined;
}

const searchLimits = { nodes: 300_000, milliseconds: 250, matches: 40 };
/** The clock is read once per this many nodes. */
const nodesPerClockRead = 512;

/** Finds elements anywhere on the page that contain the text: in their content, name, value, placeholder or title. */
export function collectMatches(text: string): { parts: Collection[]; complete: boolean } {
  const words = collapseSpaces(withoutMarks(text)).toLowerCase();
  const wanted: Wanted = { text: words, isIn: wordMatcher(words) };
  const started = performance.now();
  const roots: ParentNode[] = [];
  const matches = createMatchList(searchLimits.matches);
  const guessed = new Set<Element>();
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
        if (parent && wanted.isIn(node.data) && !textlessTags.has(tagOf(parent)))
          matches.add(parent, collapseSpaces(node.data).toLowerCase() === words);
      } else if (node instanceof Element) {
        const match = matchElement(node, wanted);
        if (match === 'hidden') guessed.add(node);
        else if (match) matches.add(node, match === 'exact');
        const shadow = shadowRootOf(node);
        if (shadow) search(shadow);
      }
    }
  };
  const collectEach = (elements: Iterable<Element>): Collection[] => {
    const parts: Collection[] = [];
    for (const element of elements) {
      if (isCollapsed(element)) continue;
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
  if (parts.length === 0) parts = collectEach(toUsableElements([...guessed].slice(0, searchLimits.matches)));
  parts = parts.filter(({ entries }) => entries.some((entry) => showsWords(entry, wanted.isIn)));
  const until = started + searchLimits.milliseconds;
  if (parts.length === 0)
    parts = collectEach(toUsableElements(roots.flatMap((root) => findInJoinedTexts(wanted, root, until))));
  if (parts.length === 0)
    parts = collectEach(findByAllWords(words, roots, until)).filter((part) => showsAllWords(part, words));
  const named = addGroupNames(parts);
  addSurroundingTexts(named.flatMap(({ entries }) => entries));
  return { parts: named, complete };
}

/** A longer text of an entry is cut, so the words may be in the rest. */
const maxEntryText = 100;

/** Whether an entry shows the words, or may show them: the options of a list and long texts are not part of it. */
function showsWords(entry: Entry, isIn: (text: string) => boolean): boolean {
  const { name, value = '', description = '', text = '', guess = '', look = '', options } = entry;
  if (options !== undefined || name.length >= maxEntryText || value.length >= maxEntryText) return true;
  return [name, value, description, text, guess, look].some(isIn);
}

/** Whether the visible elements of a part contain all words: others may be in its hidden texts. */
function showsAllWords({ entries }: Collection, words: string): boolean {
  const texts = entries.map(
    ({ name, value = '', text = '', description = '' }) => `${name} ${value} ${text} ${description}`,
  );
  const shown = texts.join(' ');
  return words.split(' ').every((word) => word.length < 2 || wordMatcher(word)(shown));
}

/** Whether the text is visible anywhere on the page, on the screen or not. */
export function showsText({ text }: { text: string }): boolean {
  const wanted = collapseSpaces(withoutMarks(text)).toLowerCase();
  const isIn = wordMatcher(wanted);
  if (isIn(pageTitle())) return true;
  const started = performance.now();
  const walker = treeWalker(document, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(), count = 0; node; node = walker.nextNode(), count += 1) {
    if (count % nodesPerClockRead === 0 && performance.now() - started > searchLimits.milliseconds) return false;
    const parent = parentOf(node);
    if (!(node instanceof Text) || !parent) continue;
    if (isIn(collapseSpaces(node.data)) && isSeen(parent)) return true;
  }
  const joined = findInJoinedTexts({ text: wanted, isIn }, document, started + searchLimits.milliseconds);
  if (joined.some(isSeen)) return true;
  return collectMatches(text).parts.some(({ entries }) =>
    entries.some((entry) => isIn(entry.name) || (!isTypedInto(entry) && isIn(entry.value ?? ''))),
  );
}

/** What the user types into a field is no text that the page shows. */
function isTypedInto({ role, states }: Entry): boolean {
  return role === 'TextInput' && !states.includes('readonly') && !states.includes('disabled');
}

function isSeen(element: Element): boolean {
  const isVisible = checkVisibility(element, { visibilityProperty: true, opacityProperty: true });
  return isVisible && !isUnseen(element, getComputedStyle(element)) && !isCollapsed(element);
}

const maxCollapsedLevels = 20;

/** Whether an ancestor without height or width hides the element, as a closed section does, or it is moved off the page. */
function isCollapsed(element: Element): boolean {
  const own = getComputedStyle(element);
  if (isMovedAway(own)) return true;
  let { position } = own;
  let current = flatParent(element);
  for (let level = 0; current && level < maxCollapsedLevels; current = flatParent(current), level += 1) {
    if (position === 'fixed' || current === pageBody() || current === pageRoot()) return false;
    const style = getComputedStyle(current);
    if (isMovedAway(style)) return true;
    // Only a positioned ancestor clips an absolutely positioned element.
    if (position === 'absolute' && style.position === 'static' && style.transform === 'none') continue;
    const isFlat = clientHeightOf(current) === 0 || clientWidthOf(current) === 0;
    if (isFlat && clipsContent(style)) return true;
    position = style.position;
  }
  return false;
}

function clipsContent({ display, overflowX, overflowY }: CSSStyleDeclaration): boolean {
  return display !== 'contents' && display !== 'inline' && overflowX !== 'visible' && overflowY !== 'visible';
}
