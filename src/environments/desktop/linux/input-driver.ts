import type { Role } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { center } from '../../../core/geometry.js';
import type { Accessibility } from '../../accessibility/accessibility.js';
import { isSheetCell } from '../../accessibility/sheets/sheet.js';
import { createClickPace } from '../../screen/prepare/click-pace.js';
import type { InputDriver, PointerTarget, ScreenNode, ScreenWindow } from '../../screen/screen.js';
import type { Seat, XDisplay } from '../../x11/x-display.js';
import type { Launcher } from '../launch/launcher.js';
import { checkOnTop } from './check-on-top.js';
import { keysOf } from './keyboard-input.js';

export interface HandsParts {
  x: XDisplay;
  seat: Seat;
  /** Without it there is only the second pointer and keyboard. */
  accessibility?: Accessibility;
  launcher: Launcher;
}

const attendMs = 200;
const opening: ReadonlySet<Role> = new Set(['Menu', 'MenuItem', 'Dropdown']);
const rows: ReadonlySet<Role> = new Set(['TableCell', 'TableRow', 'ListItem']);

/** A click on a row does more than to select it: the list gets the keys, and goes on from there. */
function isRow({ role, kind, key }: ScreenNode): boolean {
  return rows.has(role) && kind !== 'column header' && kind !== 'row header' && !isSheetCell(key);
}

/** GTK raises the window of a field that it is told to give the keys. */
function isFieldBehind({ node, window }: PointerTarget): boolean {
  return node?.role === 'TextInput' && window?.active === false;
}

/** An open menu takes the whole keyboard: what the person types would choose from it. */
function opensMenu({ role, kind }: ScreenNode): boolean {
  return role === 'Dropdown' || kind === 'menu' || kind === 'menu button';
}

function wouldTakeKeys({ role, name }: ScreenNode, { app, title }: ScreenWindow): HandrailError {
  const isChoice = role === 'Dropdown';
  return new HandrailError(
    'covered',
    `"${name}" in "${title}" is behind another window, and a menu that opens there would take the keys of the person in front.`,
    `${isChoice ? 'Choose without opening it: set_value with the words of the option' : `Choose its item without opening it: choose_menu, path "${name} > …"`}. Or raise the window: focus_app "${app}" with raise.`,
  );
}

/** Another file may stand where this one was, and the next key might delete it. */
function inOldOrder({ name }: ScreenNode): HandrailError {
  return new HandrailError(
    'ambiguous',
    `The list was sorted, and its program may still tell where "${name.slice(0, 60)}" stood before.`,
    'Have the program read the list anew (F5 in many), or click at its place in a picture.',
  );
}

/** Hands on a Linux desktop that leave the person's pointer and focus where they are. */
export function linuxHands({ x, seat, accessibility, launcher }: HandsParts): InputDriver {
  const pace = createClickPace();
  const click: InputDriver['click'] = async (aim, how, signal) => {
    if (aim.node && accessibility?.isOld(aim.node)) throw inOldOrder(aim.node);
    const isPlain = how.button === 'left' && how.count === 1 && how.modifiers.length === 0;
    if (isPlain && accessibility && !(await suitsPointer(aim))) {
      const node = aim.node ?? (aim.window && (await accessibility.nodeAt(aim, aim.window, signal)));
      await x.keepFocus(aim.window ? { window: aim.window } : {});
      if (node && opensMenu(node) && aim.window) throw wouldTakeKeys(node, aim.window);
      if (node && aim.window && isFieldBehind({ ...aim, node })) return keys.goOnIn(node, aim.window, signal);
      if (node && (await pace.byName(node, () => accessibility.click(node, signal), signal))) return;
    }
    await point(aim, how, signal);
  };

  async function point(
    aim: PointerTarget,
    how: Parameters<InputDriver['click']>[1],
    signal?: AbortSignal,
  ): Promise<void> {
    await checkOnTop(aim, x);
    await seat.click({ ...aim, ...(await pace.byPointer(aim, signal)) }, how);
    if (aim.window) keys.leave(aim.window);
  }

  /** By the pointer: what is clicked so has the keys. */
  async function clickOn(node: ScreenNode, window: ScreenWindow, signal?: AbortSignal): Promise<void> {
    if (!node.bounds)
      throw new HandrailError('not_visible', 'It is not shown anywhere now.', 'Open what it is in first.');
    const { x: left, y: top } = center(node.bounds);
    const aim = { x: Math.floor(left), y: Math.floor(top), node, window };
    await point(aim, { button: 'left', count: 1, modifiers: [] }, signal);
  }

  /** A place or a row that can be reached is clicked as it was said. What opens a menu takes the pointer that opened it: not the person's. */
  async function suitsPointer({ node, window, ...point }: PointerTarget): Promise<boolean> {
    if (node && !opening.has(node.role) && !isRow(node) && !isFieldBehind({ ...point, node, window })) return false;
    if (point.x < 0 || point.y < 0) return false;
    return !window || (await x.windowAt(point))?.id === window.id;
  }

  const keys = keysOf({ x, seat, ...(accessibility ? { accessibility } : {}), clickOn });
  const spoken = (what: string): Accessibility => {
    if (accessibility) return accessibility;
    throw new HandrailError(
      'unsupported',
      `${what} needs the accessibility interface, and this desktop has none.`,
      'Use clicks and keys.',
    );
  };

  return {
    click,
    async move(aim, _, __) {
      await checkOnTop(aim, x);
      await seat.move(aim);
    },
    async press(aim, button) {
      if (aim) {
        await checkOnTop(aim, x);
        await seat.move(aim);
      }
      await seat.press(button);
    },
    async release(aim, button) {
      if (aim) await seat.move(aim);
      await seat.release(button);
    },
    async drag(path, modifiers, signal) {
      const [first] = path;
      if (first) await checkOnTop(first, x);
      await seat.drag(path, modifiers, signal);
    },
    async scroll(aim, by, modifiers) {
      await checkOnTop(aim, x);
      await seat.scroll(aim, by, modifiers);
    },
    type: keys.type,
    key: keys.key,
    ...(accessibility ? { carets: async () => accessibility.carets() } : {}),
    async setValue(node, window, value, signal) {
      const told = spoken('set_value');
      await x.keepFocus({ window });
      try {
        await told.setValue(node, value, signal);
        if (node.role === 'TextInput' && !(await told.enter(node, signal))) await keys.goOnIn(node, window, signal);
      } catch (error) {
        const isRefused = error instanceof HandrailError && error.code === 'not_editable';
        if (isRefused && isSheetCell(node.key) && typeof value === 'string')
          await keys.fill(node, window, value, told, signal);
        else if (isRefused && node.role === 'Checkbox' && node.list) await clickOn(node, window, signal);
        else throw error;
      }
    },
    async menu(path, window, signal) {
      const told = spoken('menu');
      await x.keepFocus({ window });
      const choose = () => seat.lending(window, () => told.menu(path, window, signal));
      await choose().catch(async (error: unknown) => {
        if (!(error instanceof HandrailError && error.code === 'disabled')) throw error;
        // GTK programs find out whether there is something to paste or to cut when they have the keys.
        await seat.attend(window);
        await told.stir.next(attendMs, signal);
        await choose();
      });
    },
    raise: (window) => x.raise(window),
    async closeWindow(window) {
      await seat.letGo(); // a window manager would give the keys of a window that goes to another one
      await x.closeWindow(window);
    },
    launch: launcher.launch,
    apps: launcher.apps,
    readClipboard: (signal) => x.readClipboard(signal),
    writeClipboard: (text) => x.writeClipboard(text),
    releaseAll: () => seat.letGo(),
  };
}
