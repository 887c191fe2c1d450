import type { Seen } from './walk.js';

/** Children as a person would read them: from the top, and in one line from the left. What has no place stays where it was, at the end. */
export function readingOrder(children: readonly Seen[]): Seen[] {
  const placed = children.filter((child) => child.box);
  const rest = children.filter((child) => !child.box);
  const byTop = [...placed].sort((one, other) => top(one) - top(other));
  const lines: Seen[][] = [];
  for (const child of byTop) {
    const line = lines.at(-1);
    const first = line?.[0];
    if (line && first && sharesLine(first, child)) line.push(child);
    else lines.push([child]);
  }
  return [...lines.flatMap((line) => line.sort((one, other) => left(one) - left(other))), ...rest];
}

function sharesLine(one: Seen, other: Seen): boolean {
  if (!one.box || !other.box) return false;
  const shared =
    Math.min(one.box.y + one.box.height, other.box.y + other.box.height) - Math.max(one.box.y, other.box.y);
  return shared > Math.min(one.box.height, other.box.height) / 2;
}

function top(seen: Seen): number {
  return seen.box?.y ?? 0;
}

function left(seen: Seen): number {
  return seen.box?.x ?? 0;
}
