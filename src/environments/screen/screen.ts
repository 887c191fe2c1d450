import type { Button, Modifier } from '../../core/action.js';
import type { ElementFacts } from '../../core/element.js';
import type { Point, Rect, Size } from '../../core/geometry.js';
import type { KeyChord } from '../../core/keys/keys.js';
import type { AppInfo } from '../../core/read.js';
import type { RawPicture } from '../../core/view.js';

export interface ScreenWindow {
  /** Unique among all windows of the screen, stable for the life of the window. */
  id: string;
  /** The program's display name. */
  app: string;
  title: string;
  pid?: number;
  /** Without the frame that the window manager draws. */
  bounds: Rect;
  /** True when the window has the keyboard focus. */
  active: boolean;
  /** False while the window is minimised or on another workspace. */
  shown: boolean;
  /** A dialog of another window of the same program. */
  dialog: boolean;
  /** The program's other windows take no input while this one is open, as far as the screen reports it. */
  modal?: boolean;
  /** A transient window (menu, tooltip, list) that belongs to another window. */
  popup: boolean;
  /** A popup that closes when the pointer moves, so it blocks no click. */
  tooltip?: boolean;
}

/** A node of an accessibility tree, or a text that OCR found. The environment adds the element id. */
export interface ScreenNode extends ElementFacts {
  /** Unique among all nodes of the screen, stable for the life of the node. */
  key: string;
  /** Id of the node's window. */
  window: string;
  /** In screen pixels. Undefined for a node that is not drawn now, such as an item of a closed menu. */
  bounds?: Rect;
  /** The keys of the objects that contain the node, outermost first. An object with children contains itself. */
  path?: readonly string[];
  /** Set if the node is in a row of a list or table of similar rows. */
  list?: NodeListPosition;
}

export interface NodeListPosition {
  /** The key of the node that contains the rows. */
  containerKey: string;
  /** Index of the row among all rows, from 0. */
  row: number;
  /** Number of all rows, visible or not. */
  rowCount: number;
}

/** Which nodes to read. Without `inside` and `find`: all visible nodes. */
export interface TreeRequest {
  /** Front first. */
  windows: readonly ScreenWindow[];
  /** All descendants of this node, visible or not, starting with row `from`. */
  inside?: { key: string; from?: number };
  /** Nodes, visible or not, whose name, value or text contains this text (case-insensitive). */
  find?: string;
}

export interface Tree {
  /** In reading order: windows front first, each from the top. */
  nodes: ScreenNode[];
  /** How many known nodes were left out because a limit was reached. */
  dropped: number;
  /** Why the tree is incomplete: 'LibreOffice did not respond within 2000 ms' … */
  incomplete?: string;
}

/** The pixels of the whole screen, for comparison: row by row, four bytes each. The fourth byte has no meaning. */
export interface Pixels extends Size {
  data: Buffer;
}

/** Reads a screen. All methods throw HandrailError: `display_died`, `container_stopped` … when the screen is gone. */
export interface ScreenReader {
  size(signal?: AbortSignal): Promise<Size>;
  /** Front first. */
  windows(signal?: AbortSignal): Promise<ScreenWindow[]>;
  tree(request: TreeRequest, signal?: AbortSignal): Promise<Tree>;
  /** Captures the screen or `region`. With `window`: captures that window without what covers it, where the platform can. */
  picture(
    what: { region?: Rect; window?: ScreenWindow },
    signal?: AbortSignal,
  ): Promise<Omit<RawPicture, 'secretRegions'>>;
  /** Reads the pixels with the windows `onTop` (front first) drawn above all others, where the platform can. */
  pixels(signal?: AbortSignal, onTop?: readonly ScreenWindow[]): Promise<Pixels>;
  /** Resolves after `ms`. Rejects as soon as the screen is gone. Without it, the next read reports the loss. */
  delay?(ms: number, signal?: AbortSignal): Promise<void>;
  /** False when a known node is gone. `changes` has counted every earlier event about the node when this resolves. */
  nodeExists?(node: ScreenNode, signal?: AbortSignal): Promise<boolean>;
  /** Signals that the screen may have changed. Without it, the environment compares pixels. */
  changes?: ChangeSignal;
  /**
   * Resolves when the window's program and the window manager have processed all earlier input. False when that took longer than `ms`.
   * Without it, idleness cannot be confirmed.
   */
  waitForIdle?(window: ScreenWindow | undefined, ms: number, signal?: AbortSignal): Promise<boolean>;
}

