import { HandrailError } from '../../../core/errors.js';
import type { ViewRequest } from '../../../core/view.js';
import type { NodeIds } from '../node-ids.js';
import type { ScreenWindow, TreeRequest } from '../screen.js';

/** Which nodes to read for a view. */
export function toTreeRequest(
  { inside, find }: ViewRequest,
  scopedWindows: readonly ScreenWindow[],
  current: ScreenWindow | undefined,
  ids: NodeIds,
): TreeRequest {
  const windows = scopedWindows.filter((window) => window.shown || window.id === current?.id);
  if (find !== undefined) return { windows, find };
  if (!inside) return { windows };
  const node = ids.nodeOf(inside.element);
  if (!node) throw ids.wasGiven(inside.element) ? staleElement(inside.element) : unknownElement(inside.element);
  return { windows, inside: { key: node.key, from: inside.from } };
}

export function unknownElement(id: string): HandrailError {
  return new HandrailError('unknown_element', `There is no element ${id}.`, 'Use an id from the last observation.');
}

export function staleElement(id: string): HandrailError {
  return new HandrailError('stale_element', `${id} is gone.`, 'Observe again.');
}
