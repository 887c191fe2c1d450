import type { Action, Target } from '../../../core/action.js';
import type { ElementId } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { center, contains, intersect, type Point } from '../../../core/geometry.js';
import { staleElement, unknownElement } from '../observe/tree-request.js';
import type { PointerTarget, ScreenNode, ScreenWindow } from '../screen.js';
import type { ScreenLayout } from './screen-layout.js';

/** The point, window and node of an action's target. Throws when the action cannot be done there. */
export function resolvePointerTarget(target: Target, layout: ScreenLayout, action: Action['type']): PointerTarget {
  if (!('element' in target)) return resolvePoint(target, layout);
  const node = resolveNode(target.element, layout);
  const window = layout.windows.find(({ id }) => id === node.window);
  checkNoModal(window, layout);
  if (node.states.includes('disabled') && action !== 'move' && action !== 'scroll')
    throw new HandrailError(
      'disabled',
      `${target.element} ${node.role} "${node.name.slice(0, 60)}" is disabled.`,
      'Enable it first, or choose another element.',
    );
  const onScreen = node.bounds && intersect(node.bounds, { x: 0, y: 0, ...layout.size });
  const visible = onScreen && window ? (intersect(onScreen, window.bounds) ?? onScreen) : onScreen;
  if (!visible && action !== 'click' && action !== 'type') throw notVisible(target.element);
  const { x, y } = visible ? center(visible) : { x: -1, y: -1 };
  return { x: Math.floor(x), y: Math.floor(y), node, window };
}

/** For a target that has no visible bounds. */
export function notVisible(name = 'The element'): HandrailError {
  return new HandrailError(
    'not_visible',
    `${name} is not visible now.`,
    'Open the menu or page that contains it, or scroll to it.',
  );
}

function resolvePoint(
  { x, y, inActiveWindow }: Extract<Target, Point>,
  { size, windows, scopedWindows, isScoped, current }: ScreenLayout,
): PointerTarget {
  const isOnScreen = Number.isFinite(x) && Number.isFinite(y) && x >= 0 && y >= 0 && x < size.width && y < size.height;
  if (!isOnScreen)
    throw new HandrailError(
      'out_of_range',
      `(${x}, ${y}) is not on the screen.`,
      `The screen is ${size.width}×${size.height}: x from 0 to ${size.width - 1}, y from 0 to ${size.height - 1}.`,
    );
  const findAtPoint = (list: readonly ScreenWindow[]) =>
    list.find((window) => window.shown && !window.tooltip && contains(window.bounds, { x, y }));
  if (!isScoped) {
    const window = findAtPoint(windows);
    if (inActiveWindow) checkActive({ x, y }, window, current);
    return { x, y, fromPicture: true, window };
  }
  // A scoped environment ignores the windows of other programs, also those in front.
  const inOrder = windows.filter(({ id }) => scopedWindows.some((window) => window.id === id));
  const popup = findAtPoint(inOrder.filter((window) => window.popup));
  const window = popup ?? (current && contains(current.bounds, { x, y }) ? current : findAtPoint(inOrder));
  if (!window)
    throw new HandrailError(
      'out_of_range',
      `(${x}, ${y}) is outside the windows of this session.`,
      'Choose a point inside one of them.',
    );
  return { x, y, window };
}

/** Throws when a window of another program would receive the input, or none. */
function checkActive(point: Point, window: ScreenWindow | undefined, current: ScreenWindow | undefined): void {
  if (!current || window?.id === current.id) return;
  if (window?.pid !== undefined && window.pid === current.pid) return;
  const place = `(${point.x}, ${point.y})`;
  if (contains(current.bounds, point))
    throw new HandrailError(
      'covered',
      `At ${place}, "${window?.title ?? 'another window'}" of ${window?.app ?? 'another program'} is in front of "${current.title}".`,
      'Act by element, raise the window, or choose a point that is not covered.',
    );
  throw new HandrailError(
    'out_of_range',
    `${place} is outside the window "${current.title}".`,
    'Choose a point inside the window, or leave out app.',
  );
}

/** Throws `modal_open` while a modal dialog of the same program blocks the window. */
export function checkNoModal(window: ScreenWindow | undefined, { windows }: Pick<ScreenLayout, 'windows'>): void {
  if (!window || window.modal || window.popup || window.pid === undefined) return;
  const dialog = windows.find(({ id, pid, modal, shown }) => modal && shown && pid === window.pid && id !== window.id);
  if (!dialog) return;
  throw new HandrailError(
    'modal_open',
    `The dialog "${dialog.title}" of ${dialog.app} is open. "${window.title}" takes no input until it is closed.`,
    'Use the fields and buttons of the dialog first.',
  );
}

/** The current node of an element id. Throws when there is none. */
export function resolveNode(id: ElementId, { ids, nodes, isPartial }: ScreenLayout): ScreenNode {
  const known = ids.nodeOf(id);
  if (!known && !ids.wasGiven(id)) throw unknownElement(id);
  const current = known && nodes.get(known.key);
  if (current) return current;
  // A node that was never visible (an item of a closed menu) is not in the layout. The input driver checks it.
  if (known && (!known.bounds || isPartial)) return known;
  throw staleElement(id);
}
