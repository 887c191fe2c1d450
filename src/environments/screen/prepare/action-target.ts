import type { Action, Target } from '../../../core/action.js';
import { HandrailError } from '../../../core/errors.js';
import { center, contains, intersect, type Size } from '../../../core/geometry.js';
import type { NodeIds } from '../node-ids.js';
import type { PointerTarget, ScreenNode, ScreenWindow } from '../screen.js';

/** The screen as an action finds it. */
export interface Scene {
  size: Size;
  /** All windows, front first. */
  windows: readonly ScreenWindow[];
  /** Those that the environment is about. */
  own: readonly ScreenWindow[];
  /** The environment is about one program or window, not about all. */
  isScoped: boolean;
  nodes: ReadonlyMap<string, ScreenNode>;
  /** The tree was not whole: what is missing from it may be there all the same. */
  isPartial: boolean;
  ids: NodeIds;
  current: ScreenWindow | undefined;
}

/** Where an action on `target` goes. Throws when it cannot go there. */
export function aimAt(target: Target, scene: Scene, action: Action['type']): PointerTarget {
  if (!('element' in target)) return aimAtPoint(target, scene);
  const node = nodeOf(target.element, scene);
  const window = scene.windows.find(({ id }) => id === node.window);
  checkAnswered(window, scene);
  if (node.states.includes('disabled') && action !== 'move' && action !== 'scroll')
    throw new HandrailError(
      'disabled',
      `${target.element} ${node.role} "${node.name.slice(0, 60)}" is disabled.`,
      'Do first what enables it, or choose another element.',
    );
  const { width, height } = scene.size;
  const shown = node.bounds && intersect(node.bounds, { x: 0, y: 0, width, height });
  const inWindow = shown && window && (intersect(shown, window.bounds) ?? shown);
  const place = inWindow ?? shown;
  if (!place && action !== 'click' && action !== 'type')
    throw new HandrailError(
      'not_visible',
      `${target.element} is not shown anywhere now.`,
      'Open what it is in first, or scroll to it.',
    );
  const point = place ? center(place) : { x: -1, y: -1 };
  return { x: Math.floor(point.x), y: Math.floor(point.y), node, ...(window ? { window } : {}) };
}

function aimAtPoint(
  { x, y }: { x: number; y: number },
  { size, windows, own, isScoped, current }: Scene,
): PointerTarget {
  const isOn = Number.isFinite(x) && Number.isFinite(y) && x >= 0 && y >= 0 && x < size.width && y < size.height;
  if (!isOn)
    throw new HandrailError(
      'out_of_range',
      `(${x}, ${y}) is not on the screen.`,
      `The screen is ${size.width}×${size.height}: x from 0 to ${size.width - 1}, y from 0 to ${size.height - 1}.`,
    );
  const point = { x, y };
  const at = (list: readonly ScreenWindow[]) =>
    list.find((window) => window.shown && !window.tooltip && contains(window.bounds, point));
  if (!isScoped) {
    const hit = at(windows);
    return { x, y, asShown: true, ...(hit ? { window: hit } : {}) };
  }
  // Who works on one program sees it alone: what stands in front of it is not meant.
  const inOrder = windows.filter(({ id }) => own.some((one) => one.id === id));
  const meant =
    at(inOrder.filter(({ popup }) => popup)) ?? (current && contains(current.bounds, point) ? current : at(inOrder));
  if (!meant)
    throw new HandrailError(
      'out_of_range',
      `(${x}, ${y}) is outside the windows that this session is about.`,
      'Choose a place in one of them.',
    );
  return { x, y, window: meant };
}

/** All windows of the program that `window` is of, where other programs stand in front of it: nobody sees on the screen what happens there. */
export function coveredWindows(window: ScreenWindow | undefined, { windows }: Scene): readonly ScreenWindow[] {
  if (!window?.shown) return [];
  const inFront = windows.slice(
    0,
    windows.findIndex(({ id }) => id === window.id),
  );
  const isOwn = ({ id, pid }: ScreenWindow): boolean => id === window.id || (pid !== undefined && pid === window.pid);
  const isCovered = inFront.some((other) => other.shown && !isOwn(other) && intersect(other.bounds, window.bounds));
  return isCovered ? windows.filter((other) => other.shown && isOwn(other)) : [];
}

/** While a program waits for the answer to a question, a person could not use its other windows either. */
export function checkAnswered(window: ScreenWindow | undefined, { windows }: Pick<Scene, 'windows'>): void {
  if (!window || window.modal || window.popup || window.pid === undefined) return;
  const question = windows.find(
    ({ id, pid, modal, shown }) => modal && shown && pid === window.pid && id !== window.id,
  );
  if (!question) return;
  throw new HandrailError(
    'modal_open',
    `The dialog "${question.title}" of ${question.app} is open: "${window.title}" takes nothing until it is answered.`,
    'Use the fields and buttons of the dialog first.',
  );
}

/** The node that an id means, as it is now. Throws when there is none, or none any more. */
export function nodeOf(id: `el_${number}`, { ids, nodes, isPartial }: Scene): ScreenNode {
  const known = ids.nodeOf(id);
  if (!known && !ids.wasGiven(id))
    throw new HandrailError('unknown_element', `There is no ${id}.`, 'Use an id from the last observation.');
  const now = known && nodes.get(known.key);
  if (now) return now;
  // What was never shown (an item of a closed menu) is not in a look at what is shown: whoever acts on it finds out.
  if (known && (!known.bounds || isPartial)) return known;
  throw new HandrailError('stale_element', `${id} is gone.`, 'Observe again.');
}
