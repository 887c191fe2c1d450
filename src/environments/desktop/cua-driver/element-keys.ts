import { type DriverElement, readTexts } from './elements.js';
import { parseRole } from './roles.js';

/** The features by which an element is recognized in the next snapshot. Its handle is valid in one snapshot only. */
interface ElementFeatures {
  key: string;
  roleAndDepth: string;
  roleDepthAndName: string;
  /** The previous element, which tells rows of a list apart. */
  previous: string;
  frame: string | undefined;
  isRow: boolean;
}

/** Assigns keys to the elements of snapshots, so that the same control keeps its key. */
export interface ElementKeys {
  /** The key of each element. An element that cannot be matched uniquely gets a new key. */
  assign(window: string, elements: readonly DriverElement[]): string[];
  forget(window: string): void;
}

export function createElementKeys(): ElementKeys {
  const known = new Map<string, ElementFeatures[]>();
  let last = 0;
  return {
    assign(window, elements) {
      const before = known.get(window) ?? [];
      const now = elements.map((element, index) => featuresOf(element, elements[index - 1]));
      matchGroups(before, now, ({ roleDepthAndName, previous }) => `${roleDepthAndName}\n${previous}`);
      matchUnique(before, now, ({ roleDepthAndName }) => roleDepthAndName);
      // A renamed control keeps its position. This does not hold for rows.
      matchUnique(before, now, ({ roleAndDepth, frame, isRow }) =>
        frame && !isRow ? `${roleAndDepth}\n${frame}` : undefined,
      );
      for (const features of now) {
        if (features.key !== '') continue;
        last += 1;
        features.key = `${window}/${last}`;
      }
      known.set(window, now);
      return now.map(({ key }) => key);
    },
    forget(window) {
      known.delete(window);
    },
  };
}

function featuresOf(element: DriverElement, previous: DriverElement | undefined): ElementFeatures {
  const { frame, role, depth } = element;
  return {
    key: '',
    roleAndDepth: `${role} ${depth}`,
    roleDepthAndName: `${role} ${depth} ${stableName(element)}`,
    previous: previous ? `${previous.role} ${stableName(previous)}` : '',
    frame: frame ? `${frame.x},${frame.y},${frame.w},${frame.h}` : undefined,
    isRow: ['ListItem', 'TableRow', 'TableCell', 'Text', 'MenuItem'].includes(parseRole(role).role),
  };
}

/** The name without the current value. */
function stableName(element: DriverElement): string {
  return readTexts(element, parseRole(element.role).isField).name;
}

/** Passes keys on, in order, within groups that have the same size as before. */
function matchGroups(
  before: readonly ElementFeatures[],
  now: readonly ElementFeatures[],
  groupOf: (features: ElementFeatures) => string,
): void {
  const groupsBefore = groupBy(before, groupOf);
  for (const [name, group] of groupBy(now, groupOf)) {
    const former = groupsBefore.get(name);
    if (former?.length !== group.length) continue;
    for (const [index, features] of group.entries()) features.key = former[index]?.key ?? '';
  }
}

/** Passes a key on where a group had one member before and has one now. */
function matchUnique(
  before: readonly ElementFeatures[],
  now: readonly ElementFeatures[],
  groupOf: (features: ElementFeatures) => string | undefined,
): void {
  const assigned = new Set(now.map(({ key }) => key));
  const groupsBefore = groupBy(before, groupOf);
  for (const [name, [only, ...others]] of groupBy(now, groupOf)) {
    const [former, ...otherFormer] = groupsBefore.get(name) ?? [];
    if (!only || !former || others.length > 0 || otherFormer.length > 0) continue;
    if (only.key === '' && !assigned.has(former.key)) only.key = former.key;
  }
}

function groupBy(
  all: readonly ElementFeatures[],
  groupOf: (features: ElementFeatures) => string | undefined,
): Map<string, ElementFeatures[]> {
  const groups = new Map<string, ElementFeatures[]>();
  for (const features of all) {
    const name = groupOf(features);
    if (name === undefined) continue;
    const group = groups.get(name);
    if (group) group.push(features);
    else groups.set(name, [features]);
  }
  return groups;
}
