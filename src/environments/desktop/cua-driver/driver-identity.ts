import { type DriverElement, wordsOf } from './driver-elements.js';
import { roleOf } from './driver-roles.js';

/** What is known of an entry besides the handle, which holds for one snapshot only. */
interface Sighting {
  key: string;
  /** Role and depth. */
  role: string;
  /** Role, depth and words. */
  kind: string;
  /** What stands beside it, to tell the rows of a list apart. */
  beside: string;
  place: string | undefined;
  isRow: boolean;
}

/** Gives keys to the entries of snapshots, so that the same control has the same key in the next one. */
export interface Identities {
  /** The key of each entry. Where two could be meant, neither is: it gets a new one. */
  bind(window: string, elements: readonly DriverElement[]): string[];
  forget(window: string): void;
}

export function createIdentities(): Identities {
  const seen = new Map<string, Sighting[]>();
  let last = 0;
  return {
    bind(window, elements) {
      const before = seen.get(window) ?? [];
      const now = elements.map((element, index) => sightingOf(element, elements[index - 1]));
      matchGroups(before, now, ({ kind, beside }) => `${kind}\n${beside}`);
      matchSingles(before, now, ({ kind }) => kind);
      // A control that was renamed stays where it was. Rows do not count: another one may stand there now.
      matchSingles(before, now, ({ role, place, isRow }) => (place && !isRow ? `${role}\n${place}` : undefined));
      for (const sighting of now) {
        if (sighting.key !== '') continue;
        last += 1;
        sighting.key = `${window}/${last}`;
      }
      seen.set(window, now);
      return now.map(({ key }) => key);
    },
    forget(window) {
      seen.delete(window);
    },
  };
}

function sightingOf(element: DriverElement, previous: DriverElement | undefined): Sighting {
  const { frame, role, depth } = element;
  return {
    key: '',
    role: `${role} ${depth}`,
    kind: `${role} ${depth} ${lastingWords(element)}`,
    beside: previous ? `${previous.role} ${lastingWords(previous)}` : '',
    place: frame ? `${frame.x},${frame.y},${frame.w},${frame.h}` : undefined,
    isRow: ['ListItem', 'TableRow', 'TableCell', 'Text', 'MenuItem'].includes(roleOf(role).role),
  };
}

/** The words of a thing, without what stands in it only now. */
function lastingWords(element: DriverElement): string {
  return wordsOf(element, roleOf(element.role).isField).name;
}

/** Hands keys on inside groups of a like mark, in order, where there are as many as before. */
function matchGroups(before: readonly Sighting[], now: readonly Sighting[], mark: (one: Sighting) => string): void {
  const former = grouped(before, mark);
  for (const [name, group] of grouped(now, mark)) {
    const old = former.get(name);
    if (old?.length !== group.length) continue;
    for (const [index, sighting] of group.entries()) sighting.key = old[index]?.key ?? '';
  }
}

/** Hands keys on where a mark was there once and is there once, among all there are. */
function matchSingles(
  before: readonly Sighting[],
  now: readonly Sighting[],
  mark: (one: Sighting) => string | undefined,
): void {
  const taken = new Set(now.map(({ key }) => key));
  const former = grouped(before, mark);
  for (const [name, [single, ...others]] of grouped(now, mark)) {
    const [old, ...older] = former.get(name) ?? [];
    if (!single || !old || others.length > 0 || older.length > 0) continue;
    if (single.key === '' && !taken.has(old.key)) single.key = old.key;
  }
}

function grouped(sightings: readonly Sighting[], mark: (one: Sighting) => string | undefined): Map<string, Sighting[]> {
  const groups = new Map<string, Sighting[]>();
  for (const sighting of sightings) {
    const name = mark(sighting);
    if (name === undefined) continue;
    const group = groups.get(name);
    if (group) group.push(sighting);
    else groups.set(name, [sighting]);
  }
  return groups;
}
