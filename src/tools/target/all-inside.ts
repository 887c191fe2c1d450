import type { Element, ElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { ToolContext } from '../context.js';

const most = 3_000;

/** Everything inside an element, also the rows of its lists that are scrolled out of view. Nothing when it is gone or hidden. */
export async function allInside(context: Pick<ToolContext, 'observe'>, element: ElementId): Promise<Element[]> {
  const found = new Map<ElementId, Element>();
  const asked = new Set<string>();
  const open = [{ element, from: 0 }];
  for (let next = open.shift(); next && found.size < most; next = open.shift()) {
    asked.add(`${next.element} ${next.from}`);
    const elements = await expand(context, next);
    const known = found.size;
    for (const one of elements) found.set(one.id, one);
    if (found.size === known) continue;
    for (const [of, { first, last, rows }] of listsIn(elements)) {
      if (first > 1 && !asked.has(`${of} 1`)) open.push({ element: of, from: 1 });
      if (last + 1 < rows && !asked.has(`${of} ${last + 1}`)) open.push({ element: of, from: last + 1 });
    }
  }
  found.delete(element);
  return [...found.values()];
}

async function expand(
  { observe }: Pick<ToolContext, 'observe'>,
  inside: { element: ElementId; from: number },
): Promise<Element[]> {
  try {
    return (await observe({ expand: inside, budget: 1 })).elements;
  } catch (error) {
    if (error instanceof HandrailError && error.code === 'stale_element') return [];
    throw error;
  }
}

/** How far each list was seen. */
function listsIn(elements: readonly Element[]): Map<ElementId, { first: number; last: number; rows: number }> {
  const lists = new Map<ElementId, { first: number; last: number; rows: number }>();
  for (const { list } of elements) {
    if (!list) continue;
    const { first = list.row, last = 0 } = lists.get(list.of) ?? {};
    lists.set(list.of, { first: Math.min(first, list.row), last: Math.max(last, list.row), rows: list.rows });
  }
  return lists;
}
