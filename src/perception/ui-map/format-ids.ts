import type { ElementId } from '../../core/element.js';

/** Ids as short as possible: `el_4–el_7, el_9`. */
export function formatIds(ids: readonly ElementId[]): string {
  const parts: string[] = [];
  for (let from = 0; from < ids.length; ) {
    let to = from;
    while (to + 1 < ids.length && numberOf(ids[to + 1]) === numberOf(ids[to]) + 1) to += 1;
    parts.push(to > from + 1 ? `${ids[from]}–${ids[to]}` : ids.slice(from, to + 1).join(', '));
    from = to + 1;
  }
  return parts.join(', ');
}

function numberOf(id: ElementId | undefined): number {
  return Number(id?.slice(3));
}
