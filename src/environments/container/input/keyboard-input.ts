import { parseKeys } from '../../../core/keys.js';
import type { Accessibility } from '../../accessibility/accessibility.js';
import { isLine, submitLine } from '../../accessibility/actions/submit-line.js';
import { isSheetCell } from '../../accessibility/sheets/sheet.js';
import { afterKey, fillCell, type SheetTyping, typeInSheet } from '../../accessibility/sheets/type-in-sheet.js';
import { clearingKeys } from '../../screen/prepare/clearing-keys.js';
import { createKeyPace } from '../../screen/prepare/key-pace.js';
import { checkPressesNothing, takesText } from '../../screen/prepare/takes-text.js';
import type { InputDriver, KeyboardTarget, ScreenNode, ScreenWindow } from '../../screen/screen.js';
import { pause } from '../../screen/settle/settle.js';
import type { Runner } from '../exec/runner.js';
import { xdotool } from '../exec/xdotool.js';
import type { InsideKeyboard } from './display-keyboard.js';
import type { Held } from './held-keys.js';
import { baseKey, modifierKeys, releaseWords } from './keysyms.js';
import { giveKeys } from './reach-window.js';
import { checkLocale } from './terminal-locale.js';
import { checkText } from './type-text.js';
import type { WindowControl } from './window-control.js';

export interface KeyParts {
  runner: Runner;
  control: WindowControl;
  held: Held;
  keyboard: InsideKeyboard;
  accessibility?: Accessibility;
  clickOn(node: ScreenNode, window: ScreenWindow, signal?: AbortSignal): Promise<void>;
}

const enter = parseKeys('Enter', false);
/** From here on a text goes into a field as a whole, where the field takes it. */
const longText = 400;

export interface KeysInside extends Pick<InputDriver, 'type' | 'key'> {
  /** Gives the keys to a window, and to a node in it. */
  attend(where: KeyboardTarget, signal?: AbortSignal): Promise<void>;
  /** Gives a cell of a sheet what it is to hold. */
  fill(cell: ScreenNode, window: ScreenWindow, text: string, told: Accessibility, signal?: AbortSignal): Promise<void>;
}

/** Typing and keys by the container's own keyboard. */
export function keysInside(parts: KeyParts): KeysInside {
  const { runner, held, keyboard, accessibility } = parts;

  async function attend({ window, node }: KeyboardTarget, signal?: AbortSignal): Promise<void> {
    if (window) await giveKeys(window, parts.control, signal);
    if (!node || node.states.includes('focused')) return;
    // A field that is gone to is written on at its end, as after a click.
    const isGiven = isLine(node) ? accessibility?.click(node, signal) : accessibility?.focus(node, signal);
    if (await isGiven) return;
    if (window && node.bounds) await parts.clickOn(node, window, signal);
  }

  const pace = createKeyPace();
  let lastTyped: { node: string; text: string } | undefined;

  async function submit(node: ScreenNode | undefined, window: ScreenWindow | undefined, signal?: AbortSignal) {
    if (!accessibility || !node || !window?.dialog || !isLine(node)) return false;
    const typed = lastTyped?.node === node.key ? lastTyped.text : '';
    return submitLine({ node, window, typed }, { accessibility, windows: () => parts.control.windows() }, signal);
  }

  function inSheet(
    cell: ScreenNode,
    window: ScreenWindow | undefined,
    told: Accessibility,
    signal?: AbortSignal,
  ): SheetTyping {
    return {
      cell,
      isSure: !cell.states.includes('focused'),
      accessibility: told,
      type: (piece) => keyboard.type(piece, window, signal),
      press: (chord) => keyboard.press(chord, 1, window, signal),
      read: () => keyboard.read(window),
    };
  }

  return {
    attend,
    async fill(cell, window, text, told, signal) {
      await attend({ window, node: cell }, signal);
      await fillCell(text, inSheet(cell, window, told, signal), signal);
    },
    async type(text, where, { clear }, signal) {
      checkText(text);
      const clean = text.replace(/\r\n?/g, '\n');
      const { window } = where;
      const node = where.node ?? (window && (await accessibility?.focusedIn(window, signal)));
      checkPressesNothing(node, clean, window);
      await checkLocale(clean, window, runner);
      // The field of a combo box is cleared as a whole: what Control+A means depends on what has the keys.
      const isWhole = clean.length > longText || (clear && node?.role === 'Dropdown');
      const isField = node !== undefined && isWhole && takesText(node, clean);
      lastTyped = undefined;
      await attend(where, signal);
      if (isField && (await accessibility?.insertText(node, clean, { clear }, signal))) return;
      if (clear)
        for (const chord of clearingKeys(node, accessibility !== undefined))
          await keyboard.press(chord, 1, window, signal);
      const [line = ''] = clean.split(/\n$/);
      const isEntered = line !== clean && !line.includes('\n') && node !== undefined && isLine(node);
      lastTyped = node && { node: node.key, text: line };
      if (node && accessibility && isSheetCell(node.key))
        return typeInSheet(clean, inSheet(node, window, accessibility, signal), signal);
      const typed = isEntered ? line : clean;
      const write = (piece: string): Promise<void> => keyboard.type(piece, window, signal);
      if (typed !== '') await (node ? pace.type(typed, node, write, signal) : write(typed));
      if (isEntered && !(await submit(node, window, signal))) await keyboard.press(enter, 1, window, signal);
    },
    async key(chord, { repeat, holdMs, phase }, where, signal) {
      // Keys go where the ones before went, though the program may not have read those yet: a field that is given the keys again selects its text.
      const isThere = where.node !== undefined && where.node.key === lastTyped?.node;
      if (phase !== 'up') await attend(isThere ? { window: where.window } : where, signal);
      if (chord.normal === 'Enter' && repeat === 1 && holdMs === undefined && phase === undefined) {
        const { window } = where;
        const node = where.node ?? (window?.dialog ? await accessibility?.focusedIn(window, signal) : undefined);
        if (await submit(node, window, signal)) return;
      }
      const keys = [...chord.modifiers.map((modifier) => modifierKeys[modifier]), baseKey(chord)];
      if (phase === 'down' || holdMs !== undefined) {
        for (const key of keys) await held.down('key', key);
        await xdotool(
          runner,
          keys.flatMap((key) => ['keydown', key]),
          signal,
        );
        if (phase === 'down') return;
        await pause(holdMs ?? 0, signal);
      }
      if (phase === 'up' || holdMs !== undefined) {
        const back = [...keys].reverse();
        await xdotool(runner, back.flatMap(releaseWords));
        for (const key of back) await held.up('key', key);
        return;
      }
      if (where.node && chord.modifiers.length === 0) await pace.press(chord.key, where.node, signal);
      await keyboard.press(chord, repeat, where.window, signal);
      const cell = where.node;
      if (cell && accessibility && isSheetCell(cell.key))
        await afterKey(chord, inSheet(cell, where.window, accessibility, signal), signal);
    },
  };
}
