import type { Box } from '../../page-protocol.js';
import { elementAt, flatParent } from '../tree.js';

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

/** A hit test passes every child of a list: beyond this many, one costs as much as the whole walk. */
const hitTestLimit = 20_000;

/** What is fixed to the screen from inside a part that is off it: a few hit tests find it, where those are cheap. */
export function visitMissed(
  clip: Box,
  longestList: number,
  visited: ReadonlySet<Element>,
  visit: (part: Element) => void,
): void {
  if (longestList > hitTestLimit) return;
  const begun = performance.now();
  for (const [across, down] of gridPoints) {
    if (performance.now() - begun > 1.5) return;
    let hit = elementAt(clip.left + (clip.right - clip.left) * across, clip.top + (clip.bottom - clip.top) * down);
    if (!hit || visited.has(hit)) continue;
    for (let parent = flatParent(hit); parent && !visited.has(parent); parent = flatParent(hit)) hit = parent;
    visit(hit);
  }
}
