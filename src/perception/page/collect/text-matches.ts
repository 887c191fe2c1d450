import { collapseSpaces, flatParent } from '../dom/flat-tree.js';
import { treeWalker } from '../dom/native-document.js';
import {
  attributeOf,
  hasAttribute,
  hasAttributes,
  idOf,
  parentOf,
  rectOf,
  rootOf,
  tagOf,
  textContentOf,
} from '../dom/native-node.js';
import { closestOf, queryAll } from '../dom/native-query.js';
import { elementOf, numberOf } from '../dom/node-registry.js';
import { nameOf } from '../naming/accessible-name.js';
import { ariaRole, interactiveRoles, toRole } from '../naming/roles.js';
import { holdsSecret } from '../naming/secret-fields.js';
import { wordMatcher } from '../naming/word-match.js';
import type { Entry } from '../protocol.js';
import { hasHandler, takesClicks } from './clickable.js';
import type { Collection } from './collection.js';

/** Elements whose text is never visible. */
export const textlessTags = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'TITLE']);

const textAttributes = ['aria-label', 'placeholder', 'aria-placeholder', 'data-placeholder', 'title', 'alt'];
/** Attributes that nobody sees. Names are guessed from them, so they are matches only if the name of the entry has the words. */
const guessAttributes = [
  'id',
  'name',
  'class',
  'href',
  'src',
  'data-tooltip',
  'data-icon',
  'data-action',
  'data-testid',
];

/** `hidden`: only attributes that nobody sees contain the words. */
type Match = 'exact' | 'partial' | 'hidden';

/** Matches the attributes and the value of an element. Its text nodes are matched on their own. */
export function matchElement(element: Element, { text, isIn }: Wanted): Match | undefined {
  let match = matchText(valueText(element), { text, isIn });
  if (!hasAttributes(element)) return match;
  for (const name of textAttributes) {
    if (match === 'exact') break;
    match = matchText(attributeOf(element, name), { text, isIn }) ?? match;
  }
  if (match) return match;
  const isGuessed = guessAttributes.some((name) => attributeOf(element, name)?.toLowerCase().includes(firstWord(text)));
  return isGuessed ? 'hidden' : undefined;
}

/** The words that are searched, in lower case, and the test for texts that contain them. */
export interface Wanted {
  text: string;
  isIn: (text: string) => boolean;
}

function firstWord(text: string): string {
  return text.split(' ')[0] ?? text;
}

function matchText(text: string | null, wanted: Wanted): Match | undefined {
  if (!text || !wanted.isIn(text)) return undefined;
  return text.toLowerCase().trim() === wanted.text ? 'exact' : 'partial';
}

interface MatchList {
  add(element: Element, isExact: boolean): void;
  isFull(): boolean;
  best(): Element[];
}

/** A list of at most `max` matches in document order. Exact matches displace partial ones. */
export function createMatchList(max: number): MatchList {
  const exact = new Set<Element>();
  const all = new Set<Element>();
  return {
    add(element, isExact) {
      if (isExact) exact.add(element);
      if (isExact || all.size - exact.size < max) all.add(element);
    },
    isFull: () => exact.size >= max,
    best() {
      let room = max - exact.size;
      return [...all].filter((element) => exact.has(element) || room-- > 0);
    },
  };
}

function valueText(element: Element): string {
  if (element instanceof HTMLTextAreaElement) return element.value;
  if (!(element instanceof HTMLInputElement) || /^(?:checkbox|radio|hidden)$/.test(element.type)) return '';
  return holdsSecret(element) ? '' : element.value;
}

/** The controls, rows and texts that the matches belong to. A label stands for its control too. */
export function toUsableElements(matches: Iterable<Element>): Set<Element> {
  const referencesByRoot = new Map<Node, Map<string, Element[]>>();
  const usable = new Set<Element>();
  for (const match of matches) {
    for (const control of controlsOf(match, referencesByRoot)) usable.add(control);
    usable.add(rowAround(match));
  }
  return usable;
}

