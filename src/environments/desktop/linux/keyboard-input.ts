import { HandrailError } from '../../../core/errors.js';
import { center, contains } from '../../../core/geometry.js';
import type { Accessibility } from '../../accessibility/accessibility.js';
import { isLine, submitLine } from '../../accessibility/actions/submit-line.js';
import { isSheetCell } from '../../accessibility/sheets/sheet.js';
import { afterKey, fillCell, type SheetTyping, typeInSheet } from '../../accessibility/sheets/type-in-sheet.js';
import { clearingKeys } from '../../screen/prepare/clearing-keys.js';
import { createKeyPace } from '../../screen/prepare/key-pace.js';
import { checkPressesNothing, takesText } from '../../screen/prepare/takes-text.js';
import type { InputDriver, KeyboardTarget, ScreenNode, ScreenWindow } from '../../screen/screen.js';
import type { Seat, XDisplay } from '../../x11/x-display.js';

export interface KeyParts {
  x: XDisplay;
  seat: Seat;
  accessibility?: Accessibility;
  /** Gives a node the keys by a click, where it can be reached by a pointer. */
  clickOn(node: ScreenNode, window: ScreenWindow, signal?: AbortSignal): Promise<void>;
}

/** A program that is clicked says within this time who has the keys. */
const focusMs = 600;
const glanceMs = 50;

export interface Keys extends Pick<InputDriver, 'type' | 'key'> {
  /** What is typed next goes to this field. */
  goOnIn(node: ScreenNode, window: ScreenWindow, signal?: AbortSignal): Promise<void>;
  /** Gives a cell of a sheet what it is to hold. */
  fill(cell: ScreenNode, window: ScreenWindow, text: string, told: Accessibility, signal?: AbortSignal): Promise<void>;
  /** What is typed next goes to what has the keys of the window. */
  leave(window: ScreenWindow): void;
}

/** Typing and keys, to any window, in front or not. */
export function keysOf(parts: KeyParts): Keys {
  const { seat, accessibility } = parts;
  const goingOn = fieldsInUse();
  const pace = createKeyPace();

  /** A field in front has the keys afterwards, as if a person had typed there. GTK would raise the window of any other. */
  async function comeTo(node: ScreenNode, window: ScreenWindow, signal?: AbortSignal): Promise<boolean> {
    return window.active && (isFocused(node) || (await accessibility?.focus(node, signal)) === true);
  }

  /** GTK tells it only of a window that has a keyboard. It matters: a button of a dialog answers a question. */
  async function focusedByKeyboard(window: ScreenWindow, signal?: AbortSignal): Promise<ScreenNode | undefined> {
    await seat.attend(window);
    return accessibility?.focusedIn(window, signal);
  }

  /** Its program says what is in it. */
  async function tells(window: ScreenWindow, signal?: AbortSignal): Promise<boolean> {
    return ((await accessibility?.tree({ windows: [window] }, signal))?.nodes.length ?? 0) > 0;
  }

  async function submit(node: ScreenNode | undefined, window: ScreenWindow, signal?: AbortSignal): Promise<boolean> {
    if (!node || !accessibility) return false;
    if (window.dialog && isLine(node))
      return submitLine({ node, window, typed: '' }, { accessibility, windows: () => parts.x.windows() }, signal);
    return !isFocused(node) && accessibility.submit(node, signal);
  }

  function inSheet(cell: ScreenNode, window: ScreenWindow, told: Accessibility, signal?: AbortSignal): SheetTyping {
    return {
      cell,
      isSure: !isFocused(cell),
      accessibility: told,
      type: (piece) => seat.type(piece, window, signal),
      press: (chord) => seat.key(chord, { repeat: 1 }, window, signal),
      read: () => seat.attend(window),
    };
  }

  return {
    async goOnIn(node, window, signal) {
      const isThere = await comeTo(node, window, signal);
      goingOn.set(window, node, isThere ? node : await accessibility?.focusedIn(window, signal));
    },
    leave: goingOn.forget,
    async fill(cell, window, text, told, signal) {
      await giveKeys(cell, window, parts, signal);
      await fillCell(text, inSheet(cell, window, told, signal), signal);
    },
    async type(text, where, { clear }, signal) {
      checkControls(text);
      const window = await windowOf(where, parts);
      const known = isFocused(where.node) ? where.node : await accessibility?.focusedIn(window, signal);
      const isTold = known !== undefined || where.node !== undefined || (await tells(window, signal));
      const focused = known ?? (isTold && !where.node ? await focusedByKeyboard(window, signal) : undefined);
      const node = isFocused(where.node)
        ? (goingOn.in(window, focused) ?? where.node)
        : (where.node ?? goingOn.in(window, focused) ?? focused);
      const isField = node !== undefined && takesText(node, text);
      const isThere = isField && (await comeTo(node, window, signal));
      if (isField && (await accessibility?.insertText(node, text, { clear }, signal))) {
        goingOn.set(window, node, isThere ? node : focused);
        return;
      }
      checkPressesNothing(node, text, window);
      if (where.node) await giveKeys(where.node, window, parts, signal);
      if (clear)
        for (const chord of clearingKeys(node, accessibility !== undefined))
          await seat.key(chord, { repeat: 1 }, window, signal);
      const write = (piece: string): Promise<void> => seat.type(piece, window, signal);
      const clean = text.replaceAll('\r\n', '\n');
      if (node && accessibility && isSheetCell(node.key))
        return typeInSheet(clean, inSheet(node, window, accessibility, signal), signal);
      await (isTold ? pace.type(clean, node, write, signal) : write(clean));
    },
    async key(chord, how, where, signal) {
      const window = await windowOf(where, parts);
      const focused = where.node ?? (goingOn.any(window) ? await accessibility?.focusedIn(window, signal) : undefined);
      const node = goingOn.in(window, focused) ?? (isFocused(where.node) ? undefined : where.node);
      const isEnter = chord.normal === 'Enter' && how.repeat === 1 && how.phase === undefined;
      // GTK raises a window whose field is given the keys: what a key does there can be asked for instead.
      if (isEnter && (await submit(node ?? where.node, window, signal))) return;
      const isPlain = how.holdMs === undefined && how.phase === undefined && !window.active;
      if (node && !isFocused(node) && isPlain && (await accessibility?.press(node, chord, how.repeat, signal))) return;
      if (node && accessibility) await giveKeysBeforeKey(node, window, parts, signal);
      if (accessibility && chord.modifiers.length === 0) await pace.press(chord.key, node ?? focused, signal);
      await seat.key(chord, how, window, signal);
      const cell = where.node;
      if (cell && accessibility && isSheetCell(cell.key) && how.phase === undefined)
        await afterKey(chord, inSheet(cell, window, accessibility, signal), signal);
    },
  };
}

