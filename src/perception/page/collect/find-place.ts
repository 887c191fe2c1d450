import type { Entry } from '../../page-protocol.js';
import { attributeOf, hasAttribute, hasAttributes, idOf, parentOf, rectOf, rootOf, textContentOf } from '../dom.js';
import { isSecret, nameOf } from '../naming/names.js';
import { ariaRole, ourRole } from '../naming/roles.js';
import { closestOf, queryAll } from '../query.js';
import { elementOf, numberOf } from '../registry.js';
import { flatParent } from '../tree.js';
import type { Walk } from './walk.js';

/** Where words that were looked for stand, and what they stand for. */

/** Never seen, whatever is written there. */
export const wordless = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'TITLE']);

const spoken = ['aria-label', 'placeholder', 'aria-placeholder', 'data-placeholder', 'title', 'alt', 'name', 'id'];

/** What an element says beside its text: its name, its hints and what it holds. */
export function saysWords(element: Element, wanted: string): 'exactly' | 'among others' | undefined {
  let said = howSaid(heldText(element), wanted);
  if (!hasAttributes(element)) return said;
  for (const name of spoken) {
    if (said === 'exactly') break;
    said = howSaid(attributeOf(element, name), wanted) ?? said;
  }
  return said;
}

function howSaid(text: string | null, wanted: string): 'exactly' | 'among others' | undefined {
  const words = text?.toLowerCase();
  if (!words?.includes(wanted)) return undefined;
  return words.trim() === wanted ? 'exactly' : 'among others';
}

/** Places in the order they are found: those that say the words and nothing else are not crowded out by the others. */
export function newPlaces(most: number): {
  add(place: Element, isExact: boolean): void;
  isFull(): boolean;
  foremost(): Element[];
} {
  const exact = new Set<Element>();
  const all = new Set<Element>();
  return {
    add(place, isExact) {
      if (isExact) exact.add(place);
      if (isExact || all.size - exact.size < most) all.add(place);
    },
    isFull: () => exact.size >= most,
    foremost() {
      let room = most - exact.size;
      return [...all].filter((place) => exact.has(place) || room-- > 0);
    },
  };
}

function heldText(element: Element): string {
  if (element instanceof HTMLTextAreaElement) return element.value;
  if (!(element instanceof HTMLInputElement) || /^(?:checkbox|radio|hidden)$/.test(element.type)) return '';
  return isSecret(element) ? '' : element.value;
}

/** The controls, rows and texts that the places belong to: the words of a label stand for its control too. */
export function usableParts(places: Iterable<Element>): Set<Element> {
  const named = new Map<Node, Map<string, Element[]>>();
  const parts = new Set<Element>();
  for (const place of places) {
    for (const control of controlsOf(place, named)) parts.add(control);
    parts.add(rowAround(place));
  }
  return parts;
}

function controlsOf(place: Element, named: Map<Node, Map<string, Element[]>>): Element[] {
  const select = closestOf(place, 'select');
  if (select) return [select];
  const control = closestOf(place, 'label')?.control;
  const root = rootOf(place);
  const byLabel = named.get(root) ?? referencesIn(root);
  named.set(root, byLabel);
  const found: Element[] = control ? [control] : [];
  let at: Element | null = place;
  for (let steps = 0; at && steps < 3; at = parentOf(at), steps += 1) found.push(...(byLabel.get(idOf(at)) ?? []));
  return found;
}

const mostReferences = 2_000;

/** What is named by aria-labelledby, by the id of what names it. */
function referencesIn(root: Node): Map<string, Element[]> {
  const found = new Map<string, Element[]>();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return found;
  const all = queryAll(root, '[aria-labelledby]');
  for (let index = 0; index < Math.min(all.length, mostReferences); index += 1) {
    const element = all[index];
    const isGroup = element && groupRoles.has(ariaRole(element));
    for (const id of element && !isGroup ? (attributeOf(element, 'aria-labelledby') ?? '').split(/\s+/) : []) {
      if (element && id) found.set(id, [...(found.get(id) ?? []), element]);
    }
  }
  return found;
}

/** A match alone says little: its row, item or control is what a reader can use. */
function rowAround(element: Element): Element {
  const around = closestOf(
    element,
    'a, button, label, tr, li, article, option, [role=row], [role=listitem], [role=option], [role=button]',
  );
  return around && (textContentOf(around)?.length ?? 0) < 2_000 ? around : element;
}

const controls =
  'a, button, input, select, textarea, summary, [role=button], [role=link], [role=textbox], [role=combobox], [role=checkbox], [role=switch], [role=tab], [role=menuitem]';
const texts = 'tr, li, article, [role=row], [role=listitem], p, h1, h2, h3, h4, label';

/** The words apart: controls and rows that hold all of them somewhere. */
export function byAllWords(wanted: string, roots: readonly ParentNode[], until: number): Element[] {
  const words = wanted.split(' ').filter((word) => word.length > 1);
  if (words.length < 2) return [];
  const found: Element[] = [];
  for (const root of roots) {
    for (const element of queryAll(root, `${controls}, ${texts}`)) {
      if (found.length >= 10 || performance.now() > until) return found;
      const text = textContentOf(element)?.slice(0, 1_000).toLowerCase() ?? '';
      const name = hasAttribute(element, 'aria-labelledby') ? nameOf(element).toLowerCase() : '';
      if (words.every((word) => text.includes(word)) || name.includes(wanted)) found.push(element);
    }
  }
  return [...usableParts(found)];
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
const farthest = 40;

/** Where several that were found are called the same, each comes after the named group that it is in. */
export function withGroups(parts: Walk[]): Walk[] {
  const likes = new Map<string, Set<number>>();
  const likesOf = ({ role, name }: Entry): Set<number> => likes.get(`${role} ${name}`) ?? new Set();
  for (const { entries } of parts) {
    for (const entry of entries.slice(0, 1)) likes.set(`${entry.role} ${entry.name}`, likesOf(entry).add(entry.number));
  }
  for (const { entries } of parts) {
    const first = entries[0];
    const element = first && likesOf(first).size > 1 ? elementOf(first.number) : undefined;
    const group = element && groupAround(element);
    if (group) entries.unshift(group);
  }
  return parts;
}

function groupAround(element: Element): Entry | undefined {
  let at = flatParent(element);
  for (let steps = 0; at && steps < farthest; at = flatParent(at), steps += 1) {
    const role = ariaRole(at);
    const name = groupRoles.has(role) ? nameOf(at) : '';
    if (!name) continue;
    const { left, top, width, height } = rectOf(at);
    const box: Entry['box'] = [left, top, width, height];
    return { number: numberOf(at), role: ourRole(role), kind: role, name, states: [], interactive: false, box };
  }
  return undefined;
}
