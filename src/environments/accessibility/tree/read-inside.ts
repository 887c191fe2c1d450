import type { ScreenNode, ScreenWindow } from '../../screen/screen.js';
import type { AtspiCall, ObjectRef } from '../atspi/atspi.js';
import { hasState, isApplication, type ObjectFacts, type ProgramObjects, readFacts } from '../atspi/object-facts.js';
import { sheetOf } from '../sheets/cell-keys.js';
import type { SheetCache } from '../sheets/read-sheet.js';
import { readAllBounds, resolveBounds } from './object-bounds.js';
import { readDetails } from './object-details.js';
import { readingOrder } from './reading-order.js';
import { assignRowPositions } from './row-positions.js';
import { readTables } from './tables.js';
import { toScreenNode } from './to-screen-node.js';
import { createTreeObject, readDescendants, type TreeObject, type WalkState } from './walk.js';

const maxNodes = 1500;
const maxRows = 100;
const maxDepth = 60;

/** An object and its ancestors, from its window down. */
async function readAncestors(call: AtspiCall, ref: ObjectRef): Promise<TreeObject[]> {
  const path: ObjectFacts[] = [];
  let facts = await readFacts(call, ref);
  while (facts && path.length < maxDepth) {
    path.unshift(facts);
    if (!facts.parent || isApplication(facts.parent)) break;
    facts = await readFacts(call, facts.parent);
  }
  const chain: TreeObject[] = [];
  for (const step of path) {
    const parent = chain.at(-1);
    const object = createTreeObject(step, parent);
    parent?.children.push(object);
    chain.push(object);
  }
  return chain;
}

/** Reads everything below one object, shown or not, from a row on. */
export async function readInside(
  call: AtspiCall,
  { key, from = 0 }: { key: string; from?: number },
  windows: readonly ScreenWindow[],
  sheets: SheetCache,
): Promise<{ nodes: ScreenNode[]; dropped: number }> {
  const chain = await readAncestors(call, sheetOf(key));
  const [frame] = chain;
  const inner = chain.at(-1);
  const window = frame && findWindow(frame, windows);
  if (!frame || !inner || !window) return { nodes: [], dropped: 0 };
  const walk: WalkState = {
    includesHidden: true,
    visibleState: 'visible',
    nodeCount: 0,
    maxNodes: maxNodes + from,
    dropped: 0,
  };
  const noCache: ProgramObjects = { facts: new Map(), children: new Map() };
  if (!hasState(inner.facts, 'managesDescendants')) await readDescendants(call, noCache, [inner], walk);
  assignRowPositions(inner);
  inner.children.splice(0, from);
  await Promise.all([readAllBounds(call, [frame]), readDetails(call, [inner])]);
  const popups = windows.filter((one) => one.popup);
  resolveBounds(frame, window, popups);
  await readTables(call, inner, sheets, { from, count: maxRows });
  const nodes: ScreenNode[] = [];
  const visit = (object: TreeObject) => {
    const node = toScreenNode(object, window);
    if (node) nodes.push(node);
    for (const child of readingOrder(object.children)) visit(child);
  };
  for (const child of inner.children) visit(child);
  return { nodes, dropped: walk.dropped };
}

/** The window of a top object: by its title, or the first window of its program. */
function findWindow(frame: TreeObject, windows: readonly ScreenWindow[]): ScreenWindow | undefined {
  const title = frame.facts.name.trim();
  return windows.find((window) => window.title.trim() === title && title !== '') ?? windows[0];
}
