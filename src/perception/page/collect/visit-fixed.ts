import { deepElementAt, flatParent } from '../dom/flat-tree.js';
import type { Box } from '../protocol.js';

/** Points to test, as fractions of the clip. */
const gridPoints = [
  [0.5, 0.97],
  [0.97, 0.97],
  [0.03, 0.97],
  [0.5, 0.03],
  [0.97, 0.03],
  [0.03, 0.03],
  [0.5, 0.5],
  [0.03, 0.5],
  [0.97, 0.5],
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const;

/** A hit test visits every child of a list. In a longer list it costs as much as the whole traversal. */
const maxListLength = 20_000;
const maxMilliseconds = 1.5;

/** Visits fixed elements whose parent is outside the screen, which the traversal skipped. A few hit tests find them. */
export function visitFixedElements(
  clip: Box,
  longestList: number,
  visited: ReadonlySet<Element>,
  visit: (element: Element) => void,
): void {
  if (longestList > maxListLength) return;
  const started = performance.now();
  for (const [across, down] of gridPoints) {
    if (performance.now() - started > maxMilliseconds) return;
    let hit = deepElementAt(clip.left + (clip.right - clip.left) * across, clip.top + (clip.bottom - clip.top) * down);
    if (!hit || visited.has(hit)) continue;
    for (let parent = flatParent(hit); parent && !visited.has(parent); parent = flatParent(hit)) hit = parent;
    visit(hit);
  }
}
