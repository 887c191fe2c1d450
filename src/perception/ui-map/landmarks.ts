import type { Element, ElementId } from '../../core/element.js';

/** The parts of a page that usually are the same on every page of a site. */
const landmarkKinds = new Set(['banner', 'navigation', 'contentinfo', 'complementary', 'search', 'menubar']);

export function isLandmarkKind(kind: string | undefined): boolean {
  return landmarkKinds.has(kind ?? '');
}

/** A landmark with the elements in it that are in no landmark further inside. */
export interface Landmark {
  container: Element;
  members: Element[];
}

/** The landmarks of a page, in reading order. */
export function findLandmarks(elements: readonly Element[]): Landmark[] {
  const landmarks = new Map<string, Landmark>();
  const found = new Set<ElementId>();
  for (const element of elements) {
    const part = element.path?.at(-1);
    if (part === undefined || element.role === 'Text' || found.has(element.id)) continue;
    if (!isLandmarkKind(element.kind)) continue;
    found.add(element.id);
    landmarks.set(part, { container: element, members: [] });
  }
  for (const element of elements) {
    const part = element.path?.findLast((one) => landmarks.has(one));
    const landmark = part === undefined ? undefined : landmarks.get(part);
    if (landmark && landmark.container !== element) landmark.members.push(element);
  }
  return [...landmarks.values()];
}

/** Kinds of landmarks that serve the whole site. A search field is not among them: it is often what a user needs. */
const secondaryKinds = new Set(['banner', 'navigation', 'contentinfo', 'complementary']);

/** The elements of menus, headers and footers. */
export function findSecondary(elements: readonly Element[]): Set<ElementId> {
  const secondary = findLandmarks(elements).filter(({ container }) => secondaryKinds.has(container.kind ?? ''));
  return new Set(secondary.flatMap(({ container, members }) => [container, ...members].map(({ id }) => id)));
}
