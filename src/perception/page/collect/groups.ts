import { firstChildren, flatParent, hasMoreChildren } from '../dom/flat-tree.js';
import { elementOf } from '../dom/node-registry.js';
import { ariaRole } from '../naming/roles.js';
import type { Entry, PageView } from '../protocol.js';

const ids = new WeakMap<Element, number>();
let lastId = 0;

function idOf(element: Element): number {
  const known = ids.get(element);
  if (known !== undefined) return known;
  lastId += 1;
  ids.set(element, lastId);
  return lastId;
}

const itemRoles = new Set(['listitem', 'row', 'article', 'treeitem', 'option', 'menuitem']);

function isItem(element: Element): boolean {
  const role = ariaRole(element);
  return itemRoles.has(role) && !(role === 'row' && isHeaderRow(element));
}

const maxHeaderCells = 50;

/** Whether all cells of a row are headers of columns. Such a row is not one of the rows that a user counts. */
function isHeaderRow(row: Element): boolean {
  const cells = firstChildren(row, maxHeaderCells);
  return cells.length > 0 && cells.every((cell) => ariaRole(cell) === 'columnheader');
}

/** Sets the group of each entry: its own element if that has children, else the nearest ancestor with several children. Returns all groups. */
export function addGroups(entries: readonly Entry[]): PageView['groups'] {
  const groups: PageView['groups'] = [];
  const indexes = new Map<Element, number>();
  const listed = new Set(entries.map(({ number }) => elementOf(number)));
  const indexOf = (element: Element): number => {
    const unknown: Element[] = [];
    let current: Element | null = element;
    for (; current && !indexes.has(current); current = flatParent(current)) unknown.push(current);
    let index = (current && indexes.get(current)) ?? -1;
    for (const one of unknown.reverse()) {
      const isOwnItem = isItem(one);
      if (isOwnItem || hasMoreChildren(one, listed.has(one) ? 0 : 1))
        index = groups.push([idOf(one), index, isOwnItem]) - 1;
      indexes.set(one, index);
    }
    return index;
  };
  for (const entry of entries) {
    const element = elementOf(entry.number);
    const index = element ? indexOf(element) : -1;
    if (index >= 0) entry.group = index;
  }
  return groups;
}
