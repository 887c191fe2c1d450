import { HandrailError } from '../../../core/errors.js';
import { type KeyChord, parseKeys } from '../../../core/keys/keys.js';
import type { Accessibility } from '../../accessibility/accessibility.js';
import { isSingleLineField, submitField } from '../../accessibility/actions/submit-field.js';
import { isSheetCell } from '../../accessibility/sheets/cell-keys.js';
import { fillCell, refreshAfterKey, type SheetTyping, typeInSheet } from '../../accessibility/sheets/type-in-sheet.js';
import type { InputDriver, KeyboardTarget, KeyPress, ScreenNode, ScreenWindow } from '../screen.js';
import { checkNoControlCharacters, checkPressesNoButton } from './accepts-text.js';
import { createKeyPacing } from './key-pacing.js';

/** Where a text goes. */
export interface TextTarget extends KeyboardTarget {
  /** The node that has the focus of the window, where known. */
  focused?: ScreenNode;
  /** Characters may press buttons, so repeated ones need a delay. */
  isPaced: boolean;
}

/** Where a key goes, and what to do before it is sent. */
export interface KeyTarget {
  window?: ScreenWindow;
  /** The field that Enter submits. */
  field?: ScreenNode;
  /** The node that receives the key, where known. */
  node?: ScreenNode;
  /** The key may press a button, so a repeated one needs a delay. */
  isPaced: boolean;
  /** Does what the key does, without the focus. True when that was possible. */
  pressInBackground?(chord: KeyChord): Promise<boolean>;
  focus?(): Promise<void>;
}

/** The platform-specific part of typing: how a node gets the focus, and how keys are sent. */
export interface TypingPort {
  accessibility?: Accessibility;
  windows(): Promise<ScreenWindow[]>;
  typeText(text: string, window: ScreenWindow | undefined, signal?: AbortSignal): Promise<void>;
  pressKey(chord: KeyChord, press: KeyPress, window: ScreenWindow | undefined, signal?: AbortSignal): Promise<void>;
  /** Resolves when the window's program has read all keys that were sent. */
  awaitKeysRead(window: ScreenWindow | undefined): Promise<void>;
  findTextTarget(where: KeyboardTarget, signal?: AbortSignal): Promise<TextTarget>;
  /** `typedNode` is the key of the node that was typed into last. */
  findKeyTarget(
    where: KeyboardTarget,
    press: KeyPress,
    typedNode: string | undefined,
    signal?: AbortSignal,
  ): Promise<KeyTarget>;
  /** Throws when the window would not accept the whole text. */
  checkText?(text: string, window: ScreenWindow | undefined): Promise<void>;
  /** Inserts the text without keys. False when it must be typed. */
  insertText(text: string, target: TextTarget, options: { clear: boolean }, signal?: AbortSignal): Promise<boolean>;
  /** Gives the window, and the node in it, the focus. */
  focus(target: KeyboardTarget, signal?: AbortSignal): Promise<void>;
}

export interface Typing extends Pick<InputDriver, 'type' | 'key'> {
  /** Replaces the content of a spreadsheet cell. */
  fillCell(
    cell: ScreenNode,
    window: ScreenWindow,
    text: string,
    accessibility: Accessibility,
    signal?: AbortSignal,
  ): Promise<void>;
}

const enter = parseKeys('Enter', false);