const maxLabelDepth = 3;

function controlsOf(match: Element, referencesByRoot: Map<Node, Map<string, Element[]>>): Element[] {
  const select = closestOf(match, 'select');
  if (select) return [select];
  const control = closestOf(match, 'label')?.control;
  const root = rootOf(match);
  const references = referencesByRoot.get(root) ?? labelReferences(root);
  referencesByRoot.set(root, references);
  const found: Element[] = control ? [control] : [];
  let current: Element | null = match;
  for (let steps = 0; current && steps < maxLabelDepth; current = parentOf(current), steps += 1)
    found.push(...(references.get(idOf(current)) ?? []));
  return found;
}

const maxReferences = 2_000;

/** The controls that `aria-labelledby` names, by the id of the label. */
function labelReferences(root: Node): Map<string, Element[]> {
  const found = new Map<string, Element[]>();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return found;
  for (const element of [...queryAll(root, '[aria-labelledby]')].slice(0, maxReferences)) {
    if (groupRoles.has(ariaRole(element))) continue;
    for (const id of (attributeOf(element, 'aria-labelledby') ?? '').split(/\s+/))
      if (id) found.set(id, [...(found.get(id) ?? []), element]);
  }
  return found;
}

const rowSelector =
  'a, button, label, tr, li, article, option, [role=row], [role=listitem], [role=option], [role=button]';
const maxRowText = 2_000;

/** The row, item or control around a match, unless it is large. */
function rowAround(match: Element): Element {
  const row = closestOf(match, rowSelector);
  return row && textLength(row) < maxRowText ? row : (controlAround(match) ?? match);
}

function textLength(element: Element): number {
  return textContentOf(element)?.length ?? 0;
}

const maxControlLevels = 6;
/** A focusable element without a role that has more text is a region. */
const maxFocusableText = 120;

/** The nearest element around a match that takes clicks: by its role, a handler, the focus or the cursor. */
function controlAround(match: Element): Element | undefined {
  let current: Element | null = match;
  for (let level = 0; current && level < maxControlLevels; current = flatParent(current), level += 1) {
    if (textLength(current) >= maxRowText) return undefined;
    // The listener of a drawing, or of a group in it, handles the clicks on its parts.
    if (current instanceof SVGElement && textLength(current) > textLength(match)) return undefined;
    if (interactiveRoles.has(ariaRole(current)) || hasHandler(current)) return current;
    if (takesClicks(current) && textLength(current) <= maxFocusableText) return current;
    if (startsPointerCursor(current)) return current;
  }
  return undefined;
}

function startsPointerCursor(element: Element): boolean {
  if (getComputedStyle(element).cursor !== 'pointer') return false;
  const parent = flatParent(element);
  return !parent || getComputedStyle(parent).cursor !== 'pointer';
}

const searchedSelector =
  'a, button, input, select, textarea, summary, [role=button], [role=link], [role=textbox], [role=combobox], [role=checkbox], [role=switch], [role=tab], [role=menuitem], tr, li, article, [role=row], [role=listitem], p, h1, h2, h3, h4, label';
const maxFoundByWords = 10;
const maxSearchedText = 1_000;

/** Finds controls and rows that contain all words of the text, in any order. */
export function findByAllWords(wanted: string, roots: readonly ParentNode[], until: number): Element[] {
  const words = wanted.split(' ').filter((word) => word.length > 1);
  if (words.length < 2) return [];
  const tests = words.map(wordMatcher);
  const hasAllWords = (text: string): boolean => tests.every((isIn) => isIn(text));
  const found: Element[] = [];
  for (const root of roots) {
    for (const element of queryAll(root, searchedSelector)) {
      if (found.length >= maxFoundByWords || performance.now() > until) return found;
      const text = textContentOf(element)?.slice(0, maxSearchedText).toLowerCase() ?? '';
      const name = hasAttribute(element, 'aria-labelledby') ? nameOf(element).toLowerCase() : '';
      if (hasAllWords(text) || name.includes(wanted)) found.push(element);
    }
  }
  if (found.length > 0) return [...toUsableElements(found)];
  return roots.flatMap((root) => findBoxesWithWords(root, wordMatcher(words[0] ?? ''), hasAllWords, until));
}

