import type { State } from '../../../core/element.js';
import { attributeOf, elementCountOf, hasAttribute, parentOf, tagOf } from '../dom/native-node.js';
import { matchesSelector } from '../dom/native-query.js';
import { elementOf } from '../dom/node-registry.js';
import type { Entry } from '../protocol.js';
import { declaredStates } from './guess-state.js';

/** Adds the states that only a style shows: the one item of a row of tabs with another colour, the arrow of an open section. */

const minItems = 3;
const maxItems = 30;
const maxGroups = 20;
const maxNameLength = 40;
/** In pixels. */
const maxHeightDifference = 6;

const itemRoles = new Set<Entry['role']>(['Button', 'Link', 'Tab', 'ListItem', 'MenuItem']);
/** States that the page declares or that a class shows. */
const knownStates = new Set<State>([...declaredStates, 'selected?', 'pressed?', 'expanded?']);
/** Classes of items that stand out for another reason: the main button of a form, the logo of a menu. */
const emphasis =
  /primary|secondary|danger|success|warning|accent|cta|submit|brand|logo|title|disabled|today|highlight|featured|new/i;

export function addStyleStates(entries: readonly Entry[]): void {
  for (const group of groupItems(entries)) {
    const odd = findOdd(group);
    if (odd) odd.entry.states.push('selected?');
  }
  addArrowStates(entries);
}

interface Item {
  entry: Entry;
  element: Element;
  /** The element, or the list item that contains nothing else. */
  outer: Element;
}

function groupItems(entries: readonly Entry[]): Item[][] {
  const groups = new Map<Element, Item[]>();
  for (const entry of entries) {
    if (!entry.interactive || !itemRoles.has(entry.role)) continue;
    const element = elementOf(entry.number);
    const parent = element && parentOf(element);
    if (!element || !parent) continue;
    const outer = elementCountOf(parent) === 1 ? parent : element;
    const container = parentOf(outer);
    if (!container || tagOf(container) === 'TR') continue;
    const group = groups.get(container);
    if (group) group.push({ entry, element, outer });
    else groups.set(container, [{ entry, element, outer }]);
  }
  return [...groups.values()].filter(isUniform).slice(0, maxGroups);
}

/** Whether the items have the same kind and size, different names, and no known states. */
function isUniform(items: readonly Item[]): boolean {
  const [first] = items;
  if (!first || items.length < minItems || items.length > maxItems) return false;
  const names = new Set(items.map(({ entry }) => entry.name));
  if (names.size < items.length || names.has('')) return false;
  return items.every(
    ({ entry, element, outer }) =>
      tagOf(element) === tagOf(first.element) &&
      tagOf(outer) === tagOf(first.outer) &&
      entry.name.length <= maxNameLength &&
      Math.abs(entry.box[3] - first.entry.box[3]) <= maxHeightDifference &&
      !entry.states.some((state) => knownStates.has(state)) &&
      !hasAttribute(element, 'aria-current'),
  );
}

/** The looks of a selected item and of the others, by the container of the items. */
const knownLooks = new WeakMap<Element, { selected: string; other: string }>();

/** The pointer and the focus change the look of an item too. */
const changedLook = ':hover, :focus, :focus-within';

/** The only item that looks different from all others. Items under the pointer are judged by the looks that were seen before. */
function findOdd(items: readonly Item[]): Item | undefined {
  const container = items[0] && parentOf(items[0].outer);
  if (!container) return undefined;
  const looks = items.map((item) => ({
    item,
    look: item.outer === item.element ? lookKey(item.element) : lookKey(item.outer) + lookKey(item.element),
    isChanged: matchesSelector(item.outer, changedLook),
  }));
  const certain = looks.filter(({ isChanged }) => !isChanged);
  const known = knownLooks.get(container);
  if (certain.length < looks.length && known) {
    const others = looks.filter(({ look }) => look !== known.other);
    const odd = others.find(({ look }) => look === known.selected) ?? others.find(({ isChanged }) => isChanged);
    return others.every((one) => one === odd || one.isChanged) ? odd?.item : undefined;
  }
  const odd = oneOfAll(looks) ?? (certain.length < minItems ? undefined : oneOfAll(certain));
  if (!odd || odd.isChanged || isEmphasized(odd.item)) {
    if (certain.length === looks.length) knownLooks.delete(container);
    return undefined;
  }
  const other = certain.find((one) => one !== odd)?.look ?? '';
  knownLooks.set(container, { selected: odd.look, other });
  return odd.item;
}

/** The one with a look of its own, if all others look the same. */
function oneOfAll<T extends { look: string }>(all: readonly T[]): T | undefined {
  const looks = new Set(all.map(({ look }) => look));
  if (looks.size !== 2) return undefined;
  const odd = all.filter(({ look }) => all.filter((one) => one.look === look).length === 1);
  return odd.length === 1 ? odd[0] : undefined;
}

function isEmphasized({ entry, element }: Item): boolean {
  if (entry.states.length > 0 || attributeOf(element, 'type') === 'submit') return true;
  return emphasis.test(attributeOf(element, 'class') ?? '');
}

function lookKey(element: Element): string {
  const style = getComputedStyle(element);
  const { backgroundColor, backgroundImage, color, fontWeight, textDecorationLine, boxShadow } = style;
  const { borderBottomWidth, borderBottomColor, borderTopWidth, borderTopColor } = style;
  const borders = [
    [borderTopWidth, borderTopColor],
    [borderBottomWidth, borderBottomColor],
  ].map(([width, paint]) => (width === '0px' ? '' : `${width} ${paint}`));
  return [backgroundColor, backgroundImage, color, fontWeight, textDecorationLine, boxShadow, ...borders].join('|');
}

const openArrow = /^[▾▼⏷🞃]/u;
const closedArrow = /^[▸▶►⏵🞂]/u;

/** An arrow down before a title says that the section is open, if other sections have an arrow to the right. */
function addArrowStates(entries: readonly Entry[]): void {
  const open = entries.filter(({ name, interactive }) => interactive && openArrow.test(name));
  if (open.length === 0 || !entries.some(({ name, interactive }) => interactive && closedArrow.test(name))) return;
  for (const { states } of open) if (!states.some((state) => knownStates.has(state))) states.push('expanded?');
}
