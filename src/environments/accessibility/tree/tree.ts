import type { ScreenNode, ScreenWindow, Tree } from '../../screen/screen.js';
import { type AtspiCall, ignoreMissing, isTimeout, readProperty } from '../atspi/atspi.js';
import { hasState, type ProgramObjects, readChildRefs, readFacts, readProgramObjects } from '../atspi/object-facts.js';
import { roleNumbers } from '../atspi/role-table.js';
import { toText } from '../dbus/bus-values.js';
import type { SheetCache } from '../sheets/read-sheet.js';
import { type Application, matchFrames } from './match-frames.js';
import { centerPixel, containsRect, readAllBounds, readBounds, resolveBounds } from './object-bounds.js';
import { readDetails } from './object-details.js';
import { readingOrder } from './reading-order.js';
import { assignRowPositions } from './row-positions.js';
import { readTables } from './tables.js';
import { toScreenNode } from './to-screen-node.js';
import { createTreeObject, readDescendants, type TreeObject, type WalkState } from './walk.js';

const maxNodes = 1500;
const walkTimeoutMs = 1000;

/** A window and its content. */
export interface WindowTree {
  window: ScreenWindow;
  frame: TreeObject;
  program: ProgramObjects;
}

/** The top objects of a program with their windows. */
export async function findFrames(
  call: AtspiCall,
  application: Application,
  windows: readonly ScreenWindow[],
): Promise<WindowTree[]> {
  application.toolkit ??= toText(
    await ignoreMissing(readProperty(call, application.ref, 'Application', 'ToolkitName')),
  );
  const [program, refs] = await Promise.all([
    readProgramObjects(call, application.ref.bus, !isGtk4(application)),
    readChildRefs(call, application.ref),
  ]);
  const frames = await Promise.all(
    refs.map(async (ref) => {
      const facts = program.facts.get(`${ref.bus}${ref.path}`) ?? (await readFacts(call, ref));
      if (!facts || !hasState(facts, 'visible')) return undefined;
      const object = createTreeObject(facts);
      object.reportedBounds = await readBounds(call, ref);
      return object;
    }),
  );
  const matched = matchFrames(
    frames.filter((frame) => frame !== undefined),
    windows,
  );
  return [...matched].map(([frame, window]) => ({ window, frame, program }));
}

/** The toolkit name of GTK 3 is 'gtk'. */
function isGtk4({ toolkit }: Application): boolean {
  return toolkit === 'GTK';
}

/** The trees of one program. */
export interface ApplicationTree {
  trees: WindowTree[];
  dropped: number;
  /** It did not answer all calls in time. */
  isTimedOut: boolean;
}

/** Reads the content of the windows of one program. With `find`, hidden content, too. */
export async function readApplicationTree(
  call: AtspiCall,
  application: Application,
  windows: readonly ScreenWindow[],
  sheets: SheetCache,
  find?: string,
): Promise<ApplicationTree> {
  const includesHidden = find !== undefined;
  const trees = await findFrames(call, application, windows);
  const frames = trees.map((tree) => tree.frame);
  const program = trees[0]?.program;
  if (!program) return { trees, dropped: 0, isTimedOut: false };
  const walk: WalkState = {
    includesHidden,
    visibleState: isGtk4(application) ? 'visible' : 'showing',
    nodeCount: 0,
    maxNodes,
    dropped: 0,
    deadline: performance.now() + walkTimeoutMs,
  };
  await readDescendants(call, program, frames, walk);
  await Promise.all([readAllBounds(call, frames), readDetails(call, frames)]);
  const popups = windows.filter((window) => window.popup);
  for (const tree of trees) resolveBounds(tree.frame, tree.window, popups);
  for (const tree of trees) assignRowPositions(tree.frame);
  try {
    await Promise.all(
      trees.map((tree) => readTables(call, tree.frame, sheets, find === undefined ? 'shown' : { find })),
    );
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return { trees, dropped: walk.dropped, isTimedOut: true };
  }
  return { trees, dropped: walk.dropped, isTimedOut: walk.isTimedOut === true };
}

/** The nodes of a window in reading order. The items of an open menu belong to the window of the menu. */
function toScreenNodes(tree: WindowTree, windows: readonly ScreenWindow[], includesHidden: boolean): ScreenNode[] {
  const popups = windows.filter((window) => window.popup && window.pid === tree.window.pid);
  const labels = new Set<string>();
  const nodes: ScreenNode[] = [];
  const add = (object: TreeObject) => {
    if (!object.bounds && !includesHidden && object !== tree.frame) return;
    const window = (isInMenu(object) && popups.find((popup) => isInside(object, popup))) || tree.window;
    const node = toScreenNode(object, window);
    if (node) nodes.push(node);
    if (object.label && node) labels.add(object.label);
  };
  const visit = (object: TreeObject) => {
    add(object);
    visitChildren(object);
  };
  const visitChildren = (object: TreeObject) => {
    const children = readingOrder(object.children);
    if (object.facts.role !== roleNumbers.pageTabList) {
      children.forEach(visit);
      return;
    }
    // The tabs come first, then the content of the open one.
    children.forEach(add);
    children.forEach(visitChildren);
  };
  visit(tree.frame);
  return nodes.filter((node) => node.role !== 'Text' || node.kind !== undefined || !labels.has(node.name));
}

/** Whether the object belongs to an open menu or list of choices. */
function isInMenu(object: TreeObject): boolean {
  for (let ancestor = object.parent; ancestor; ancestor = ancestor.parent)
    if (ancestor.facts.role === roleNumbers.menu || ancestor.facts.role === roleNumbers.popupMenu) return true;
  return false;
}

function isInside(object: TreeObject, popup: ScreenWindow): boolean {
  return object.bounds !== undefined && containsRect(popup.bounds, centerPixel(object.bounds));
}

/** Merges the trees of several programs, windows in the given order. */
export function mergeTrees(
  applications: readonly ApplicationTree[],
  windows: readonly ScreenWindow[],
  includesHidden: boolean,
): Tree {
  const trees = applications.flatMap((one) => one.trees);
  const nodes = windows.flatMap((window) => {
    const tree = trees.find((one) => one.window.id === window.id);
    return tree ? toScreenNodes(tree, windows, includesHidden) : [];
  });
  // An open list is reported twice: as a part of its combo box, and as a window.
  const unique = [...new Map(nodes.map((node) => [node.key, node])).values()];
  return { nodes: unique, dropped: applications.reduce((sum, one) => sum + one.dropped, 0) };
}
