import { type Element, itemMark } from '../../core/element.js';

/** How many parts of the document contain both elements. 0 if the structure of one is unknown. */
function commonDepth({ path: one = [] }: Element, { path: other = [] }: Element): number {
  let depth = 0;
  while (depth < one.length && depth < other.length && one[depth] === other[depth]) depth += 1;
  return depth;
}

/** The innermost row or other item that contains the element. */
function itemOf({ path = [] }: Element): string | undefined {
  return path.findLast((part) => part.endsWith(itemMark));
}

function isSameRow({ list: one }: Element, { list: other }: Element): boolean {
  return one !== undefined && one.container === other?.container && one.row === other.row;
}

function isInOtherRow({ list: one }: Element, { list: other }: Element): boolean {
  return one !== undefined && one.container === other?.container && one.row !== other.row;
}

/**
 * The candidates that belong to `anchor`: those in its row or item. Without one, those in the smallest part of the document that contains the
 * anchor and a candidate, unless that part is a collection and the candidate belongs to another element like the anchor.
 */
export function belongingTo(
  anchor: Element,
  candidates: readonly Element[],
  elements: readonly Element[],
): readonly Element[] {
  const others = candidates.filter((candidate) => candidate.id !== anchor.id);
  const item = itemOf(anchor);
  if (item !== undefined) {
    const inside = others.filter(({ path }) => path?.includes(item));
    const direct = inside.filter((candidate) => itemOf(candidate) === item);
    return direct.length > 0 ? direct : inside;
  }
  const sameRow = others.filter((candidate) => isSameRow(candidate, anchor));
  if (sameRow.length > 0) return sameRow;
  const possible = others.filter((candidate) => !isInOtherRow(candidate, anchor));
  const depth = Math.max(0, ...possible.map((candidate) => commonDepth(anchor, candidate)));
  if (depth === 0) return [];
  const near = possible.filter((candidate) => commonDepth(anchor, candidate) === depth);
  const isDirect = anchor.path?.length === depth;
  if (!isDirect) return near.filter((candidate) => !belongsToPeer(anchor, candidate, elements));
  const peers = elements.filter((other) => isPeer(other, anchor) && other.path?.at(-1) === anchor.path?.at(-1));
  if (peers.length === 0 || hasSiblings(anchor, elements)) return near;
  // The items of the part have no boxes of their own: what follows the anchor belongs to it, up to the next peer.
  return untilNext(anchor, near, peers, elements);
}

/** Whether the other element is like the anchor: same role, as deep in the document. */
function isPeer(other: Element, { id, role, level, path = [] }: Element): boolean {
  return other.id !== id && other.role === role && other.level === level && other.path?.length === path.length;
}

/** Whether the part around the anchor is one of several: another part beside it contains an element like the anchor. */
function hasSiblings(anchor: Element, elements: readonly Element[]): boolean {
  const { path = [] } = anchor;
  return elements.some(
    (other) => isPeer(other, anchor) && other.path?.at(-2) === path.at(-2) && other.path?.at(-1) !== path.at(-1),
  );
}

/** Whether the candidate is in another branch of the document, together with an element like the anchor. */
export function belongsToPeer(anchor: Element, candidate: Element, elements: readonly Element[]): boolean {
  if (isInOtherRow(anchor, candidate)) return true;
  const depth = commonDepth(anchor, candidate);
  const [own, branch] = [anchor.path?.[depth], candidate.path?.[depth]];
  if (own === undefined) return false;
  const part = anchor.path?.[depth - 1];
  return elements.some((other) => {
    if (!isPeer(other, anchor) || other.path?.[depth - 1] !== part || other.path?.[depth] === own) return false;
    return branch === undefined || other.path?.[depth] === branch;
  });
}

function untilNext(
  anchor: Element,
  candidates: readonly Element[],
  peers: readonly Element[],
  elements: readonly Element[],
): readonly Element[] {
  const positionOf = (element: Element): number => elements.indexOf(element);
  const start = positionOf(anchor);
  const end = Math.min(elements.length, ...peers.map(positionOf).filter((position) => position > start));
  return candidates.filter((candidate) => positionOf(candidate) > start && positionOf(candidate) < end);
}

export function isInItem(element: Element): boolean {
  return element.list !== undefined || itemOf(element) !== undefined;
}

const itemRoles = new Set<string>(['ListItem', 'TableRow', 'Checkbox', 'Radio', 'Image']);

/** Whether the element names its row: it is the row, or the first text in it. */
export function namesItem(element: Element, elements: readonly Element[]): boolean {
  if (element.role === 'ListItem' || element.role === 'TableRow') return true;
  const item = itemOf(element);
  const first = elements.find((one) => {
    if (itemRoles.has(one.role) || one.name === '') return false;
    return item === undefined ? isSameRow(one, element) : one.path?.includes(item);
  });
  return first === element;
}

const containerRoles = new Set<string>([
  'Dialog',
  'Container',
  'Table',
  'List',
  'Menu',
  'Toolbar',
  'ListItem',
  'TableRow',
]);

/** Whether an element contains others by its role, or starts a section. */
export function isContainer({ role, level }: Element): boolean {
  return level !== undefined || containerRoles.has(role);
}

/** The candidates inside the container `anchor`, or in the section that the heading `anchor` starts. */
export function insideOf(
  anchor: Element,
  candidates: readonly Element[],
  elements: readonly Element[],
): readonly Element[] {
  if (anchor.level !== undefined) return inSection(anchor, candidates, elements);
  const part = anchor.path?.at(-1);
  return candidates.filter(
    (candidate) =>
      candidate.id !== anchor.id &&
      (isSameRow(candidate, anchor) || (part !== undefined && candidate.path?.includes(part))),
  );
}

function inSection(heading: Element, candidates: readonly Element[], elements: readonly Element[]): readonly Element[] {
  const { level = 1 } = heading;
  const start = elements.indexOf(heading);
  const next = elements.findIndex((one, index) => index > start && one.level !== undefined && one.level <= level);
  const section = new Set(elements.slice(start + 1, next === -1 ? undefined : next));
  return candidates.filter((candidate) => section.has(candidate));
}
