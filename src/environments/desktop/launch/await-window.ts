import { HandrailError } from '../../../core/errors.js';
import type { Accessibility } from '../../accessibility/accessibility.js';
import type { ScreenNode, ScreenWindow, Tree } from '../../screen/screen.js';
import type { XDisplay } from '../../x11/x-display.js';

export interface ToldParts {
  x: Pick<XDisplay, 'windows' | 'caughtUp'>;
  accessibility: Pick<Accessibility, 'speaks' | 'tree' | 'stir'>;
}

/** A program that is still busy with its start is waited for so long. */
const busyMs = 5_000;
/** One that is not, and has nothing to tell, has nothing but pixels. */
const emptyMs = 800;
const glanceMs = 50;

/** Comes back when the program of a new window tells what it shows, or does not seem to be about to. */
export async function awaitTold(id: string, { x, accessibility }: ToldParts, signal?: AbortSignal): Promise<void> {
  const begun = performance.now();
  const left = (): number => begun + busyMs - performance.now();
  while (left() > 0) {
    const all = await x.windows(); // as they are called by now
    const window = all.find((one) => one.id === id);
    if (!window) return;
    await x.caughtUp(window, left(), signal);
    if (!(await accessibility.speaks(window, signal))) return;
    // With the others of its program: one that is called the same would be taken for it.
    const own = all.filter(({ pid }) => pid === window.pid);
    const tree = await treeOf(own, accessibility, signal);
    if (tree?.nodes.some((node) => node.window === id && isPart(node))) return;
    if (tree && tree.incomplete === undefined && performance.now() - begun > emptyMs) return;
    await accessibility.stir.next(glanceMs, signal);
  }
}

/** Undefined when the look took too long. */
async function treeOf(
  windows: readonly ScreenWindow[],
  accessibility: ToldParts['accessibility'],
  signal?: AbortSignal,
): Promise<Tree | undefined> {
  try {
    return await accessibility.tree({ windows }, signal);
  } catch (error) {
    if (error instanceof HandrailError && error.code === 'deadline') return undefined;
    throw error;
  }
}

/** Something inside the window: the window itself is told first. */
function isPart({ interactive, role }: ScreenNode): boolean {
  return interactive || role === 'Text';
}