const isFocused = (node: ScreenNode | undefined): boolean => node?.states.includes('focused') ?? false;

/** A field that is typed into need not have the keys: what is typed next goes there all the same, until the keys go elsewhere. */
function fieldsInUse() {
  const fields = new Map<string, { field: ScreenNode; focused: string | undefined }>();
  return {
    in({ id }: ScreenWindow, focused: ScreenNode | undefined): ScreenNode | undefined {
      const last = fields.get(id);
      return last && last.focused === focused?.key ? last.field : undefined;
    },
    set({ id }: ScreenWindow, field: ScreenNode, focused: ScreenNode | undefined): void {
      fields.set(id, { field, focused: focused?.key });
    },
    any: ({ id }: ScreenWindow): boolean => fields.has(id),
    forget({ id }: ScreenWindow): void {
      fields.delete(id);
    },
  };
}

async function giveKeys(node: ScreenNode, window: ScreenWindow, parts: KeyParts, signal?: AbortSignal): Promise<void> {
  if (node.states.includes('focused')) return;
  await parts.seat.attend(window); // programs tell who has the keys only of a window that has them
  const now = await parts.accessibility?.focusedIn(window, signal);
  if (now && isIn(now, node)) return;
  if (!window.active && (await giveByPointer(node, window, parts, signal))) return;
  if (await parts.accessibility?.focus(node, signal)) return;
  await parts.clickOn(node, window, signal);
}

/** A field behind that can be reached gets the keys by a click: GTK raises its window otherwise. The caret stays where it was. */
async function giveByPointer(
  node: ScreenNode,
  window: ScreenWindow,
  { x, accessibility, clickOn }: KeyParts,
  signal?: AbortSignal,
): Promise<boolean> {
  if (!accessibility || node.role !== 'TextInput' || !node.bounds) return false;
  if ((await x.windowAt(center(node.bounds)))?.id !== window.id) return false;
  let isGiven = false;
  const click = async (): Promise<void> => {
    await clickOn(node, window, signal);
    const until = performance.now() + focusMs;
    while (!isGiven && performance.now() < until) {
      const now = await accessibility.focusedIn(window, signal);
      isGiven = now !== undefined && isIn(now, node);
      if (!isGiven) await accessibility.stir.next(glanceMs, signal);
    }
  };
  await accessibility.keepCaret(node, click, signal);
  return isGiven;
}

/** A key at the wrong place may do harm: Enter presses whatever has the keys. */
async function giveKeysBeforeKey(
  node: ScreenNode,
  window: ScreenWindow,
  parts: KeyParts,
  signal?: AbortSignal,
): Promise<void> {
  await giveKeys(node, window, parts, signal);
  if (node.role === 'TableCell') return; // a sheet behind other windows goes on telling which cell was in use before
  const now = await parts.accessibility?.focusedIn(window, signal);
  if (!now || isIn(now, node)) return;
  throw new HandrailError(
    'background_unavailable',
    `"${node.name.slice(0, 60)}" did not get the keys: "${now.name.slice(0, 60)}" has them, so no key was pressed.`,
    'Click it first, or bring its window to the front: focus_app with raise.',
  );
}

/** The field of a combo box has the keys that its box was given. */
function isIn({ key, bounds: inner }: ScreenNode, { key: wanted, bounds: outer }: ScreenNode): boolean {
  if (key === wanted) return true;
  return inner !== undefined && outer !== undefined && contains(outer, center(inner));
}

async function windowOf({ window }: KeyboardTarget, { x }: KeyParts): Promise<ScreenWindow> {
  const found = window ?? (await x.windows()).find(({ popup, shown }) => shown && !popup);
  if (found) return found;
  throw new HandrailError('not_found', 'There is no window that could take keys.', 'Start a program with launch.');
}

/** Characters that are no text, such as the bell: no field holds them, and a key of that name may do harm. */
function checkControls(text: string): void {
  const at = text.search(/[^\P{Cc}\t\n\r]/u);
  if (at < 0) return;
  const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  throw new HandrailError(
    'invalid_action',
    `The text has a control character (U+${code}) at ${at}, which cannot be typed.`,
    'Leave it out, or press a key with the key action.',
  );
}
