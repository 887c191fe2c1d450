import { flatParent } from '../dom/flat-tree.js';
import {
  attributeOf,
  hasAttribute,
  hasAttributes,
  idOf,
  parentOf,
  rectOf,
  rootOf,
  textContentOf,
} from '../dom/native-node.js';
import { closestOf, queryAll } from '../dom/native-query.js';
import { elementOf, numberOf } from '../dom/node-registry.js';
import { isPasswordField, nameOf } from '../naming/accessible-name.js';
import { ariaRole, toRole } from '../naming/roles.js';
import type { Entry } from '../protocol.js';
import type { Collection } from './collection.js';

/** Elements whose text is never visible. */
export const textlessTags = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'TITLE']);

const textAttributes = [
  'aria-label',
  'placeholder',
  'aria-placeholder',
  'data-placeholder',
  'title',
  'alt',
  'name',
  'id',
];

type Match = 'exact' | 'partial';

/** Matches the attributes and the value of an element. Its text nodes are matched on their own. */
export function matchElement(element: Element, wanted: string): Match | undefined {
  let match = matchText(valueText(element), wanted);
  if (!hasAttributes(element)) return match;
  for (const name of textAttributes) {
    if (match === 'exact') break;
    match = matchText(attributeOf(element, name), wanted) ?? match;
  }
  return match;
}

function matchText(text: string | null, wanted: string): Match | undefined {
  const content = text?.toLowerCase();
  if (!content?.includes(wanted)) return undefined;
  return content.trim() === wanted ? 'exact' : 'partial';
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
  return isPasswordField(element) ? '' : element.value;
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
  return row && (textContentOf(row)?.length ?? 0) < maxRowText ? row : match;
}

const searchedSelector =
  'a, button, input, select, textarea, summary, [role=button], [role=link], [role=textbox], [role=combobox], [role=checkbox], [role=switch], [role=tab], [role=menuitem], tr, li, article, [role=row], [role=listitem], p, h1, h2, h3, h4, label';
const maxFoundByWords = 10;
const maxSearchedText = 1_000;

/** Finds controls and rows that contain all words of the text, in any order. */
export function findByAllWords(wanted: string, roots: readonly ParentNode[], until: number): Element[] {
  const words = wanted.split(' ').filter((word) => word.length > 1);
  if (words.length < 2) return [];
  const found: Element[] = [];
  for (const root of roots) {
    for (const element of queryAll(root, searchedSelector)) {
      if (found.length >= maxFoundByWords || performance.now() > until) return found;
      const text = textContentOf(element)?.slice(0, maxSearchedText).toLowerCase() ?? '';
      const name = hasAttribute(element, 'aria-labelledby') ? nameOf(element).toLowerCase() : '';
      if (words.every((word) => text.includes(word)) || name.includes(wanted)) found.push(element);
    }
  }
  return [...toUsableElements(found)];
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
