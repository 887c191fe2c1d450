import { HandrailError } from '../../../core/errors.js';
import { contains, type Point } from '../../../core/geometry.js';
import type { ClickOptions, InputDriver, PointerTarget, ScreenNode, ScreenWindow } from '../../screen/screen.js';
import type { DriverConnection } from './connection.js';
import { toDriverModifiers } from './key-names.js';
import type { Snapshots } from './snapshots.js';
import { parseWindows, windowParameters } from './windows.js';

export interface DriverParts {
  connection: DriverConnection;
  snapshots: Snapshots;
  session: string;
  platform: NodeJS.Platform;
}

export const inBackground = { delivery_mode: 'background' };

type Pointer = Pick<InputDriver, 'click' | 'move' | 'press' | 'release' | 'drag' | 'scroll' | 'releaseAll'>;

/** A window that the pointer can reach, and the point in pixels of the window's picture. */
interface ReachablePoint {
  window: ScreenWindow;
  point: Point;
}

/**
 * The pointer of the driver. On Linux it clicks only elements: the driver's pointer reports clicks there that never arrive, and at a point it
 * presses items of closed menus.
 */
export function createDriverPointer(parts: DriverParts): Pointer {
  const { connection, session } = parts;
  const resolver = createPointResolver(parts);
  let held: ScreenWindow | undefined;

  return {
    async click(target, options, signal) {
      const { window } = await resolver.findWindow(target, signal);
      const node = await findClickNode(parts, window, target, options, signal);
      if (node) return clickElement(parts, window, node, options, signal);
      const { point } = await resolver.reach(target, signal);
      const { button, count, modifiers } = options;
      if (button === 'back' || button === 'forward')
        throw new HandrailError('unsupported', `The driver has no ${button} button.`, 'Use keys or a menu instead.');
      const parameters = { session, ...windowParameters(window), ...point, ...inBackground };
      await connection.act(
        'click',
        { ...parameters, button, count, modifier: toDriverModifiers(modifiers) },
        { signal },
      );
    },
    move: () =>
      Promise.reject(
        new HandrailError(
          'unsupported',
          'The driver cannot move the pointer in the background.',
          'Click or scroll instead.',
        ),
      ),
    async press(target, button, signal) {
      if (!target) throw new HandrailError('invalid_action', 'The driver needs a point to press at.', 'Pass a target.');
      const { window, point } = await resolver.reach(target, signal);
      held = window;
      await connection.act('mouse_button_down', { session, ...windowParameters(window), ...point, button }, { signal });
    },
    async release(target, _button, signal) {
      const point = target ? (await resolver.reach(target, signal)).point : {};
      const window = held ?? target?.window;
      held = undefined;
      const parameters = { session, ...(window ? windowParameters(window) : {}), ...point };
      await connection.act('mouse_button_up', parameters, { signal });
    },
    async drag(path, modifiers, signal) {
      const [first, last] = [path[0], path.at(-1)];
      if (!first || !last) throw new HandrailError('invalid_action', 'A drag needs two points.', 'Pass a longer path.');
      const from = await resolver.reach(first, signal);
      const target = { session, ...windowParameters(from.window) };
      if (path.length === 2) {
        const to = await resolver.toWindowPoint(from.window, last, signal);
        const ends = { from_x: from.point.x, from_y: from.point.y, to_x: to.x, to_y: to.y };
        const options = { modifier: toDriverModifiers(modifiers), ...inBackground };
        await connection.act('drag', { ...target, ...ends, ...options }, { signal });
        return;
      }
      held = from.window;
      await connection.act('mouse_button_down', { ...target, ...from.point }, { signal });
      for (const point of path.slice(1)) {
        const to = await resolver.toWindowPoint(from.window, point, signal);
        await connection.act('mouse_drag', { ...target, ...to }, { signal });
      }
      await connection.act('mouse_button_up', target, { signal });
      held = undefined;
    },
    async scroll(target, { dx, dy }, _modifiers, signal) {
      const { window, point } = await resolver.reach(target, signal);
      const turns = [
        { direction: dy > 0 ? 'down' : 'up', notches: Math.abs(dy) / 100 },
        { direction: dx > 0 ? 'right' : 'left', notches: Math.abs(dx) / 100 },
      ];
      for (const { direction, notches } of turns.filter((turn) => turn.notches > 0)) {
        const amount = Math.max(1, Math.round(notches));
        const options = { direction, amount, by: 'line', ...inBackground };
        await connection.act('scroll', { session, ...windowParameters(window), ...point, ...options }, { signal });
      }
    },
    async releaseAll() {
      const window = held;
      held = undefined;
      if (window) await connection.act('mouse_button_up', { session, ...windowParameters(window) });
    },
  };
}

