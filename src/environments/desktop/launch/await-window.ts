import { HandrailError } from '../../../core/errors.js';
import type { Accessibility } from '../../accessibility/accessibility.js';
import type { ScreenNode, ScreenWindow, Tree } from '../../screen/screen.js';
import type { XDisplay } from '../../x11/x-display.js';

export interface AwaitReadableParts {
  x: Pick<XDisplay, 'windows' | 'waitForIdle'>;
  accessibility: Pick<Accessibility, 'hasProgram' | 'tree' | 'changes'>;
}

/** How long a program may be busy with its start. */
const maxBusyMs = 5_000;
/** A program that is idle and reports nothing for this long has no accessible content. */
const maxEmptyMs = 800;
const pollMs = 50;

/** Resolves when the elements of a new window can be read, or when its program does not seem to provide any. */
export async function awaitReadable(
  id: string,
  { x, accessibility }: AwaitReadableParts,
  signal?: AbortSignal,
): Promise<void> {
  const startedAt = performance.now();
  const leftMs = (): number => startedAt + maxBusyMs - performance.now();
  while (leftMs() > 0) {
    const all = await x.windows(); // read again, because titles change during the start
    const window = all.find((one) => one.id === id);
    if (!window) return;
    await x.waitForIdle(window, leftMs(), signal);
    if (!(await accessibility.hasProgram(window, signal))) return;
    // Windows of one program may have the same title, so they are matched together.
    const siblings = all.filter(({ pid }) => pid === window.pid);
    const tree = await readTree(siblings, accessibility, signal);
    if (tree?.nodes.some((node) => node.window === id && isContent(node))) return;
    if (tree && tree.incomplete === undefined && performance.now() - startedAt > maxEmptyMs) return;
    await accessibility.changes.waitForChange(pollMs, signal);
  }
}

/** Undefined when the read took too long. */
async function readTree(
  windows: readonly ScreenWindow[],
  accessibility: AwaitReadableParts['accessibility'],
  signal?: AbortSignal,
): Promise<Tree | undefined> {
  try {
    return await accessibility.tree({ windows }, signal);
  } catch (error) {
    if (error instanceof HandrailError && error.code === 'deadline') return undefined;
    throw error;
  }
}

/** True for a node inside the window. Programs report the window itself first. */
function isContent({ interactive, role }: ScreenNode): boolean {
  return interactive || role === 'Text';
}
