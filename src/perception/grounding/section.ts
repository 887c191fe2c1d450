import type { Element } from '../../core/element.js';
import { isOnLine } from './element-path.js';

const namedKinds = new Set(['form', 'search', 'dialog', 'alertdialog', 'frame']);

/**
 * The candidates in the section of a heading: in the part of the document that contains no other heading of its level, and after the heading,
 * up to the part of the next one. Controls can precede their heading. If it is unclear to which heading a control belongs, the candidates
 * before and after the heading are returned, so that the phrase is ambiguous.
 */
export function inSection(
  heading: Element,
  candidates: readonly Element[],
  elements: readonly Element[],
): readonly Element[] {
  const { level = 1 } = heading;
  const part = ownPart(heading, elements);
  const following = new Set(elementsAfter(heading, elements));
  const before = controlsBefore(heading, elements);
  const inside = candidates.filter((one) => one !== heading && (following.has(one) || isIn(part, one)));
  const leading = candidates.filter(
    (one) =>
      before.includes(one) &&
      !inside.includes(one) &&
      (isOnLine(one, heading) || inside.some((other) => isAlike(one, other))),
  );
  const all = [...leading, ...inside];
  if (level > 1) return all;
  // The title of a page does not name the forms and dialogs that have names of their own.
  const named = elements.filter(
    (one) => namedKinds.has(one.kind ?? '') && one.name !== '' && one.name !== heading.name,
  );
  const parts = new Set(named.flatMap(({ path }) => path?.at(-1) ?? []));
  return all.filter(({ path = [] }) => !path.some((one) => parts.has(one) && !heading.path?.includes(one)));
}

function isIn(part: string | undefined, { path }: Element): boolean {
  return part !== undefined && path?.includes(part) === true;
}

function isAlike(one: Element, other: Element): boolean {
  return one.role === other.role && one.name === other.name;
}

/** The headings that end the section of a heading: those of its level or above. */
function peersOf(heading: Element, elements: readonly Element[]): readonly Element[] {
  const { level = 1 } = heading;
  return elements.filter((one) => one !== heading && one.level !== undefined && one.level <= level);
}

/** The largest part of the document that contains this heading and none of its peers. Undefined if it has no peers. */
function ownPart(heading: Element, elements: readonly Element[]): string | undefined {
  const peers = peersOf(heading, elements);
  return peers.length === 0 ? undefined : heading.path?.find((part) => !peers.some((one) => isIn(part, one)));
}

/** The elements after the heading, up to the next one, its part, or the controls on its line. */
function elementsAfter(heading: Element, elements: readonly Element[]): readonly Element[] {
  const start = elements.indexOf(heading);
  const peers = new Set(peersOf(heading, elements));
  const next = elements.find((one, index) => index > start && peers.has(one));
  if (!next) return elements.slice(start + 1);
  const part = ownPart(next, elements);
  const onLine = new Set(controlsBefore(next, elements).filter((one) => isOnLine(one, next)));
  const end = elements.findIndex(
    (one, index) => index > start && (one === next || isIn(part, one) || (onLine.has(one) && !isOnLine(one, heading))),
  );
  return elements.slice(start + 1, end);
}

/** The controls directly before the heading: without a text between, and not in the part of another heading. */
function controlsBefore(heading: Element, elements: readonly Element[]): readonly Element[] {
  const before = elements.slice(0, elements.indexOf(heading));
  const controls = before.slice(before.findLastIndex(({ interactive }) => !interactive) + 1);
  const otherParts = peersOf(heading, elements).flatMap((peer) => ownPart(peer, elements) ?? []);
  return controls.filter((one) => !otherParts.some((part) => isIn(part, one)));
}
