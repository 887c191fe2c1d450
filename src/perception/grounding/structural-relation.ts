import type { Element } from '../../core/element.js';
import { commonDepth, isOnLine, itemOf } from './element-path.js';
import { isInSameCard, isJoined } from './joined-parts.js';
import { inSection } from './section.js';
import { containerRoles } from './vocabulary.js';

export function isSameRow({ list: one }: Element, { list: other }: Element): boolean {
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
  const joined = near.filter((candidate) => isJoined(anchor, candidate, elements));
  const isDirect = anchor.path?.length === depth;
  if (!isDirect) {
    const own = joined.filter((candidate) => !belongsToPeer(anchor, candidate, elements));
    return own.length === 0 && isLineOfCard(anchor, depth, elements) ? near : own;
  }
  const line = gridLine(anchor, elements);
  if (line) return others.filter(({ id }) => line.some((element) => element.id === id));
  const peers = elements.filter((other) => isPeer(other, anchor) && other.path?.at(-1) === anchor.path?.at(-1));
  const isOneOfSeveral = hasSiblings(anchor, elements);
  if (peers.length === 0 && !isOneOfSeveral) return joined;
  const inCard = near.filter((candidate) => isInSameCard(anchor, candidate, elements));
  if (peers.length === 0) return inCard;
  const direct = inCard.filter(({ path }) => path?.length === depth);
  if (direct.length > 0 && isOneOfSeveral) return direct;
  if (isBlock(anchor, elements)) return inCard;
  // The items of the part have no boxes of their own: what follows the anchor belongs to it, up to the next peer.
  return untilNext(anchor, inCard, peers, elements);
}

/** Whether all texts of the part around the element precede the controls inside it, so that these belong to each of them. */
function isBlock({ path }: Element, elements: readonly Element[]): boolean {
  const part = path?.at(-1);
  const inside = elements.filter((one) => part !== undefined && one.path?.includes(part));
  const firstControl = inside.findIndex(({ interactive }) => interactive);
  return inside.findLastIndex((one) => !one.interactive && one.path?.at(-1) === part) < firstControl;
}

const maxColumnOffset = 2;

/** The elements on the line of the anchor, if the part around it is a grid of cells: another line has elements in the same columns. */
function gridLine(anchor: Element, elements: readonly Element[]): readonly Element[] | undefined {
  const part = anchor.path?.at(-1);
  const cells = elements.filter(({ path }) => part !== undefined && path?.at(-1) === part);
  const lineOf = (one: Element): Element[] => cells.filter((other) => isOnLine(one, other));
  const line = lineOf(anchor);
  const isGrid = cells.some((other) => {
    if (line.includes(other) || Math.abs(other.bounds.x - anchor.bounds.x) > maxColumnOffset) return false;
    const otherLine = lineOf(other);
    return otherLine.length === line.length && otherLine.every((cell, index) => isInColumn(cell, line[index]));
  });
  return isGrid && line.length > 1 ? line : undefined;
}

function isInColumn({ bounds }: Element, other: Element | undefined): boolean {
  return other !== undefined && Math.abs(bounds.x - other.bounds.x) <= maxColumnOffset;
}

/** Whether the other element is like the anchor: same role, as deep in the document. */
function isPeer(other: Element, { id, role, level, path = [] }: Element): boolean {
  return other.id !== id && other.role === role && other.level === level && other.path?.length === path.length;
}

/**
 * Whether the part around the anchor is one of several: another part beside it contains an element like the anchor. `level` counts the parts
 * between the anchor and that part.
 */
function hasSiblings(anchor: Element, elements: readonly Element[], level = 0): boolean {
  const { path = [] } = anchor;
  const [outer, inner] = [-2 - level, -1 - level];
  return elements.some(
    (other) =>
      isPeer(other, anchor) && other.path?.at(outer) === path.at(outer) && other.path?.at(inner) !== path.at(inner),
  );
}

/**
 * Whether the part around the anchor is a card: one of several parts that contain an element like the anchor, with all controls after its
 * texts. They belong to the whole card, so to each of its lines.
 */
function isLineOfCard(anchor: Element, depth: number, elements: readonly Element[]): boolean {
  const { path = [] } = anchor;
  const card = path[depth - 1];
  const isOneOfSeveral = elements.some(
    (other) => isPeer(other, anchor) && other.path?.[depth - 2] === path[depth - 2] && other.path?.[depth - 1] !== card,
  );
  const inside = elements.filter(({ path: parts }) => card !== undefined && parts?.includes(card));
  const firstControl = inside.findIndex(({ interactive }) => interactive);
  const lastText = inside.findLastIndex(({ interactive }) => !interactive);
  return isOneOfSeveral && lastText < firstControl;
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

/** Whether the part around the element is one of several with an element like it. */
export function isInCard(element: Element, elements: readonly Element[]): boolean {
  if (element.path === undefined) return false;
  return hasSiblings(element, elements) || (isOwnPart(element, elements) && hasSiblings(element, elements, 1));
}

/** Whether the innermost part is the element itself: a text with markup inside it. */
function isOwnPart({ id, path }: Element, elements: readonly Element[]): boolean {
  const part = path?.at(-1);
  return part !== undefined && !elements.some((other) => other.id !== id && other.path?.includes(part));
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

/** Whether an element contains others by its role, or starts a section. */
export function isContainer({ role, level }: Element): boolean {
  return level !== undefined || containerRoles.has(role) || role === 'ListItem' || role === 'TableRow';
}

/** The candidates in the panel of a selected tab: the first part after the strip of tabs. */
export function inPanelOf(
  tab: Element,
  candidates: readonly Element[],
  elements: readonly Element[],
): readonly Element[] {
  const { path = [] } = tab;
  const strip = path.at(-1);
  const around = path.at(-2);
  if (strip === undefined || around === undefined) return [];
  const isAfter = (element: Element): boolean =>
    element.path?.includes(around) === true &&
    !element.path.includes(strip) &&
    elements.indexOf(element) > elements.indexOf(tab);
  const panel = elements.find(isAfter)?.path?.[path.length - 1];
  return candidates.filter((one) => isAfter(one) && (panel === undefined || one.path?.[path.length - 1] === panel));
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