const maxBoxLevels = 4;
const maxBoxText = 300;

/** The smallest elements around a text with the first word that contain all words: a row or a card of plain boxes, whose words are in several texts. */
function findBoxesWithWords(
  root: ParentNode,
  hasFirstWord: (text: string) => boolean,
  hasAllWords: (text: string) => boolean,
  until: number,
  textOf: (element: Element) => string = spacedText,
): Element[] {
  const found = new Set<Element>();
  const walker = treeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && found.size < maxFoundByWords; node = walker.nextNode()) {
    if (!(node instanceof Text) || !hasFirstWord(node.data)) continue;
    if (performance.now() > until) break;
    let box = parentOf(node);
    if (!box || textlessTags.has(tagOf(box))) continue;
    for (let level = 0; box && level < maxBoxLevels; box = parentOf(box), level += 1) {
      const text = textOf(box);
      if (text.length > maxBoxText) break;
      if (!hasAllWords(text)) continue;
      found.add(box);
      break;
    }
  }
  return [...found];
}

/** The smallest elements whose text contains the words, if they are spread over several texts: "12", " cars". */
export function findInJoinedTexts(wanted: Wanted, root: ParentNode, until: number): Element[] {
  const hasFirstWord = wordMatcher(firstWord(wanted.text));
  return findBoxesWithWords(root, hasFirstWord, wanted.isIn, until, joinedText);
}

/** The text inside an element as it is read on one line. */
function joinedText(element: Element): string {
  return textLength(element) > maxBoxText * 2 ? '' : collapseSpaces(textContentOf(element) ?? '');
}

/** The texts inside an element with spaces between them, up to a little more than the limit. */
function spacedText(element: Element): string {
  const walker = treeWalker(element, NodeFilter.SHOW_TEXT);
  let text = '';
  for (let node = walker.nextNode(); node && text.length <= maxBoxText; node = walker.nextNode())
    if (node instanceof Text && /\S/.test(node.data)) text += ` ${node.data.trim()}`;
  return text;
}

const groupRoles = new Set([
  'region',
  'group',
  'radiogroup',
  'form',
  'dialog',
  'alertdialog',
  'search',
  'navigation',
  'complementary',
  'tabpanel',
  'toolbar',
  'table',
  'grid',
]);
const maxGroupDepth = 40;

/** If several matches have the same role and name, inserts the named group around each before it. */
export function addGroupNames(parts: Collection[]): Collection[] {
  const numbers = new Map<string, Set<number>>();
  const sameNamed = ({ role, name }: Entry): Set<number> => numbers.get(`${role} ${name}`) ?? new Set();
  for (const { entries } of parts) {
    const first = entries[0];
    if (first) numbers.set(`${first.role} ${first.name}`, sameNamed(first).add(first.number));
  }
  for (const { entries } of parts) {
    const first = entries[0];
    const element = first && sameNamed(first).size > 1 ? elementOf(first.number) : undefined;
    const group = element && groupAround(element);
    if (group) entries.unshift(group);
  }
  return parts;
}

function groupAround(element: Element): Entry | undefined {
  let current = flatParent(element);
  for (let steps = 0; current && steps < maxGroupDepth; current = flatParent(current), steps += 1) {
    const role = ariaRole(current);
    const name = groupRoles.has(role) ? nameOf(current) : '';
    if (!name) continue;
    const { left, top, width, height } = rectOf(current);
    const box: Entry['box'] = [left, top, width, height];
    return { number: numberOf(current), role: toRole(role), kind: role, name, states: [], interactive: false, box };
  }
  return undefined;
}
