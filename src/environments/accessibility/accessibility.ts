import type { Duplex } from 'node:stream';
import type { HandrailError } from '../../core/errors.js';
import type { Point } from '../../core/geometry.js';
import type { KeyChord } from '../../core/keys/keys.js';
import type { CaretMoves, ChangeSignal, ScreenNode, ScreenWindow, Tree, TreeRequest } from '../screen/screen.js';
import type { CellEdit } from './sheets/write-cell.js';

export interface AccessibilityOptions {
  /** Address of the session bus: 'unix:path=/tmp/dbus-…,guid=…'. */
  bus: string;
  /** Connects to a bus by its address: a socket of this machine, or one inside a container. */
  dial(address: string, signal?: AbortSignal): Promise<Duplex>;
  /** The user that the bus sees at the other end of `dial`. */
  uid: number;
}

/** Reads and operates programs over AT-SPI. Works in the background, whatever window is in front. */
export interface Accessibility {
  tree(request: TreeRequest, signal?: AbortSignal): Promise<Tree>;
  /** Whether the program of a window is on the accessibility bus. It may have reported nothing about this window yet. */
  hasProgram(window: ScreenWindow, signal?: AbortSignal): Promise<boolean>;
  /** The innermost node at a position of a window, whatever is in front of it. */
  nodeAt(point: Point, window: ScreenWindow, signal?: AbortSignal): Promise<ScreenNode | undefined>;
  /** False when the program no longer has the node. */
  nodeExists(node: ScreenNode, signal?: AbortSignal): Promise<boolean>;
  /** True for a row of a list that was sorted since, while its program may still report the text of the row that was there before. */
  isStaleRow(node: ScreenNode): boolean;
  /** The node of a window that has the keyboard focus. */
  focusedNode(window: ScreenWindow, signal?: AbortSignal): Promise<ScreenNode | undefined>;
  /** Does what a click does. False when the node has no such action. Throws `disabled`. */
  click(node: ScreenNode, signal?: AbortSignal): Promise<boolean>;
  /** Gives the node the focus inside its window without raising the window. False when that is not possible. */
  focus(node: ScreenNode, signal?: AbortSignal): Promise<boolean>;
  /** Runs `work` and then moves the caret of the field back. */
  preserveCaret(node: ScreenNode, work: () => Promise<void>, signal?: AbortSignal): Promise<void>;
  /** Does in a field what a key does there, whatever has the focus. False when the field or the key does not support it. */
  pressKey(node: ScreenNode, chord: KeyChord, times: number, signal?: AbortSignal): Promise<boolean>;
  /** Does what Enter does in a single-line field, whatever has the focus. False when the node has no such action. */
  submit(node: ScreenNode, signal?: AbortSignal): Promise<boolean>;
  /** Does what Enter does in a field beside a document, which takes its value with Enter. False for any other node. */
  submitToolbarField(node: ScreenNode, signal?: AbortSignal): Promise<boolean>;
  /** Writes at the caret in place of the selection, or with `clear` in place of the whole text. False when the node takes no text this way. */
  insertText(node: ScreenNode, text: string, how: { clear: boolean }, signal?: AbortSignal): Promise<boolean>;
  /** Writes into the focused cell of a sheet. Returns the text that is left to type. */
  writeCell(node: ScreenNode, text: string, edit: CellEdit, signal?: AbortSignal): Promise<string>;
  /** Makes the program report the current content of a cell that may have been emptied. */
  refreshCell(node: ScreenNode, signal?: AbortSignal): Promise<void>;
  /** Waits until no cell of the sheet of this cell is being edited. False when one still is. */
  cellEditEnded(node: ScreenNode, signal?: AbortSignal): Promise<boolean>;
  /** Throws `not_editable`, or `unknown_option` with the available options. */
  setValue(node: ScreenNode, value: string | boolean | readonly string[], signal?: AbortSignal): Promise<void>;
  /**
   * Throws `not_found` with the items of that level, or `disabled`. `beforeOpening` runs before a menu is opened because its program fills it
   * only then: an open menu receives all keys.
   */
  chooseMenuItem(
    path: readonly string[],
    window: ScreenWindow,
    beforeOpening?: () => Promise<void>,
    signal?: AbortSignal,
  ): Promise<void>;
  /** The whole text of a node. */
  readText(node: ScreenNode, signal?: AbortSignal): Promise<string>;
  caretMoves(): CaretMoves;
  /** Notifies when a program reports a change. */
  changes: ChangeSignal;
  /** Resolves with the reason when the bus is gone. Never rejects. */
  lost: Promise<HandrailError>;
  close(): Promise<void>;
}
