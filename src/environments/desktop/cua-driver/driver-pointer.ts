import type { Modifier } from '../../../core/action.js';
import { HandrailError } from '../../../core/errors.js';
import { contains, type Point } from '../../../core/geometry.js';
import type { InputDriver, PointerTarget, ScreenNode, ScreenWindow } from '../../screen/screen.js';
import type { DriverLine } from './driver-connection.js';
import type { DriverElement } from './driver-elements.js';
import { driverModifiers } from './driver-keys.js';
import type { Snapshots } from './driver-snapshots.js';
import { addressOf, readWindows } from './driver-windows.js';

export interface DriverParts {
  line: DriverLine;
  snapshots: Snapshots;
  session: string;
  platform: NodeJS.Platform;
}

const background = { delivery_mode: 'background' };
const otherWay = "Name an element of the last observation, or open the desktop without via: 'driver'.";

type Pointer = Pick<InputDriver, 'click' | 'move' | 'press' | 'release' | 'drag' | 'scroll' | 'releaseAll'>;

/**
 * The pointer of the driver. On Linux only elements can be clicked: tried there, its pointer reported clicks that never arrived and, at
 * a place, pressed items of closed menus.
 */
export function driverPointer({ line, snapshots, session, platform }: DriverParts): Pointer {
  const scales = new Map<string, number>();
  let held: { window: ScreenWindow; button: string } | undefined;

  /** The window as it is now. The driver itself reports success for one that is gone. */
  async function windowOf(
    aim: PointerTarget,
    signal?: AbortSignal,
  ): Promise<{ window: ScreenWindow; isOnTop: boolean }> {
    const { facts } = await line.read('list_windows', { session }, { signal });
    const all = readWindows(facts);
    const top = all.find(({ bounds, shown }) => shown && contains(bounds, aim));
    const id = aim.window?.id ?? aim.node?.window;
    const meant = id === undefined ? top : all.find((window) => window.id === id);
    if (!meant) throw new HandrailError('not_found', 'There is no window at this place.', 'Observe again.');
    return { window: meant, isOnTop: top?.id === meant.id };
  }

  /** Input at a place counts in pixels of the window's picture, which need not be those of the screen. */
  async function placeIn(window: ScreenWindow, { x, y }: Point, signal?: AbortSignal): Promise<Point> {
    const { bounds } = window;
    const known = `${window.id} ${bounds.width}x${bounds.height}`;
    let scale = scales.get(known);
    if (scale === undefined) {
      const input = { session, ...addressOf(window), include_accessibility_tree: false };
      const { facts } = await line.read('get_window_state', input, { signal });
      scale = typeof facts.screenshot_width === 'number' ? facts.screenshot_width / bounds.width : 1;
      scales.set(known, scale);
    }
    return { x: Math.round((x - bounds.x) * scale), y: Math.round((y - bounds.y) * scale) };
  }

  /** Where the pointer may go: to what is on top at that place. */
  async function reach(aim: PointerTarget, signal?: AbortSignal): Promise<{ window: ScreenWindow; place: Point }> {
    if (platform === 'linux') {
      throw new HandrailError('background_unavailable', 'On Linux the driver has no pointer of its own.', otherWay);
    }
    const { window, isOnTop } = await windowOf(aim, signal);
    if (!isOnTop) {
      const hint = 'Use focus_app with raise: true when it may come to the front, or name an element.';
      throw new HandrailError('covered', `Another window lies in front of "${window.title}" there.`, hint);
    }
    return { window, place: await placeIn(window, aim, signal) };
  }

  async function clickElement(window: ScreenWindow, node: ScreenNode, how: ClickHow, signal?: AbortSignal) {
    const press = async (element: DriverElement): Promise<void> => {
      const target = { session, ...addressOf(window), element_token: element.element_token, ...background };
      if (how.button === 'right') {
        await line.act('right_click', { ...target, modifier: driverModifiers(how.modifiers) }, { signal });
      } else if (how.count > 1) await line.act('double_click', target, { signal });
      else await line.act('click', { ...target, modifier: driverModifiers(how.modifiers) }, { signal });
    };
    const element = await snapshots.elementOf(node, window, signal);
    try {
      await press(element);
    } catch (error) {
      if (!(error instanceof HandrailError && error.code === 'stale_element')) throw error;
      await snapshots.take(window, signal);
      await press(await snapshots.elementOf(node, window, signal));
    }
  }

  return {
    async click(aim, how, signal) {
      const { window } = await windowOf(aim, signal);
      const isPlain = how.button === 'left' && how.count === 1 && how.modifiers.length === 0;
      const node = aim.node ?? (isPlain ? await nodeAt(snapshots, window, aim, signal) : undefined);
      const isByElement = node && (isPlain || (platform !== 'linux' && how.button !== 'middle' && how.count < 3));
      if (isByElement && canClick(node)) return clickElement(window, node, how, signal);
      const { place } = await reach(aim, signal);
      if (how.button === 'back' || how.button === 'forward') {
        throw new HandrailError('unsupported', `The driver has no ${how.button} button.`);
      }
      const { button, count, modifiers } = how;
      const target = { session, ...addressOf(window), ...place, ...background };
      await line.act('click', { ...target, button, count, modifier: driverModifiers(modifiers) }, { signal });
    },
    move() {
      const sentence = 'In the background the driver moves no pointer.';
      return Promise.reject(new HandrailError('unsupported', sentence, 'Click or scroll instead of pointing.'));
    },
    async press(aim, button, signal) {
      if (!aim)
        throw new HandrailError('invalid_action', 'The driver has to be told where to press.', 'Give a target.');
      const { window, place } = await reach(aim, signal);
      held = { window, button };
      await line.act('mouse_button_down', { session, ...addressOf(window), ...place, button }, { signal });
    },
    async release(aim, _button, signal) {
      const place = aim ? (await reach(aim, signal)).place : {};
      const window = held?.window ?? aim?.window;
      held = undefined;
      await line.act('mouse_button_up', { session, ...(window ? addressOf(window) : {}), ...place }, { signal });
    },
    async drag(path, modifiers, signal) {
      const [first, last] = [path[0], path.at(-1)];
      if (!first || !last) throw new HandrailError('invalid_action', 'A drag needs two places.');
      const from = await reach(first, signal);
      const to = await placeIn(from.window, last, signal);
      const ends = { from_x: from.place.x, from_y: from.place.y, to_x: to.x, to_y: to.y };
      if (path.length === 2) {
        const how = { modifier: driverModifiers(modifiers), ...background };
        await line.act('drag', { session, ...addressOf(from.window), ...ends, ...how }, { signal });
        return;
      }
      const target = { session, ...addressOf(from.window) };
      held = { window: from.window, button: 'left' };
      await line.act('mouse_button_down', { ...target, ...from.place }, { signal });
      for (const point of path.slice(1)) {
        await line.act('mouse_drag', { ...target, ...(await placeIn(from.window, point, signal)) }, { signal });
      }
      await line.act('mouse_button_up', target, { signal });
      held = undefined;
    },
    async scroll(aim, { dx, dy }, _modifiers, signal) {
      const { window, place } = await reach(aim, signal);
      const ways = [
        { direction: dy > 0 ? 'down' : 'up', notches: Math.abs(dy) / 100 },
        { direction: dx > 0 ? 'right' : 'left', notches: Math.abs(dx) / 100 },
      ];
      for (const { direction, notches } of ways.filter((way) => way.notches > 0)) {
        const amount = Math.max(1, Math.round(notches));
        await line.act(
          'scroll',
          { session, ...addressOf(window), ...place, direction, amount, by: 'line', ...background },
          { signal },
        );
      }
    },
    async releaseAll() {
      const { window } = held ?? {};
      held = undefined;
      if (window) await line.act('mouse_button_up', { session, ...addressOf(window) });
    },
  };
}

type ClickHow = { button: string; count: number; modifiers: readonly Modifier[] };

/** A field takes no click by its element: that would only mean its text. */
function canClick(node: ScreenNode): boolean {
  return node.interactive && node.role !== 'TextInput';
}

/** The smallest thing with a place of its own there that can be clicked. */
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
