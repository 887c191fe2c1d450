import type { ScreenNode, ScreenWindow, Tree } from '../../screen/screen.js';
import { type Ask, ifThere, isSlow, property } from '../atspi/atspi.js';
import { describe } from '../atspi/describe-object.js';
import { type Application, matchFrames } from '../atspi/match-frames.js';
import { contains, middle, readBox, readBoxes, settleBoxes } from '../atspi/object-bounds.js';
import { readDetails } from '../atspi/object-details.js';
import { childRefs, has, type Program, readFacts, readProgram } from '../atspi/object-facts.js';
import { roleNumbers } from '../atspi/role-table.js';
import { textOf } from '../dbus/bus-values.js';
import type { SheetMemory } from '../sheets/sheet.js';
import { numberRows } from './number-rows.js';
import { readingOrder } from './reading-order.js';
import { readTables } from './tables.js';
import { descend, type Seen, seenFrom, type Walk } from './walk.js';

const mostNodes = 1500;
const walkMs = 1000;

/** A window and what stands in it. */
export interface WindowTree {
  window: ScreenWindow;
  frame: Seen;
  program: Program;
}

/** The top objects of a program, each with the window it is. */
export async function findFrames(
  ask: Ask,
  application: Application,
  windows: readonly ScreenWindow[],
): Promise<WindowTree[]> {
  application.toolkit ??= textOf(await ifThere(property(ask, application.ref, 'Application', 'ToolkitName')));
  const [program, refs] = await Promise.all([
    readProgram(ask, application.ref.bus, !isGtk4(application)),
    childRefs(ask, application.ref),
  ]);
  const tops = await Promise.all(
    refs.map(async (ref) => {
      const facts = program.facts.get(`${ref.bus}${ref.path}`) ?? (await readFacts(ask, ref));
      if (!facts || !has(facts, 'visible')) return undefined;
      const seen = seenFrom(facts);
      seen.reported = await readBox(ask, ref);
      return seen;
    }),
  );
  const matched = matchFrames(
    tops.flatMap((top) => top ?? []),
    windows,
  );
  return [...matched].map(([frame, window]) => ({ window, frame, program }));
}

/** GTK 3 calls itself 'gtk'. */
function isGtk4({ toolkit }: Application): boolean {
  return toolkit === 'GTK';
}

/** What was read of one program. */
export interface ApplicationTree {
  trees: WindowTree[];
  dropped: number;
  /** It did not answer all that was asked in time. */
  isLate: boolean;
}

/** What is shown in the windows of one program. */
export async function readApplicationTree(
  ask: Ask,
  application: Application,
  windows: readonly ScreenWindow[],
  memory: SheetMemory,
  find?: string,
): Promise<ApplicationTree> {
  const all = find !== undefined;
  const trees = await findFrames(ask, application, windows);
  const frames = trees.map((tree) => tree.frame);
  const program = trees[0]?.program;
  if (!program) return { trees, dropped: 0, isLate: false };
  const shownBy = isGtk4(application) ? 'visible' : 'showing';
  const until = performance.now() + walkMs;
  const walk: Walk = { all, shownBy, nodes: 0, most: mostNodes, dropped: 0, until };
  await descend(ask, program, frames, walk);
  await Promise.all([readBoxes(ask, frames), readDetails(ask, frames)]);
  const popups = windows.filter((window) => window.popup);
  for (const tree of trees) settleBoxes(tree.frame, tree.window, popups);
  for (const tree of trees) numberRows(tree.frame);
  try {
    await Promise.all(trees.map((tree) => readTables(ask, tree.frame, memory, all ? { find } : 'shown')));
  } catch (error) {
    if (!isSlow(error)) throw error;
    return { trees, dropped: walk.dropped, isLate: true };
  }
  return { trees, dropped: walk.dropped, isLate: walk.isLate === true };
}

/** The nodes of a window in reading order; what lies in a menu that hangs out of it belongs to the menu's own window. */
export function nodesOf(tree: WindowTree, windows: readonly ScreenWindow[], all: boolean): ScreenNode[] {
  const popups = windows.filter((window) => window.popup && window.pid === tree.window.pid);
  const labels = new Set<string>();
  const nodes: ScreenNode[] = [];
  const tell = (seen: Seen) => {
    if (seen.box || all || seen === tree.frame) {
      const home = (isInMenu(seen) && popups.find((popup) => holds(popup, seen))) || tree.window;
      const node = describe(seen, home);
      if (node) nodes.push(node);
      if (seen.label && node) labels.add(seen.label);
    }
  };
  const visit = (seen: Seen) => {
    tell(seen);
    visitInside(seen);
  };
  const visitInside = (seen: Seen) => {
    const children = readingOrder(seen.children);
    if (seen.facts.role !== roleNumbers.pageTabList) {
      children.forEach(visit);
      return;
    }
    // The tabs stand in one line, and below them what the open one holds.
    children.forEach(tell);
    children.forEach(visitInside);
  };
  visit(tree.frame);
  return nodes.filter((node) => node.role !== 'Text' || node.kind !== undefined || !labels.has(node.name));
}

/** What hangs down from an open menu or a box of choices. */
function isInMenu(seen: Seen): boolean {
  for (let around = seen.parent; around; around = around.parent)
    if (around.facts.role === roleNumbers.menu || around.facts.role === roleNumbers.popupMenu) return true;
  return false;
}

function holds(popup: ScreenWindow, seen: Seen): boolean {
  return seen.box !== undefined && contains(popup.bounds, middle(seen.box));
}

/** Trees of several programs as one, windows in the order they were asked for. */
export function joinTrees(read: readonly ApplicationTree[], windows: readonly ScreenWindow[], all: boolean): Tree {
  const trees = read.flatMap((one) => one.trees);
  const nodes = windows.flatMap((window) => {
    const tree = trees.find((one) => one.window.id === window.id);
    return tree ? nodesOf(tree, windows, all) : [];
  });
  // An open list is told twice: as a part of its box, and as a window of its own.
  const once = [...new Map(nodes.map((node) => [node.key, node])).values()];
  return { nodes: once, dropped: read.reduce((sum, one) => sum + one.dropped, 0) };
}
