import type { Change } from '../../core/change.js';
import { type Element, itemMark } from '../../core/element.js';

interface Item {
  id: string;
  name: string;
}

const maxItems = 500;
/** A list of this length is reported as a whole. */
const maxShortList = 12;

/** Lists and groups whose items are in another order. */
export function findReordered(before: readonly Element[], after: readonly Element[]): Change[] {
  const old = itemsByGroup(before);
  return [...itemsByGroup(after)].flatMap(([group, items]): Change[] => {
    const was = old.get(group);
    return was ? compareOrder(was, items) : [];
  });
}

/** The items of each part of the document, in reading order: rows and list items, and elements beside each other. */
function itemsByGroup(elements: readonly Element[]): Map<string, Item[]> {
  const groups = new Map<string, Map<string, Item>>();
  const add = (group: string, id: string, name: string): void => {
    const items = groups.get(group) ?? new Map<string, Item>();
    groups.set(group, items);
    const item = items.get(id);
    if (item) item.name ||= name;
    else if (items.size < maxItems) items.set(id, { id, name });
  };
  for (const { id, path = [], name, role } of elements) {
    const last = path.findLastIndex((part) => part.endsWith(itemMark));
    if (last > 0) add(path[last - 1] ?? '', path[last] ?? '', name);
    else if (path.length > 0 && role !== 'Container') add(path.at(-1) ?? '', id, name);
  }
  return new Map([...groups].map(([group, items]) => [group, [...items.values()]]));
}

function compareOrder(before: readonly Item[], after: readonly Item[]): Change[] {
  const remaining = new Set(after.map(({ id }) => id));
  const known = new Set(before.map(({ id }) => id));
  const old = before.filter(({ id }) => remaining.has(id));
  const now = after.filter(({ id }) => known.has(id));
  const isOther = ({ id }: Item, index: number): boolean => old[index]?.id !== id;
  const first = now.findIndex(isOther);
  if (first < 0) return [];
  const last = now.findLastIndex(isOther);
  if (now.every(({ name }) => name === '')) return [];
  const [from, to] = now.length <= maxShortList ? [0, now.length - 1] : [first, last];
  const names = now.slice(from, to + 1).map(({ name }) => name);
  return [{ kind: 'reordered', names, before: from, after: now.length - 1 - to }];
}