/** Signals changes of a screen. */
export interface ChangeSignal {
  /** Waits for a change, at most `ms`. False when there was none. */
  waitForChange(ms: number, signal?: AbortSignal): Promise<boolean>;
  /** Number of changes so far. An equal number means that nothing changed in between. */
  count(): number;
}

/** The caret movements that programs reported. */
export interface CaretMoves {
  count: number;
  /** Key of the node with the last movement. */
  lastNode?: string;
}

/** The target of a pointer action. */
export interface PointerTarget extends Point {
  /** The target window, in front or not. */
  window?: ScreenWindow;
  /** The point was read from a picture of the whole screen, so it means whatever is drawn there, window frames included. */
  fromPicture?: boolean;
  /** The target node. The driver may act on it through the accessibility interface instead of the pointer. */
  node?: ScreenNode;
}

/** The target of keyboard input. */
export interface KeyboardTarget {
  window?: ScreenWindow;
  node?: ScreenNode;
}

export interface ClickOptions {
  button: Button;
  count: 1 | 2 | 3;
  modifiers: readonly Modifier[];
}

/** How a chord is pressed: `repeat` times, held for `holdMs`, or only pressed down or released. */
export interface KeyPress {
  repeat: number;
  holdMs?: number;
  phase?: 'down' | 'up';
}

/**
 * Sends input to a screen. A method resolves when the input was delivered; it does not check the effect. It throws HandrailError before it
 * sends anything where it cannot act: `background_unavailable`, `covered`, `unsupported`, `not_editable`, `unknown_option` …
 */
export interface InputDriver {
  click(target: PointerTarget, options: ClickOptions, signal?: AbortSignal): Promise<void>;
  move(target: PointerTarget, modifiers: readonly Modifier[], signal?: AbortSignal): Promise<void>;
  press(target: PointerTarget | undefined, button: Button, signal?: AbortSignal): Promise<void>;
  release(target: PointerTarget | undefined, button: Button, signal?: AbortSignal): Promise<void>;
  drag(path: readonly PointerTarget[], modifiers: readonly Modifier[], signal?: AbortSignal): Promise<void>;
  /** In pixels; positive is right and down. One wheel notch is 100. */
  scroll(
    target: PointerTarget,
    by: { dx: number; dy: number },
    modifiers: readonly Modifier[],
    signal?: AbortSignal,
  ): Promise<void>;
  /** Types any Unicode text. `clear` replaces the current text. */
  type(text: string, where: KeyboardTarget, options: { clear: boolean }, signal?: AbortSignal): Promise<void>;
  key(chord: KeyChord, press: KeyPress, where: KeyboardTarget, signal?: AbortSignal): Promise<void>;
  /** The caret movements so far, where programs report them. */
  caretMoves?(): Promise<CaretMoves>;
  /** Sets a text, an option by its label, several options, or on / off. */
  setValue(
    node: ScreenNode,
    window: ScreenWindow,
    value: string | boolean | readonly string[],
    signal?: AbortSignal,
  ): Promise<void>;
  /** Chooses a menu item by the label of each level. */
  chooseMenuItem(path: readonly string[], window: ScreenWindow, signal?: AbortSignal): Promise<void>;
  /** Brings a window to the front and gives it the keyboard focus. */
  raise(window: ScreenWindow, signal?: AbortSignal): Promise<void>;
  /** Requests that a window closes. */
  closeWindow(window: ScreenWindow, signal?: AbortSignal): Promise<void>;
  launch(app: string, parameters: readonly string[], signal?: AbortSignal): Promise<void>;
  listApps(signal?: AbortSignal): Promise<Pick<AppInfo, 'app' | 'launch'>[]>;
  readClipboard(signal?: AbortSignal): Promise<string>;
  writeClipboard(text: string, signal?: AbortSignal): Promise<void>;
  /** Releases all held keys and buttons. */
  releaseAll(): Promise<void>;
}

/** A screen with its reader and input driver: the port of a desktop or container environment. */
export interface Screen {
  reader: ScreenReader;
  input: InputDriver;
  /** Sentences about what it cannot do. */
  limitations: readonly string[];
  /** Called once. Releases all resources. */
  close(): Promise<void>;
}
