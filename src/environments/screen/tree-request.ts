import { HandrailError } from '../../core/errors.js';
import type { ViewRequest } from '../../core/view.js';
import type { NodeIds } from './node-ids.js';
import type { ScreenWindow, TreeRequest } from './screen.js';

/** What is to be read of the windows for a look. */
export function treeRequest(
  { inside, find }: ViewRequest,
  own: readonly ScreenWindow[],
  current: ScreenWindow | undefined,
  ids: NodeIds,
): TreeRequest {
  const windows = own.filter((window) => window.shown || window.id === current?.id);
  if (find !== undefined) return { windows, find };
  if (!inside) return { windows };
  const node = ids.nodeOf(inside.element);
  if (!node)
    throw ids.wasGiven(inside.element)
      ? new HandrailError('stale_element', `${inside.element} is gone.`, 'Observe again.')
      : new HandrailError('unknown_element', `There is no ${inside.element}.`, 'Use an id from the last observation.');
  return { windows, inside: { key: node.key, ...(inside.from === undefined ? {} : { from: inside.from }) } };
}
