import { type Element, itemMark } from '../../core/element.js';

/** How many parts of the document contain both elements. 0 if the structure of one is unknown. */
export function commonDepth({ path: one = [] }: Element, { path: other = [] }: Element): number {
  let depth = 0;
  while (depth < one.length && depth < other.length && one[depth] === other[depth]) depth += 1;
  return depth;
}

/** The innermost row or other item that contains the element. */
export function itemOf({ path = [] }: Element): string | undefined {
  return path.findLast((part) => part.endsWith(itemMark));
}

/** The list, table or other collection that contains the innermost item of the element. */
export function listOf({ path = [] }: Element): string | undefined {
  return path[path.findLastIndex((part) => part.endsWith(itemMark)) - 1];
}

export function isOnLine({ bounds: one }: Element, { bounds: other }: Element): boolean {
  const middle = other.y + other.height / 2;
  return one.y <= middle && middle <= one.y + one.height;
}
