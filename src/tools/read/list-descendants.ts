import type { Element, ElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { ToolContext } from '../context.js';

const maxElements = 3_000;

/** Everything inside an element, including list rows outside of the viewport. Empty if the element is gone or hidden. */
export async function listDescendants(context: Pick<ToolContext, 'observe'>, element: ElementId): Promise<Element[]> {
  const found = new Map<ElementId, Element>();
  const requested = new Set<string>();
  const queue = [{ element, from: 0 }];
  for (let next = queue.shift(); next && found.size < maxElements; next = queue.shift()) {
    requested.add(`${next.element} ${next.from}`);
    const elements = await expand(context, next);
    const known = found.size;
    for (const one of elements) found.set(one.id, one);
    if (found.size === known) continue;
    for (const [of, { first, last, rows }] of findRowRanges(elements)) {
      if (first > 1 && !requested.has(`${of} 1`)) queue.push({ element: of, from: 1 });
      if (last + 1 < rows && !requested.has(`${of} ${last + 1}`)) queue.push({ element: of, from: last + 1 });
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

/** The range of rows found in each list. */
function findRowRanges(elements: readonly Element[]): Map<ElementId, { first: number; last: number; rows: number }> {
  const lists = new Map<ElementId, { first: number; last: number; rows: number }>();
  for (const { list } of elements) {
    if (!list) continue;
    const { first = list.row, last = 0 } = lists.get(list.container) ?? {};
    lists.set(list.container, {
      first: Math.min(first, list.row),
      last: Math.max(last, list.row),
      rows: list.rowCount,
    });
  }
  return lists;
}