/** Typing and keys of an input driver. */
export function createTyping(port: TypingPort): Typing {
  const { accessibility } = port;
  const pacing = createKeyPacing();
  let lastTyped: { node: string; text: string } | undefined;

  function sheetTyping(
    cell: ScreenNode,
    window: ScreenWindow | undefined,
    reader: Accessibility,
    signal?: AbortSignal,
  ): SheetTyping {
    return {
      cell,
      isFocused: !isFocused(cell),
      accessibility: reader,
      type: (text) => port.typeText(text, window, signal),
      press: (chord) => port.pressKey(chord, { repeat: 1 }, window, signal),
      waitUntilRead: () => port.awaitKeysRead(window),
    };
  }

  /** Submits a one-line field of a dialog. False when Enter must be pressed. */
  async function submit(node: ScreenNode | undefined, window: ScreenWindow | undefined, signal?: AbortSignal) {
    if (!accessibility || !node || !window || !isDialogField(node, window)) return false;
    const typed = lastTyped?.node === node.key ? lastTyped.text : '';
    return submitField({ node, window, typed }, { accessibility, windows: port.windows }, signal);
  }

  async function typeWithKeys(text: string, target: TextTarget, signal?: AbortSignal): Promise<void> {
    const { window, node, isPaced } = target;
    const [line = ''] = text.split(/\n$/);
    const isSubmitted = line !== text && !line.includes('\n') && node !== undefined && isSingleLineField(node);
    const typed = isSubmitted ? line : text;
    lastTyped = node && { node: node.key, text: line };
    if (node && accessibility && isSheetCell(node.key))
      return typeInSheet(text, sheetTyping(node, window, accessibility, signal), signal);
    const write = (chunk: string): Promise<void> => port.typeText(chunk, window, signal);
    if (typed !== '') await (isPaced ? pacing.type(typed, node, write, signal) : write(typed));
    if (isSubmitted && !(await submit(node, window, signal))) await port.pressKey(enter, { repeat: 1 }, window, signal);
  }

  return {
    async type(rawText, where, { clear }, signal) {
      checkNoControlCharacters(rawText);
      const text = rawText.replace(/\r\n?/g, '\n');
      const target = await port.findTextTarget(where, signal);
      const { window, node } = target;
      checkPressesNoButton(node, text, window);
      await port.checkText?.(text, window);
      lastTyped = undefined;
      if (await port.insertText(text, target, { clear }, signal)) return;
      await port.focus({ window, node: where.node }, signal);
      if (clear)
        for (const chord of clearingKeys(node, accessibility !== undefined))
          await port.pressKey(chord, { repeat: 1 }, window, signal);
      await typeWithKeys(text, target, signal);
    },
    async key(chord, press, where, signal) {
      const target = await port.findKeyTarget(where, press, lastTyped?.node, signal);
      const { window, field, node, isPaced } = target;
      if (isPlainEnter(chord, press) && (await submit(field, window, signal))) return;
      if (await target.pressInBackground?.(chord)) return;
      await target.focus?.();
      if (isPaced && chord.modifiers.length === 0) await pacing.awaitKey(chord.key, node, signal);
      await port.pressKey(chord, press, window, signal);
      const cell = where.node;
      if (cell && accessibility && isSheetCell(cell.key) && press.phase === undefined)
        await refreshAfterKey(chord, sheetTyping(cell, window, accessibility, signal), signal);
    },
    async fillCell(cell, window, text, reader, signal) {
      await port.focus({ window, node: cell }, signal);
      await fillCell(text, sheetTyping(cell, window, reader, signal), signal);
    },
  };
}

export function isFocused(node: ScreenNode | undefined): boolean {
  return node?.states.includes('focused') ?? false;
}

/** True when the chord is Enter, pressed once. */
export function isPlainEnter({ canonical }: KeyChord, { repeat, holdMs, phase }: KeyPress): boolean {
  return canonical === 'Enter' && repeat === 1 && holdMs === undefined && phase === undefined;
}

/** True for a one-line field of a dialog, where Enter submits the dialog. */
export function isDialogField(node: ScreenNode, window: ScreenWindow): boolean {
  return window.dialog && isSingleLineField(node);
}

const clearField = ['Control+A', 'Delete'].map((keys) => parseKeys(keys, false));
const clearShellLine = ['Control+A', 'Control+K'].map((keys) => parseKeys(keys, false));

/**
 * The keys that clear the focused node. With `knowsFocus`, throws `not_editable` when it is no text: there Control+A may select all files of a
 * folder.
 */
function clearingKeys(node: ScreenNode | undefined, knowsFocus: boolean): readonly KeyChord[] {
  if (node?.role === 'TableCell') return []; // typing replaces the content of a cell
  if (node?.kind === 'terminal') return clearShellLine;
  if (!knowsFocus || node?.role === 'TextInput') return clearField;
  throw new HandrailError(
    'not_editable',
    'The focused element is not a text field, so there is nothing to clear.',
    'Type without clear, or into a field.',
  );
}
