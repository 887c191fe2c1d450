import type { TreeObject } from './walk.js';

/** Sorts children from top to bottom, and within a line from left to right. Children without bounds stay in order at the end. */
export function readingOrder(children: readonly TreeObject[]): TreeObject[] {
  const visible = children.filter((child) => child.bounds).sort((one, other) => top(one) - top(other));
  const hidden = children.filter((child) => !child.bounds);
  const lines: TreeObject[][] = [];
  for (const child of visible) {
    const line = lines.at(-1);
    const first = line?.[0];
    if (line && first && sharesLine(first, child)) line.push(child);
    else lines.push([child]);
  }
  return [...lines.flatMap((line) => line.sort((one, other) => left(one) - left(other))), ...hidden];
}

function sharesLine({ bounds: one }: TreeObject, { bounds: other }: TreeObject): boolean {
  if (!one || !other) return false;
  const shared = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return shared > Math.min(one.height, other.height) / 2;
}

function top(object: TreeObject): number {
  return object.bounds?.y ?? 0;
}

function left(object: TreeObject): number {
  return object.bounds?.x ?? 0;
}
