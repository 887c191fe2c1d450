import type { Element, ElementId, Role } from '../../core/element.js';
import { elementKey } from './element-key.js';
import { findLandmarks, type Landmark } from './landmarks.js';

/**
 * Finds the menus, sidebars and footers that two pages of a site share. Returns the ids of their elements: on the first page, and on the
 * second. An element belongs to the result only if its landmark contains no other one that looks the same.
 */
export function findRepeatedParts(before: readonly Element[], after: readonly Element[]): Map<ElementId, ElementId> {
  const repeated = new Map<ElementId, ElementId>();
  const landmarksBefore = byKey(findLandmarks(before));
  const inLandmarks = new Set<Element>();
  const landmarksAfter = findLandmarks(after);
  for (const [key, landmark] of byKey(landmarksAfter)) {
    for (const member of [landmark.container, ...landmark.members]) inLandmarks.add(member);
    const previous = landmarksBefore.get(key);
    if (previous) addMembers(repeated, previous, landmark);
  }
  for (const { container, members } of landmarksBefore.values())
    for (const member of [container, ...members]) inLandmarks.add(member);
  const isOutside = (element: Element) => !inLandmarks.has(element);
  addLinkRuns(repeated, before.filter(isOutside), after.filter(isOutside));
  addSamePlace(repeated, before, after);
  return repeated;
}

/** Not the fields and buttons of a form: a reader who opens it needs them. */
const placedRoles = new Set<Role>(['Link', 'MenuItem', 'ListItem']);
/** Fewer links in the same place may be there by chance. */
const minSamePlace = 4;
const maxShift = 2;

/** Bars and menus that are no landmarks: links that look the same and are in the same place. */
function addSamePlace(
  repeated: Map<ElementId, ElementId>,
  before: readonly Element[],
  after: readonly Element[],
): void {
  const keyOf = (element: Element): string => `${elementKey(element)} ${element.guess ?? ''} ${placeOf(element)}`;
  const previous = uniqueBy(before, keyOf);
  const pairs = [...uniqueBy(after, keyOf)].flatMap(([key, { id, role }]) => {
    const same = placedRoles.has(role) ? previous.get(key) : undefined;
    return same && !repeated.has(same.id) ? [{ from: same.id, to: id }] : [];
  });
  if (pairs.length >= minSamePlace) for (const { from, to } of pairs) repeated.set(from, to);
}

function placeOf({ bounds: { x, y, width, height } }: Element): string {
  return [x, y, width, height].map((pixels) => Math.round(pixels / maxShift)).join();
}

/** Landmarks by kind and name. Those that are not unique are left out. */
function byKey(landmarks: readonly Landmark[]): Map<string, Landmark> {
  return uniqueBy(landmarks, ({ container: { kind, name } }) => `${kind} ${name}`);
}

function uniqueBy<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T> {
  const found = new Map<string, T>();
  const repeated = new Set<string>();
  for (const value of values) {
    const key = keyOf(value);
    if (found.has(key)) repeated.add(key);
    found.set(key, value);
  }
  for (const key of repeated) found.delete(key);
  return found;
}

/** Fewer elements of a landmark are listed, unless it is the same as a whole. */
const minMembers = 2;

function addMembers(repeated: Map<ElementId, ElementId>, before: Landmark, after: Landmark): void {
  const previous = uniqueBy(before.members, elementKey);
  const current = uniqueBy(after.members, elementKey);
  const pairs = [...current].flatMap(([key, { id }]) => {
    const same = previous.get(key);
    return same ? [{ from: same.id, to: id }] : [];
  });
  const isWhole = pairs.length === after.members.length && pairs.length === before.members.length;
  if (pairs.length < minMembers && !isWhole) return;
  for (const { from, to } of pairs) repeated.set(from, to);
  repeated.set(before.container.id, after.container.id);
}

const minRunLength = 5;
const minRunLinks = 4;
const runRoles = new Set<Role>(['Link', 'MenuItem', 'Text', 'List', 'ListItem', 'Container', 'Image']);

/** Menus outside of landmarks: several links in the same order, none of which occurs twice. */
function addLinkRuns(repeated: Map<ElementId, ElementId>, before: readonly Element[], after: readonly Element[]): void {
  const unique = uniqueBy(after, elementKey);
  const previous = uniqueBy(before, elementKey);
  const positions = new Map(before.map((element, index) => [element, index]));
  let run: { element: Element; position: number }[] = [];
  const flush = (): void => {
    const links = run.filter(({ element: { role } }) => role === 'Link' || role === 'MenuItem');
    if (run.length >= minRunLength && links.length >= minRunLinks)
      for (const { element, position } of run) {
        const same = before[position];
        if (same) repeated.set(same.id, element.id);
      }
    run = [];
  };
  for (const element of after) {
    const key = elementKey(element);
    const same = unique.has(key) && runRoles.has(element.role) ? previous.get(key) : undefined;
    const position = same && positions.get(same);
    const last = run.at(-1);
    if (position === undefined || (last && position !== last.position + 1)) flush();
    if (position !== undefined) run.push({ element, position });
  }
  flush();
}