/** Finds the window of a target, and converts screen points into points of the window's picture. */
function createPointResolver({ connection, session, platform }: DriverParts) {
  const scales = new Map<string, number>();

  /** The current state of the target's window. The driver reports success even for a window that is gone. */
  async function findWindow(
    target: PointerTarget,
    signal?: AbortSignal,
  ): Promise<{ window: ScreenWindow; isOnTop: boolean }> {
    const { data } = await connection.read('list_windows', { session }, { signal });
    const windows = parseWindows(data);
    const top = windows.find(({ bounds, shown }) => shown && contains(bounds, target));
    const id = target.window?.id ?? target.node?.window;
    const window = id === undefined ? top : windows.find((one) => one.id === id);
    if (!window) throw new HandrailError('not_found', 'There is no window at this point.', 'Observe again.');
    return { window, isOnTop: top?.id === window.id };
  }

  /** The window's picture may have another scale than the screen. */
  async function toWindowPoint(window: ScreenWindow, { x, y }: Point, signal?: AbortSignal): Promise<Point> {
    const { bounds } = window;
    const key = `${window.id} ${bounds.width}x${bounds.height}`;
    let scale = scales.get(key);
    if (scale === undefined) {
      const parameters = { session, ...windowParameters(window), include_accessibility_tree: false };
      const { data } = await connection.read('get_window_state', parameters, { signal });
      scale = typeof data.screenshot_width === 'number' ? data.screenshot_width / bounds.width : 1;
      scales.set(key, scale);
    }
    return { x: Math.round((x - bounds.x) * scale), y: Math.round((y - bounds.y) * scale) };
  }

  /** The point of a target whose window is on top. Throws `covered` otherwise. */
  async function reach(target: PointerTarget, signal?: AbortSignal): Promise<ReachablePoint> {
    if (platform === 'linux')
      throw new HandrailError(
        'background_unavailable',
        'On Linux the driver has no pointer.',
        "Use an element of the last observation, or open the desktop without via: 'driver'.",
      );
    const { window, isOnTop } = await findWindow(target, signal);
    if (!isOnTop)
      throw new HandrailError(
        'covered',
        `Another window covers "${window.title}" at this point.`,
        'Use focus_app with raise: true if the window may come to the front, or use an element.',
      );
    return { window, point: await toWindowPoint(window, target, signal) };
  }

  return { findWindow, toWindowPoint, reach };
}

/** The node to click instead of a point, if the driver can click it. */
async function findClickNode(
  { snapshots, platform }: DriverParts,
  window: ScreenWindow,
  target: PointerTarget,
  { button, count, modifiers }: ClickOptions,
  signal?: AbortSignal,
): Promise<ScreenNode | undefined> {
  const isPlain = button === 'left' && count === 1 && modifiers.length === 0;
  const node = target.node ?? (isPlain ? await nodeAt(snapshots, window, target, signal) : undefined);
  const isSupported = isPlain || (platform !== 'linux' && button !== 'middle' && count < 3);
  return node && isSupported && canClick(node) ? node : undefined;
}

async function clickElement(
  { connection, snapshots, session }: DriverParts,
  window: ScreenWindow,
  node: ScreenNode,
  { button, count, modifiers }: ClickOptions,
  signal?: AbortSignal,
): Promise<void> {
  const click = async (): Promise<void> => {
    const { element_token } = await snapshots.elementOf(node, window, signal);
    const target = { session, ...windowParameters(window), element_token, ...inBackground };
    if (button !== 'right' && count > 1) await connection.act('double_click', target, { signal });
    else {
      const tool = button === 'right' ? 'right_click' : 'click';
      await connection.act(tool, { ...target, modifier: toDriverModifiers(modifiers) }, { signal });
    }
  };
  try {
    await click();
  } catch (error) {
    if (!(error instanceof HandrailError && error.code === 'stale_element')) throw error;
    await snapshots.take(window, signal);
    await click();
  }
}

/** The driver cannot click a field through its element. */
function canClick(node: ScreenNode): boolean {
  return node.interactive && node.role !== 'TextInput';
}

/** The smallest node at the point. */
async function nodeAt(
  snapshots: Snapshots,
  window: ScreenWindow,
  point: Point,
  signal?: AbortSignal,
): Promise<ScreenNode | undefined> {
  const { nodes } = await snapshots.take(window, signal);
  const area = ({ bounds }: ScreenNode) => (bounds ? bounds.width * bounds.height : Number.POSITIVE_INFINITY);
  return nodes
    .filter(({ bounds }) => bounds && contains(bounds, point))
    .sort((one, other) => area(one) - area(other))
    .at(0);
}
