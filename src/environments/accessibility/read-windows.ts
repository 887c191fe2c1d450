import { withTimeout } from '../../core/deadline.js';
import type { Point } from '../../core/geometry.js';
import type { ScreenNode, ScreenWindow, Tree, TreeRequest } from '../screen/screen.js';
import { type AtspiCall, ignoreMissing, isTimeout, readProperty } from './atspi/atspi.js';
import type { SheetCache } from './sheets/read-sheet.js';
import { type Application, readApplications } from './tree/match-frames.js';
import { containsRect } from './tree/object-bounds.js';
import { readInside } from './tree/read-inside.js';
import { type ApplicationTree, findFrames, mergeTrees, readApplicationTree, type WindowTree } from './tree/tree.js';

const probeTimeoutMs = 600;

/** What is kept from one read to the next. */
export interface ReaderState {
  applications: Map<string, Application>;
  sheets: SheetCache;
}

/** Reads the requested tree. A program that does not answer in time is left out and named in `incomplete`. */
export async function readWindows(
  call: AtspiCall,
  request: TreeRequest,
  state: ReaderState,
  timeoutMs: number,
): Promise<Tree> {
  const applications = await readApplications(call, state.applications);
  const { inside, find } = request;
  if (inside) {
    const application = applications.find((one) => inside.key.startsWith(`${one.ref.bus}/`));
    if (!application) return { nodes: [], dropped: 0 };
    return readInside(call, inside, windowsOf(application, request.windows), state.sheets);
  }
  const slow: string[] = [];
  const trees = await Promise.all(
    applications.map(async (application): Promise<ApplicationTree> => {
      const windows = windowsOf(application, request.windows);
      if (!windows.length) return { trees: [], dropped: 0, isTimedOut: false };
      const tree = await readUnlessSilent(call, application, () =>
        readApplicationTree(call, application, windows, state.sheets, find),
      );
      if (tree.isTimedOut) slow.push(windows[0]?.app || `Process ${application.pid}`);
      return tree;
    }),
  );
  const tree = mergeTrees(trees, request.windows, find !== undefined);
  if (find !== undefined) tree.nodes = tree.nodes.filter((node) => containsText(node, find));
  if (slow.length) tree.incomplete = `${slow.join(', ')} did not respond within ${timeoutMs} ms`;
  return tree;
}

/**
 * Reads a program. One that did not answer the last time is sent a single probe first and is read again when it has answered: further
 * requests would only add to its work.
 */
async function readUnlessSilent(
  call: AtspiCall,
  application: Application,
  read: () => Promise<ApplicationTree>,
): Promise<ApplicationTree> {
  try {
    if (application.isSilent) await waitForProbe(call, application);
  } catch (error) {
    return toTimedOut(error);
  }
  try {
    application.isSilent = false;
    return await read();
  } catch (error) {
    application.isSilent = isTimeout(error);
    return toTimedOut(error);
  }
}

async function waitForProbe(call: AtspiCall, application: Application): Promise<void> {
  application.probe ??= ignoreMissing(readProperty(call, application.ref, 'Accessible', 'ChildCount')).finally(() => {
    delete application.probe;
  });
  application.probe.catch(() => undefined); // handled by the reads that wait for it
  await withTimeout(probeTimeoutMs, 'Probing the program', application.probe);
}

/** The result for a program that did not answer in time. Throws other errors. */
function toTimedOut(error: unknown): ApplicationTree {
  if (!isTimeout(error)) throw error;
  return { trees: [], dropped: 0, isTimedOut: true };
}

/** A window without a process id may belong to any program: its title decides later. */
function windowsOf(application: Application, windows: readonly ScreenWindow[]): ScreenWindow[] {
  return windows.filter((window) => window.pid === application.pid || window.pid === undefined);
}

function containsText(node: ScreenNode, text: string): boolean {
  const wanted = text.toLowerCase();
  return [node.name, node.value, node.description].some((part) => part?.toLowerCase().includes(wanted));
}

/** Whether the program of a window is on the bus. */
export async function hasProgram(call: AtspiCall, { pid }: ScreenWindow, state: ReaderState): Promise<boolean> {
  return pid !== undefined && (await readApplications(call, state.applications)).some((one) => one.pid === pid);
}

/** The top object of a window. */
export async function findWindow(
  call: AtspiCall,
  window: ScreenWindow,
  state: ReaderState,
): Promise<WindowTree | undefined> {
  for (const application of await readApplications(call, state.applications)) {
    if (!windowsOf(application, [window]).length) continue;
    const [tree] = await findFrames(call, application, [window]);
    if (tree) return tree;
  }
  return undefined;
}

/** The smallest node around a position. Of nodes of equal size, the inner one. */
export function findInnermost(nodes: readonly ScreenNode[], { x, y }: Point): ScreenNode | undefined {
  let best: ScreenNode | undefined;
  const area = (node: ScreenNode) => (node.bounds ? node.bounds.width * node.bounds.height : Number.POSITIVE_INFINITY);
  for (const node of nodes) {
    if (!node.bounds || !containsRect(node.bounds, { x, y, width: 1, height: 1 })) continue;
    if (!best || area(node) <= area(best)) best = node;
  }
  return best;
}
