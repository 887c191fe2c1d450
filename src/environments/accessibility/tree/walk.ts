import type { Point, Rect } from '../../../core/geometry.js';
import { type Ask, ifThere, keyOf, property, type Ref } from '../atspi/atspi.js';
import { childRefs, type Facts, has, offers, type Program, readFacts } from '../atspi/object-facts.js';
import { roleNumbers } from '../atspi/role-table.js';
import { numberOf } from '../dbus/bus-values.js';

/** One object of a program as a look found it. */
export interface Seen {
  facts: Facts;
  key: string;
  parent?: Seen;
  children: Seen[];
  /** It has children, and there was no time to read them. */
  isCut?: boolean;
  /** In screen pixels, put right and cut to what can be seen of it. */
  box?: Rect;
  /** As the program said it: hit tests take this one. */
  reported?: Rect;
  /** What was added to `reported` to put it right. */
  shift?: Point;
  value?: string;
  /** The words of another node that name this one. */
  label?: string;
  /** Its place in a list or table. */
  place?: { of: string; row: number; rows: number };
  level?: number;
}

export interface Walk {
  /** Hidden ones too. */
  all: boolean;
  /** GTK 4 says 'showing' of windows only. */
  shownBy: 'showing' | 'visible';
  nodes: number;
  most: number;
  dropped: number;
  /** No further down after this moment (performance.now): what was found needs time to say where it is. */
  until?: number;
  isLate?: boolean;
}

const deepestTree = 60;
/** A list of its own making (GTK's list box) is read whole up to this many rows, and by what is seen of it beyond. */
export const mostManaged = 300;

/** Goes down from `roots` level by level; all questions of a level go out together. */
export async function descend(ask: Ask, program: Program, roots: readonly Seen[], walk: Walk): Promise<void> {
  let level = [...roots];
  for (let depth = 0; level.length && depth < deepestTree; depth += 1) {
    if (walk.until !== undefined && performance.now() > walk.until) {
      walk.isLate = true;
      for (const seen of level) seen.isCut = seen.facts.childCount !== 0;
      return;
    }
    const next = await Promise.all(level.map((seen) => childrenOf(ask, program, seen, walk)));
    level = [];
    next.forEach((children) => {
      for (const child of children) {
        if (walk.nodes >= walk.most) {
          walk.dropped += 1;
          continue;
        }
        walk.nodes += 1;
        child.parent?.children.push(child);
        level.push(child);
      }
    });
  }
}

async function childrenOf(ask: Ask, program: Program, seen: Seen, walk: Walk): Promise<Seen[]> {
  const known = program.children.get(seen.key) ?? [];
  const facts = await allChildren(ask, program, seen.facts, known, walk);
  const shown = walk.all ? facts : facts.filter((child) => has(child, walk.shownBy));
  return shown.filter((child) => !isSecondMenuBar(program, seen.facts, child)).map((child) => seenFrom(child, seen));
}

async function allChildren(
  ask: Ask,
  program: Program,
  facts: Facts,
  known: Facts[],
  walk: Walk,
): Promise<readonly Facts[]> {
  if (isTooLong(facts)) return [];
  const managed = has(facts, 'managesDescendants');
  if (managed && (await countChildren(ask, facts.ref)) > mostManaged) return [];
  if (facts.role === roleNumbers.menu && facts.childCount < 0 && !walk.all) {
    // The items of a closed menu are hidden: only an open one is worth the question.
    if (!known.length && !has(facts, 'selected')) return [];
    if (known.some((item) => has(item, 'showing')) || !has(facts, 'selected')) return known;
  } else if (!managed && (known.length === facts.childCount || facts.childCount === 0)) return known;
  const refs = await childRefs(ask, facts.ref);
  if (managed) facts.childCount = refs.length; // what makes its own list does not count it in the first answer
  const room = Math.max(0, walk.most - walk.nodes);
  walk.dropped += Math.max(0, refs.length - room);
  const found = await Promise.all(
    refs.slice(0, room).map((ref) => program.facts.get(keyOf(ref)) ?? readFacts(ask, ref)),
  );
  return found.flatMap((child, index) => (child ? [managed ? { ...child, index } : child] : []));
}

/** Tables may have millions of cells: nobody asks for all of them. */
function isTooLong(facts: Facts): boolean {
  return has(facts, 'managesDescendants') && offers(facts, 'Table');
}

async function countChildren(ask: Ask, ref: Ref): Promise<number> {
  return numberOf(await ifThere(property(ask, ref, 'Accessible', 'ChildCount')));
}

/** LibreOffice tells its menu bar twice: as GTK draws it, and as it thinks of it itself. The drawn one stays. */
function isSecondMenuBar(program: Program, parent: Facts, child: Facts): boolean {
  if (child.role !== roleNumbers.menuBar || parent.role !== roleNumbers.rootPane) return false;
  for (const other of program.facts.values())
    if (other.role === roleNumbers.menuBar && other !== child && !isSame(other.parent, parent.ref)) return true;
  return false;
}

function isSame(one: Ref | undefined, other: Ref): boolean {
  return one?.path === other.path && one.bus === other.bus;
}

export function seenFrom(facts: Facts, parent?: Seen): Seen {
  return { facts, key: keyOf(facts.ref), parent, children: [] };
}

export function* everySeen(roots: readonly Seen[]): Generator<Seen> {
  for (const root of roots) {
    yield root;
    yield* everySeen(root.children);
  }
}
