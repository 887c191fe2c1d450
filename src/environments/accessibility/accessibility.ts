import type { Duplex } from 'node:stream';
import type { HandrailError } from '../../core/errors.js';
import type { Point } from '../../core/geometry.js';
import type { KeyChord } from '../../core/keys.js';
import type { CaretMoves, ChangeSignal, ScreenNode, ScreenWindow, Tree, TreeRequest } from '../screen/screen.js';
import type { CellWriting } from './sheets/write-cell.js';

export interface AccessibilityOptions {
  /** Address of the session's message bus: 'unix:path=/tmp/dbus-…,guid=…'. */
  bus: string;
  /** Reaches a bus by its address: a socket of this machine, or one inside a container. */
  dial(address: string, signal?: AbortSignal): Promise<Duplex>;
  /** The user that the bus sees on the other side of `dial`. */
  uid: number;
}

/** What programs tell of themselves over AT-SPI, and what they do when asked that way: in the background, whatever is in front. */
export interface Accessibility {
  tree(request: TreeRequest, signal?: AbortSignal): Promise<Tree>;
  /** Whether the program of a window is one of those that tell what they show; it may have told nothing of this window yet. */
  speaks(window: ScreenWindow, signal?: AbortSignal): Promise<boolean>;
  /** The innermost node at a place of a window, whatever is in front of it. */
  nodeAt(point: Point, window: ScreenWindow, signal?: AbortSignal): Promise<ScreenNode | undefined>;
  /** False when the program has no such node any more. */
  isThere(node: ScreenNode, signal?: AbortSignal): Promise<boolean>;
  /** True for a row of a list that was sorted since, while its program may still tell the words of the row that stood there before. */
  isOld(node: ScreenNode): boolean;
  /** What has the keys inside a window. */
  focusedIn(window: ScreenWindow, signal?: AbortSignal): Promise<ScreenNode | undefined>;
  /** Does what a click does. False when the node offers no such thing; throws `disabled` when it would do nothing. */
  click(node: ScreenNode, signal?: AbortSignal): Promise<boolean>;
  /** Gives the node the keys of its window, without the window being raised. False when it takes none, or not without raising it. */
  focus(node: ScreenNode, signal?: AbortSignal): Promise<boolean>;
  /** Does `work`, and puts the caret of a field back to where it was. */
  keepCaret(node: ScreenNode, work: () => Promise<void>, signal?: AbortSignal): Promise<void>;
  /** Does in a field what a key does there, whatever has the keys. False when the field or the key is none of those that can be done so. */
  press(node: ScreenNode, chord: KeyChord, times: number, signal?: AbortSignal): Promise<boolean>;
  /** Does what Enter does in a field of one line, whatever has the keys. False when the node offers no such thing. */
  submit(node: ScreenNode, signal?: AbortSignal): Promise<boolean>;
  /** Does what Enter does in a field beside a document, where a value is taken with it. False anywhere else. */
  enter(node: ScreenNode, signal?: AbortSignal): Promise<boolean>;
  /** Writes at the caret in place of the selection, or in place of everything. False when the node takes no text this way. */
  insertText(node: ScreenNode, text: string, how: { clear: boolean }, signal?: AbortSignal): Promise<boolean>;
  /** Writes into the cell of a sheet that has the keys. Gives back what is left to be typed. */
  writeInCell(node: ScreenNode, text: string, how: CellWriting, signal?: AbortSignal): Promise<string>;
  /** Sees to it that a cell which may have been emptied is told as it is. */
  renewCell(node: ScreenNode, signal?: AbortSignal): Promise<void>;
  /** Whether no cell of the sheet of this one is being edited, now or in a moment. */
  isCellLeft(node: ScreenNode, signal?: AbortSignal): Promise<boolean>;
  /** Throws `not_editable`, or `unknown_option` that names the options there are. */
  setValue(node: ScreenNode, value: string | boolean | readonly string[], signal?: AbortSignal): Promise<void>;
  /** Throws `not_found` that names the items there are at that level, or `disabled`. */
  menu(path: readonly string[], window: ScreenWindow, signal?: AbortSignal): Promise<void>;
  /** The whole text of a node. */
  text(node: ScreenNode, signal?: AbortSignal): Promise<string>;
  /** How often a caret was moved, and the key of the node that the last one was in. */
  carets(): CaretMoves;
  /** Rings when a program says that something changed. */
  stir: ChangeSignal;
  /** Settles when the bus is gone, with the reason. Never rejects. */
  lost: Promise<HandrailError>;
  close(): Promise<void>;
}
