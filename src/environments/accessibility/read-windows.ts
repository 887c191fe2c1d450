import { within } from '../../core/deadline.js';
import type { Point } from '../../core/geometry.js';
import type { ScreenNode, ScreenWindow, Tree, TreeRequest } from '../screen/screen.js';
import { type Ask, ifThere, isSlow, property } from './atspi/atspi.js';
import { type Application, applications } from './atspi/match-frames.js';
import { contains } from './atspi/object-bounds.js';
import { readInside } from './atspi/read-inside.js';
import type { SheetMemory } from './sheets/sheet.js';
import { type ApplicationTree, findFrames, joinTrees, readApplicationTree, type WindowTree } from './tree/tree.js';

const silentMs = 600;

/** What is kept from look to look. */
export interface Memory {
  applications: Map<string, Application>;
  sheets: SheetMemory;
}

/** A tree of what is asked for; a program that is too slow is left out and named. */
export async function lookAt(ask: Ask, request: TreeRequest, memory: Memory, ms: number): Promise<Tree> {
  const all = await applications(ask, memory.applications);
  const { inside, find } = request;
  if (inside) return lookInside(ask, inside, all, request.windows, memory);
  const slow: string[] = [];
  const read = await Promise.all(
    all.map(async (application): Promise<ApplicationTree> => {
      const windows = windowsOf(application, request.windows);
      if (!windows.length) return { trees: [], dropped: 0, isLate: false };
      const name = windows[0]?.app || `Process ${application.pid}`;
      try {
        const read = () => readApplicationTree(ask, application, windows, memory.sheets, find);
        const tree = await unlessSilent(ask, application, read);
        if (tree.isLate) slow.push(name);
        return tree;
      } catch (error) {
        if (!isSlow(error)) throw error;
        slow.push(name);
        return { trees: [], dropped: 0, isLate: true };
      }
    }),
  );
  const tree = joinTrees(read, request.windows, find !== undefined);
  if (find !== undefined) tree.nodes = tree.nodes.filter((node) => holds(node, find));
  if (slow.length) tree.incomplete = `${slow.join(', ')} did not answer within ${ms} ms`;
  return tree;
}

/**
 * A program that did not answer at all holds up no second look: it is asked one thing, and waited for again when it has answered that. Not more
 * than one thing: a busy one would have the more to do the oftener it is looked at.
 */
async function unlessSilent<T>(ask: Ask, application: Application, read: () => Promise<T>): Promise<T> {
  if (application.isSilent) {
    application.answering ??= ifThere(property(ask, application.ref, 'Accessible', 'ChildCount')).finally(() => {
      delete application.answering;
    });
    application.answering.catch(() => undefined); // whoever waits hears of it
    await within(silentMs, 'Asking it again', application.answering);
    application.isSilent = false;
  }
  try {
    return await read();
  } catch (error) {
    if (isSlow(error)) application.isSilent = true;
    throw error;
  }
}

async function lookInside(
  ask: Ask,
  inside: { key: string; from?: number },
  all: readonly Application[],
  windows: readonly ScreenWindow[],
  memory: Memory,
): Promise<Tree> {
  const application = all.find((one) => inside.key.startsWith(`${one.ref.bus}/`));
  if (!application) return { nodes: [], dropped: 0 };
  return readInside(ask, inside, windowsOf(application, windows), memory.sheets);
}

/** Windows without a process id may be anybody's: their titles decide. */
function windowsOf(application: Application, windows: readonly ScreenWindow[]): ScreenWindow[] {
  return windows.filter((window) => window.pid === application.pid || window.pid === undefined);
}

function holds(node: ScreenNode, words: string): boolean {
  const wanted = words.toLowerCase();
  return [node.name, node.value, node.description].some((text) => text?.toLowerCase().includes(wanted));
}

/** The program of a window is on the bus. */
export async function speaks(ask: Ask, { pid }: ScreenWindow, memory: Memory): Promise<boolean> {
  return pid !== undefined && (await applications(ask, memory.applications)).some((one) => one.pid === pid);
}

/** The top object of one window. */
export async function findWindow(ask: Ask, window: ScreenWindow, memory: Memory): Promise<WindowTree | undefined> {
  for (const application of await applications(ask, memory.applications)) {
    if (!windowsOf(application, [window]).length) continue;
    const [tree] = await findFrames(ask, application, [window]);
    if (tree) return tree;
  }
  return undefined;
}

/** The innermost node at a place: of those around it the smallest, of equals the one inside. */
export function innermost(nodes: readonly ScreenNode[], { x, y }: Point): ScreenNode | undefined {
  let best: ScreenNode | undefined;
  const size = (node: ScreenNode) => (node.bounds ? node.bounds.width * node.bounds.height : Number.POSITIVE_INFINITY);
  for (const node of nodes) {
    if (!node.bounds || !contains(node.bounds, { x, y, width: 1, height: 1 })) continue;
    if (!best || size(node) <= size(best)) best = node;
  }
  return best;
}
