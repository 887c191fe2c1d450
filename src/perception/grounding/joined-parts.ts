import { type Element, itemMark } from '../../core/element.js';
import { commonDepth, isOnLine } from './element-path.js';
import { containerRoles } from './vocabulary.js';

/** A part that contains the whole screen with more elements than this is not about one of them. */
const maxWholeScreen = 6;

/**
 * Whether the smallest part of the document around both elements joins them: it contains the anchor, or a box with its text, and the candidate,
 * or a box of controls. The candidate follows the anchor or is on its line.
 */
export function isJoined(anchor: Element, candidate: Element, elements: readonly Element[]): boolean {
  const depth = commonDepth(anchor, candidate);
  const part = anchor.path?.[depth - 1];
  if (part === undefined || isInOwnItem(candidate, depth)) return false;
  const anchorBox = anchor.path?.[depth];
  if (anchorBox !== undefined && !isTextBox(anchorBox, anchor, elements)) return false;
  const candidateBox = candidate.path?.[depth];
  if (candidateBox !== undefined && textsBefore(candidate, candidateBox, elements) > 0) return false;
  if (isOnLine(anchor, candidate)) return true;
  const isWholeScreen = elements.length > maxWholeScreen && elements.every(({ path }) => path?.includes(part));
  if (isWholeScreen && anchorBox !== undefined) return false;
  return elements.indexOf(candidate) > elements.indexOf(anchor);
}

/** More texts than this before a control start a card of their own: an answer inside a comment. */
const maxTextsOfBox = 1;

/** Whether the candidate is in the card of the anchor, and not in another card inside it. */
export function isInSameCard(anchor: Element, candidate: Element, elements: readonly Element[]): boolean {
  const depth = commonDepth(anchor, candidate);
  if (isInOwnItem(candidate, depth)) return false;
  const box = candidate.path?.[depth];
  if (box === undefined) return true;
  const follows = isOnLine(anchor, candidate) || elements.indexOf(candidate) > elements.indexOf(anchor);
  return follows && textsBefore(candidate, box, elements) <= maxTextsOfBox;
}

/** Whether the element is in a row that does not contain the part at this depth. */
function isInOwnItem({ path = [] }: Element, depth: number): boolean {
  return path.slice(depth).some((part) => part.endsWith(itemMark));
}

/** Whether a box contains no control but the anchor, and is no landmark or other container. */
function isTextBox(box: string, anchor: Element, elements: readonly Element[]): boolean {
  return !elements.some((one) => {
    if (one === anchor || !one.path?.includes(box)) return false;
    return one.interactive || (containerRoles.has(one.role) && one.path.at(-1) === box);
  });
}

/** The number of texts in a box before the candidate. */
function textsBefore(candidate: Element, box: string, elements: readonly Element[]): number {
  const inside = elements.filter(({ path }) => path?.includes(box));
  const before = inside.slice(0, inside.indexOf(candidate));
  return before.filter(({ interactive, name, role }) => !interactive && name !== '' && !containerRoles.has(role))
    .length;
}
