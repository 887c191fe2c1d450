import { HandrailError } from '../../../core/errors.js';
import { center, type Point } from '../../../core/geometry.js';
import type { Accessibility } from '../../accessibility/accessibility.js';
import { isSheetCell } from '../../accessibility/sheets/sheet.js';
import { createClickPace } from '../../screen/prepare/click-pace.js';
import type { InputDriver, PointerTarget, ScreenNode, ScreenWindow } from '../../screen/screen.js';
import type { Seat } from '../../x11/x-display.js';
import type { Applications } from '../exec/applications.js';
import type { Runner } from '../exec/runner.js';
import { holding, moveTo, type Words, xdotool } from '../exec/xdotool.js';
import type { InsideKeyboard } from './display-keyboard.js';
import { dragWords } from './drag.js';
import type { Held } from './held-keys.js';
import { keysInside } from './keyboard-input.js';
import { buttonNumbers, wheelNumbers } from './keysyms.js';
import { chooseFromMenu } from './menu.js';
import { giveKeys, reach } from './reach-window.js';
import type { WindowControl } from './window-control.js';

export interface HandsParts {
  runner: Runner;
  control: WindowControl;
  held: Held;
  applications: Applications;
  keyboard: InsideKeyboard;
  accessibility?: Accessibility;
  /** The display's own pointer and keyboard, where it can be reached. */
  seat?: Seat;
}

/** What one notch of a wheel is, in pixels. */
const notch = 100;
/** A wheel that is turned for longer is not worth waiting for. */
const longestTurn = 25_000;

/** One that opens nothing: what opens a menu takes the pointer that opened it. What unfolds has its contents in its middle. */
function isPlainButton({ role, kind, states }: ScreenNode): boolean {
  const unfolds = kind === 'toggle button' && (states.includes('expanded') || states.includes('collapsed'));
  return role === 'Button' && (kind === undefined || unfolds);
}

/** Hands inside a container: the screen is nobody's desk, so its own pointer and keyboard are used, and what is meant is brought to the front. */
export function containerHands(parts: HandsParts): InputDriver {
  const { runner, control, held, accessibility, seat } = parts;
  const run = (words: Words, signal?: AbortSignal, ms?: number) => xdotool(runner, words, signal, ms);
  const pointAt = (to: Point, signal?: AbortSignal) => run(moveTo(to), signal);
  const ready = (aim: PointerTarget, signal?: AbortSignal) => reach(aim, { control, moveTo: pointAt }, signal);
  const pace = createClickPace();

  async function pressByName(node: ScreenNode, signal?: AbortSignal): Promise<boolean> {
    return accessibility ? pace.byName(node, () => accessibility.click(node, signal), signal) : false;
  }

  const click: InputDriver['click'] = async (aim, { button, count, modifiers }, signal) => {
    const isPlain = button === 'left' && count === 1 && modifiers.length === 0;
    const isNowhere = aim.x < 0 || aim.y < 0;
    if (isNowhere && isPlain && aim.node && (await pressByName(aim.node, signal))) return;
    await ready(aim, signal);
    // Its window is in front now, but something in that window may lie over a button.
    if (isPlain && aim.node && isPlainButton(aim.node) && (await pressByName(aim.node, signal))) return;
    const place = await pace.byPointer(aim, signal);
    const clicks = ['click', ...(count > 1 ? ['--repeat', String(count), '--delay', '40'] : []), buttonNumbers[button]];
    await run([...moveTo(place), ...holding(modifiers, clicks)], signal);
  };

  const spoken = (what: string): Accessibility => {
    if (accessibility) return accessibility;
    throw new HandrailError(
      'unsupported',
      `${what} needs the accessibility interface, and this container has none.`,
      'Use clicks and keys, or a container that has one: handrail container up.',
    );
  };

  async function clickOn(node: ScreenNode, window: ScreenWindow, signal?: AbortSignal): Promise<void> {
    const point = node.bounds ? center(node.bounds) : { x: -1, y: -1 };
    await click({ ...point, node, window }, { button: 'left', count: 1, modifiers: [] }, signal);
  }

  const keys = keysInside({ ...parts, clickOn });

  return {
    click,
    async move(aim, modifiers, signal) {
      if (!aim.asShown) await ready(aim, signal);
      await run(holding(modifiers, moveTo(aim)), signal);
    },
    async press(aim, button, signal) {
      if (aim) await ready(aim, signal);
      await held.down('mouse', buttonNumbers[button]);
      await run([...(aim ? moveTo(aim) : []), 'mousedown', buttonNumbers[button]], signal);
    },
    async release(aim, button, signal) {
      await run([...(aim ? moveTo(aim) : []), 'mouseup', buttonNumbers[button]], signal);
      await held.up('mouse', buttonNumbers[button]);
    },
    async drag(path, modifiers, signal) {
      const [first] = path;
      if (first) await ready(first, signal);
      const { words, ms } = dragWords(path);
      await held.down('mouse', buttonNumbers.left);
      try {
        if (seat) await seat.drag(path, modifiers, signal);
        else await run(holding(modifiers, words), signal, ms + 10_000);
      } catch (error) {
        await held.letGo().catch(() => undefined); // the first error is the one to tell
        throw error;
      }
      await held.up('mouse', buttonNumbers.left);
    },
    async scroll(aim, { dx, dy }, modifiers, signal) {
      await ready(aim, signal);
      const turn = (by: number, back: string, forth: string): Words => {
        const notches = by === 0 ? 0 : Math.max(1, Math.round(Math.abs(by) / notch));
        return notches === 0 ? [] : ['click', '--repeat', String(notches), '--delay', '2', by < 0 ? back : forth];
      };
      const turns = [
        ...turn(dy, wheelNumbers.up, wheelNumbers.down),
        ...turn(dx, wheelNumbers.left, wheelNumbers.right),
      ];
      const ms = Math.min(longestTurn, 10_000 + (Math.abs(dx) + Math.abs(dy)) / 2);
      await run([...moveTo(aim), ...holding(modifiers, turns)], signal, ms);
    },
    type: keys.type,
    key: keys.key,
    ...(accessibility ? { carets: async () => accessibility.carets() } : {}),
    async setValue(node, window, value, signal) {
      const told = spoken('set_value');
      try {
        await told.setValue(node, value, signal);
        if (node.role === 'TextInput' && !(await told.enter(node, signal))) await keys.attend({ node, window }, signal);
      } catch (error) {
        const isRefused = error instanceof HandrailError && error.code === 'not_editable';
        if (!isRefused || !isSheetCell(node.key) || typeof value !== 'string') throw error;
        await keys.fill(node, window, value, told, signal);
      }
    },
    async menu(path, window, signal) {
      const told = spoken('menu');
      await giveKeys(window, control, signal);
      const closeMenus = (levels: number) =>
        run(['key', '--repeat', String(levels + 1), 'Escape']).then(() => undefined);
      const clickAt = (point: Point) =>
        run([...moveTo(point), 'click', buttonNumbers.left], signal).then(() => undefined);
      await chooseFromMenu(path, window, { accessibility: told, control, clickAt, closeMenus }, signal);
    },
    raise: (window) => control.raise(window),
    closeWindow: (window) => control.closeWindow(window),
    launch: (app, parameters, signal) => parts.applications.launch(app, parameters, signal),
    apps: (signal) => parts.applications.list(signal),
    readClipboard: (signal) => control.readClipboard(signal),
    writeClipboard: (text) => control.writeClipboard(text),
    releaseAll: () => held.letGo(),
  };
}
