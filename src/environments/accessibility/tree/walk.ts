import type { Point, Rect } from '../../../core/geometry.js';
import type { NodeListPosition } from '../../screen/screen.js';
import { type AtspiCall, ignoreMissing, type ObjectRef, objectKey, readProperty } from '../atspi/atspi.js';
import {
  hasInterface,
  hasState,
  type ObjectFacts,
  type ProgramObjects,
  readChildRefs,
  readFacts,
} from '../atspi/object-facts.js';
import { roleNumbers } from '../atspi/role-table.js';
import { toNumber } from '../dbus/bus-values.js';

/** One object of a program in the tree that is being read. */
export interface TreeObject {
  facts: ObjectFacts;
  key: string;
  parent?: TreeObject;
  children: TreeObject[];
  /** Its children were not read for lack of time. */
  isTruncated?: boolean;
  /** In screen pixels, corrected and clipped to the visible part. */
  bounds?: Rect;
  /** As the program reported them. Hit tests need these coordinates. */
  reportedBounds?: Rect;
  /** The correction that was added to `reportedBounds`. */
  offset?: Point;
  value?: string;
  /** The text of another object that labels this one. */
  label?: string;
  /** Its row in a list or table. */
  listPosition?: NodeListPosition;
  level?: number;
}

export interface WalkState {
  /** Whether hidden objects are read, too. */
  includesHidden: boolean;
  /** The state of a visible object. GTK 4 sets 'showing' on windows only. */
  visibleState: 'showing' | 'visible';
  nodeCount: number;
  maxNodes: number;
  dropped: number;
  /** No level is read after this time (performance.now): the found objects still need time to report their bounds. */
  deadline?: number;
  isTimedOut?: boolean;
}

/** An object that manages its descendants (GTK's list box) is read whole up to this many rows. Of a longer one, the visible rows are read. */
export const maxManagedChildren = 300;

const maxDepth = 60;

/** Reads the objects below `roots` level by level. All calls of a level run in parallel. */
export async function readDescendants(
  call: AtspiCall,
  program: ProgramObjects,
  roots: readonly TreeObject[],
  walk: WalkState,
): Promise<void> {
  let level = [...roots];
  for (let depth = 0; level.length && depth < maxDepth; depth += 1) {
    if (walk.deadline !== undefined && performance.now() > walk.deadline) {
      walk.isTimedOut = true;
      for (const object of level) object.isTruncated = object.facts.childCount !== 0;
      return;
    }
    const next = await Promise.all(level.map((object) => readChildren(call, program, object, walk)));
    level = [];
    for (const child of next.flat()) {
      if (walk.nodeCount >= walk.maxNodes) {
        walk.dropped += 1;
        continue;
      }
      walk.nodeCount += 1;
      child.parent?.children.push(child);
      level.push(child);
    }
  }
}

async function readChildren(
  call: AtspiCall,
  program: ProgramObjects,
  object: TreeObject,
  walk: WalkState,
): Promise<TreeObject[]> {
  const known = program.children.get(object.key) ?? [];
  const facts = await readAllChildren(call, program, object.facts, known, walk);
  const shown = walk.includesHidden ? facts : facts.filter((child) => hasState(child, walk.visibleState));
  return shown
    .filter((child) => !isDuplicateMenuBar(program, object.facts, child))
    .map((child) => createTreeObject(child, object));
}

async function readAllChildren(
  call: AtspiCall,
  program: ProgramObjects,
  facts: ObjectFacts,
  known: ObjectFacts[],
  walk: WalkState,
): Promise<readonly ObjectFacts[]> {
  if (isTable(facts)) return [];
  const managed = hasState(facts, 'managesDescendants');
  if (managed && (await countChildren(call, facts.ref)) > maxManagedChildren) return [];
  if (facts.role === roleNumbers.menu && facts.childCount < 0 && !walk.includesHidden) {
    // The items of a closed menu are hidden, so only an open menu is read.
    if (!known.length && !hasState(facts, 'selected')) return [];
    if (known.some((item) => hasState(item, 'showing')) || !hasState(facts, 'selected')) return known;
  } else if (!managed && (known.length === facts.childCount || facts.childCount === 0)) return known;
  const refs = await readChildRefs(call, facts.ref);
  if (managed) facts.childCount = refs.length; // its cached count is wrong
  const room = Math.max(0, walk.maxNodes - walk.nodeCount);
  walk.dropped += Math.max(0, refs.length - room);
  const found = await Promise.all(
    refs.slice(0, room).map((ref) => program.facts.get(objectKey(ref)) ?? readFacts(call, ref)),
  );
  return found.flatMap((child, index) => (child ? [managed ? { ...child, index } : child] : []));
}

/** A table may have millions of cells. */
function isTable(facts: ObjectFacts): boolean {
  return hasState(facts, 'managesDescendants') && hasInterface(facts, 'Table');
}

async function countChildren(call: AtspiCall, ref: ObjectRef): Promise<number> {
  return toNumber(await ignoreMissing(readProperty(call, ref, 'Accessible', 'ChildCount')));
}

/** LibreOffice reports its menu bar twice: the one that GTK draws, and its own. The drawn one is kept. */
function isDuplicateMenuBar(program: ProgramObjects, parent: ObjectFacts, child: ObjectFacts): boolean {
  if (child.role !== roleNumbers.menuBar || parent.role !== roleNumbers.rootPane) return false;
  for (const other of program.facts.values())
    if (other.role === roleNumbers.menuBar && other !== child && !isSameRef(other.parent, parent.ref)) return true;
  return false;
}

function isSameRef(one: ObjectRef | undefined, other: ObjectRef): boolean {
  return one?.path === other.path && one.bus === other.bus;
}

/** A tree object without children. */
export function createTreeObject(facts: ObjectFacts, parent?: TreeObject): TreeObject {
  return { facts, key: objectKey(facts.ref), parent, children: [] };
}

/** All objects below and including `roots`, parents first. */
export function* walkObjects(roots: readonly TreeObject[]): Generator<TreeObject> {
  for (const root of roots) {
    yield root;
    yield* walkObjects(root.children);
  }
}
