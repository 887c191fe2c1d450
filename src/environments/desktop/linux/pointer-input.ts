import type { Role } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { center } from '../../../core/geometry.js';
import type { Accessibility } from '../../accessibility/accessibility.js';
import { isSheetCell } from '../../accessibility/sheets/cell-keys.js';
import { createClickPacing } from '../../screen/input/click-pacing.js';
import { notVisible } from '../../screen/prepare/action-target.js';
import type { ClickOptions, InputDriver, PointerTarget, ScreenNode, ScreenWindow } from '../../screen/screen.js';
import type { Seat, XDisplay } from '../../x11/x-display.js';

export interface PointerParts {
  x: XDisplay;
  seat: Seat;
  accessibility?: Accessibility;
  /** Sends later text without a target to this field. */
  continueIn(node: ScreenNode, window: ScreenWindow, signal?: AbortSignal): Promise<void>;
  /** Called after a pointer click, which moves the focus of the window. */
  onPointerClick(window: ScreenWindow): void;
  /** Makes sure that the pointer reaches the window of the target. Throws `covered`. */
  reach(target: PointerTarget, signal?: AbortSignal): Promise<void>;
}

export interface LinuxPointer extends Pick<InputDriver, 'click' | 'move' | 'press' | 'release' | 'drag' | 'scroll'> {
  /** Clicks the center of a node with the pointer, which gives it the focus. */
  clickNode(node: ScreenNode, window: ScreenWindow, signal?: AbortSignal): Promise<void>;
}

const menuRoles: ReadonlySet<Role> = new Set(['Menu', 'MenuItem', 'Dropdown']);
const rowRoles: ReadonlySet<Role> = new Set(['TableCell', 'TableRow', 'ListItem']);
const leftClick: ClickOptions = { button: 'left', count: 1, modifiers: [] };

/** The pointer of a seat. Plain clicks go through AT-SPI where that has the same effect. */
export function createLinuxPointer({ x, seat, accessibility, ...parts }: PointerParts): LinuxPointer {
  const pacing = createClickPacing();

  async function clickWithPointer(target: PointerTarget, options: ClickOptions, signal?: AbortSignal): Promise<void> {
    await parts.reach(target, signal);
    await seat.click({ ...target, ...(await pacing.nextClickPoint(target, signal)) }, options);
    if (target.window) parts.onPointerClick(target.window);
  }

  /** Clicks through AT-SPI. False when only the pointer can do it. */
  async function clickNodeInBackground(
    target: PointerTarget,
    reader: Accessibility,
    signal?: AbortSignal,
  ): Promise<boolean> {
    const { window } = target;
    const node = target.node ?? (window && (await reader.nodeAt(target, window, signal)));
    await x.guardFocus({ window });
    if (!node) return false;
    if (window && opensMenu(node)) throw menuWouldTakeKeyboard(node, window);
    if (window && isFieldInBackground(node, window)) {
      await parts.continueIn(node, window, signal);
      return true;
    }
    return pacing.pressNode(node, () => reader.click(node, signal), signal);
  }

  /**
   * True for a reachable point, row or menu. A row click also focuses its list. An open menu grabs the pointer that opened it, so that has to
   * be ours.
   */
  async function needsPointer({ node, window, x: left, y: top }: PointerTarget): Promise<boolean> {
    if (node && !menuRoles.has(node.role) && !isRow(node) && !isFieldInBackground(node, window)) return false;
    if (left < 0 || top < 0) return false;
    return !window || (await x.windowAt({ x: left, y: top }))?.id === window.id;
  }

  return {
    async click(target, options, signal) {
      if (target.node && accessibility?.isStaleRow(target.node)) throw staleRow(target.node);
      const isPlain = options.button === 'left' && options.count === 1 && options.modifiers.length === 0;
      if (isPlain && accessibility && !(await needsPointer(target)))
        if (await clickNodeInBackground(target, accessibility, signal)) return;
      await clickWithPointer(target, options, signal);
    },
    async clickNode(node, window, signal) {
      if (!node.bounds) throw notVisible();
      const { x: left, y: top } = center(node.bounds);
      await clickWithPointer({ x: Math.floor(left), y: Math.floor(top), node, window }, leftClick, signal);
    },
    async move(target, _modifiers, signal) {
      await parts.reach(target, signal);
      await seat.move(target);
    },
    async press(target, button, signal) {
      if (target) {
        await parts.reach(target, signal);
        await seat.move(target);
      }
      await seat.press(button);
    },
    async release(target, button) {
      if (target) await seat.move(target);
      await seat.release(button);
    },
    async drag(path, modifiers, signal) {
      if (path[0]) await parts.reach(path[0], signal);
      await seat.drag(path, modifiers, signal);
    },
    async scroll(target, by, modifiers, signal) {
      await parts.reach(target, signal);
      await seat.scroll(target, by, modifiers);
    },
  };
}

function isRow({ role, kind, key }: ScreenNode): boolean {
  return rowRoles.has(role) && kind !== 'column header' && kind !== 'row header' && !isSheetCell(key);
}

/** GTK raises the window of a field that gets the focus. */
function isFieldInBackground({ role }: ScreenNode, window: ScreenWindow | undefined): boolean {
  return role === 'TextInput' && window?.active === false;
}

function opensMenu({ role, kind }: ScreenNode): boolean {
  return role === 'Dropdown' || kind === 'menu' || kind === 'menu button';
}

/** An open menu grabs the whole keyboard, so the user's typing would choose from it. */
function menuWouldTakeKeyboard({ role, name }: ScreenNode, { app, title }: ScreenWindow): HandrailError {
  const alternative =
    role === 'Dropdown'
      ? 'Choose without opening it: set_value with the label of the option'
      : `Choose its item without opening it: choose_menu, path "${name} > …"`;
  return new HandrailError(
    'covered',
    `"${name}" in "${title}" is behind another window, and a menu that opens there would take the user's keyboard.`,
    `${alternative}. Or raise the window: focus_app "${app}" with raise.`,
  );
}

/** Another file may be in this row now, and the next key might delete it. */
function staleRow({ name }: ScreenNode): HandrailError {
  return new HandrailError(
    'ambiguous',
    `The list was sorted, and its program may still report the old position of "${name.slice(0, 60)}".`,
    'Reload the list in the program (often F5), or click its position in a picture.',
  );
}
