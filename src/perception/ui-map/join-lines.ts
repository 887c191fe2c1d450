import type { Element } from '../../core/element.js';
import type { MapLine } from './fold-rows.js';
import { formatIds } from './format-ids.js';

/** A control as a part of a line that lists several of the same role. */
export interface LineItem {
  element: Element;
  text: string;
}

/** Fewer equal controls are listed by name. */
const minEqual = 3;
const unlimited = Number.POSITIVE_INFINITY;

export interface JoinOptions {
  /** Maximum controls per line. Default: all neighbours. */
  perLine?: number;
  /** Maximum controls to name. The others are counted. Default: all. */
  maxRun?: number;
}

/** Joins neighbouring lines of controls with the same role: a menu of 30 links becomes one line. */
export function joinLines(lines: readonly MapLine[], { perLine = unlimited, maxRun }: JoinOptions = {}): MapLine[] {
  const joined: MapLine[] = [];
  const listed: LineItem[] = [];
  for (let from = 0; from < lines.length; ) {
    const first = lines[from] as MapLine;
    let to = from + 1;
    while (to - from < perLine && isSameKind(first, lines[to])) to += 1;
    const members = lines.slice(from, to);
    const items = members.flatMap(({ item }) => (item ? [item] : []));
    joined.push(members.length > 1 ? joinMembers(members, items, listed, maxRun) : first);
    listed.push(...items);
    from = to;
  }
  return joined;
}

function isSameKind({ item, rank }: MapLine, next: MapLine | undefined): boolean {
  return item !== undefined && next?.item?.element.role === item.element.role && next.rank === rank;
}

function joinMembers(
  members: readonly MapLine[],
  items: readonly LineItem[],
  listed: readonly LineItem[],
  maxRun = unlimited,
): MapLine {
  const last = members.at(-1) as MapLine;
  // One more is shorter than the count of it.
  const shown = items.length > maxRun + 1 ? items.slice(0, maxRun) : items;
  const more = items.length - shown.length;
  const parts = [...foldEqualItems(shown, listed), ...(more > 0 ? [`… ${more} more`] : [])];
  const text = `${items[0]?.element.role}: ${parts.join(', ')}`;
  return { ...last, text, item: undefined, shown: shown.length, folded: more };
}

/** Controls that were listed in the same order before are one part: `6 as above: el_20–el_25`. */
function foldEqualItems(items: readonly LineItem[], listed: readonly LineItem[]): string[] {
  const parts: string[] = [];
  for (let index = 0; index < items.length; ) {
    const equal = countEqual(items.slice(index), listed);
    const group = items.slice(index, index + Math.max(1, equal));
    if (equal >= minEqual) parts.push(`${equal} as above: ${formatIds(group.map(({ element }) => element.id))}`);
    else parts.push(group[0]?.text ?? '');
    index += equal >= minEqual ? equal : 1;
  }
  return parts;
}

/** How many items, from the first, occur in the same order in `listed`. */
function countEqual(items: readonly LineItem[], listed: readonly LineItem[]): number {
  let most = 0;
  for (let start = 0; start < listed.length; start += 1) {
    let count = 0;
    while (count < items.length && isEqual(items[count], listed[start + count])) count += 1;
    most = Math.max(most, count);
  }
  return most;
}

function isEqual(one: LineItem | undefined, other: LineItem | undefined): boolean {
  if (!one || !other) return false;
  return keyOf(one.element) === keyOf(other.element);
}

function keyOf({ role, name, guess, states }: Element): string {
  return `${role} ${name} ${guess} ${states.join()}`;
}
