import type { Button, Modifier } from '../../core/action.js';
import type { Role, State } from '../../core/element.js';
import type { Point, Rect, Size } from '../../core/geometry.js';
import type { KeyChord } from '../../core/keys.js';
import type { AppFacts } from '../../core/read.js';
import type { RawPicture } from '../../core/view.js';

/** A window of a screen. */
export interface ScreenWindow {
  /** The same for the life of the window, and of no other. */
  id: string;
  /** The name of the program, as a person would say it. */
  app: string;
  title: string;
  pid?: number;
  /** Without the frame that a window manager draws around it. */
  bounds: Rect;
  /** What a person types goes here now. */
  active: boolean;
  /** False while it is minimised or on another workspace. */
  shown: boolean;
  /** Stands in front of another window of its program until it is answered. */
  dialog: boolean;
  /** Other windows of its program take no input until it is answered, as far as the screen knows. */
  modal?: boolean;
  /** A menu, tooltip or list that belongs to another window and goes away by itself. */
  popup: boolean;
  /** A popup that goes as soon as the pointer moves: nothing is under it that could not be clicked. */
  tooltip?: boolean;
}

/** One node of an accessibility tree, or a piece of text found in a picture, in our words but without an id. */
export interface ScreenNode {
  /** The same for the life of the node, and of no other node of this screen. */
  key: string;
  /** Id of its window. */
  window: string;
  role: Role;
  /** The finer role, where it says more: 'toggle button', 'slider', 'terminal'. */
  kind?: string;
  name: string;
  /** Never a password. */
  value?: string;
  description?: string;
  states: State[];
  /** In screen pixels. What is not drawn anywhere now (an item of a closed menu) has none. */
  bounds?: Rect;
  interactive: boolean;
  level?: number;
  /** Its place in a list or table of like rows; `of` is the key of the node around the rows. */
  list?: { of: string; row: number; rows: number };
}

/** What of the windows is asked for. Without `inside` and `find`: what is shown. */
export interface TreeRequest {
  /** Front first. */
  windows: readonly ScreenWindow[];
  /** Everything below this node, shown or not, from a row on. */
  inside?: { key: string; from?: number };
  /** Nodes, shown or not, whose name, value or text holds these words (upper and lower case are the same). */
  find?: string;
}

export interface Tree {
  /** In reading order: windows front first, each from the top. */
  nodes: ScreenNode[];
  /** Known to be there and left out because a cap was reached. */
  dropped: number;
  /** Why the tree is not whole: 'LibreOffice did not answer within 2000 ms' … */
  incomplete?: string;
}

/** The pixels of the whole screen, for comparing: four bytes each, row by row, the fourth without meaning. */
export interface Pixels extends Size {
  data: Buffer;
}

/** How a screen is seen. Everything throws HandrailError: `display_died`, `container_stopped` … when the screen is gone. */
export interface ScreenReader {
  size(signal?: AbortSignal): Promise<Size>;
  /** Front first. */
  windows(signal?: AbortSignal): Promise<ScreenWindow[]>;
  tree(request: TreeRequest, signal?: AbortSignal): Promise<Tree>;
  /** The screen, or a part of it. Of `window`, where given: as it would look with nothing in front of it, where that can be had. */
  picture(what: { region?: Rect; window?: ScreenWindow }, signal?: AbortSignal): Promise<Omit<RawPicture, 'secrets'>>;
  /** Of windows that are `over` (front first): as if they stood in front of all others, where that can be had. */
  pixels(signal?: AbortSignal, over?: readonly ScreenWindow[]): Promise<Pixels>;
  /** Lets time pass. Rejects as soon as the screen is gone: without it, whoever looks next finds out. */
  pass?(ms: number, signal?: AbortSignal): Promise<void>;
  /** False when a node that was seen is gone. What the screen said of it before is heard first, so that `stir` has rung for it. */
  nodeExists?(node: ScreenNode, signal?: AbortSignal): Promise<boolean>;
  /** Rings when something on the screen may have changed. Without it, the pixels are compared. */
  changes?: ChangeSignal;
  /**
   * Comes back when the program of a window, and whoever shows its windows, have dealt with all they were sent before. False when that took
   * longer than `ms`. Without it, nobody can be asked.
   */
  caughtUp?(window: ScreenWindow | undefined, ms: number, signal?: AbortSignal): Promise<boolean>;
}

export interface ChangeSignal {
  /** Waits until something stirs, at most `ms`. False when nothing did. */
  next(ms: number, signal?: AbortSignal): Promise<boolean>;
  /** How often it has rung: the same number twice means that nothing stirred in between. */
  count(): number;
}

/** Carets that programs say they moved. */
export interface CaretMoves {
  count: number;
  /** Key of the node that the last one was in. */
  last?: string;
}

/** Where a pointer action goes. */
export interface PointerTarget extends Point {
  /** The window it is meant for; in front or not. */
  window?: ScreenWindow;
  /** Read off a picture of the whole screen: what is shown there is meant, the frame of another window, too. */
  asShown?: boolean;
  /** The node it is meant for: may be done through the accessibility interface instead of the pointer. */
  node?: ScreenNode;
}

/** Where keys go. */
export interface KeyboardTarget {
  window?: ScreenWindow;
  node?: ScreenNode;
}

/**
 * How a screen is acted on. Resolves when the input was delivered (whether it did anything is for the eyes to say). Throws HandrailError
 * before anything was done, where it cannot be: `background_unavailable`, `covered`, `unsupported`, `not_editable`, `unknown_option` …
 */
export interface InputDriver {
  click(
    aim: PointerTarget,
    how: { button: Button; count: 1 | 2 | 3; modifiers: readonly Modifier[] },
    signal?: AbortSignal,
  ): Promise<void>;
  move(aim: PointerTarget, modifiers: readonly Modifier[], signal?: AbortSignal): Promise<void>;
  press(aim: PointerTarget | undefined, button: Button, signal?: AbortSignal): Promise<void>;
  release(aim: PointerTarget | undefined, button: Button, signal?: AbortSignal): Promise<void>;
  drag(path: readonly PointerTarget[], modifiers: readonly Modifier[], signal?: AbortSignal): Promise<void>;
  /** Pixels, positive = right and down. One notch of a wheel is 100. */
  scroll(
    aim: PointerTarget,
    by: { dx: number; dy: number },
    modifiers: readonly Modifier[],
    signal?: AbortSignal,
  ): Promise<void>;
  /** Any text there is. `clear` replaces what stands there. */
  type(text: string, where: KeyboardTarget, how: { clear: boolean }, signal?: AbortSignal): Promise<void>;
  key(
    chord: KeyChord,
    how: { repeat: number; holdMs?: number; phase?: 'down' | 'up' },
    where: KeyboardTarget,
    signal?: AbortSignal,
  ): Promise<void>;
  /** Where programs tell it. */
  carets?(): Promise<CaretMoves>;
  /** A value, a choice by its shown words, or on / off. */
  setValue(
    node: ScreenNode,
    window: ScreenWindow,
    value: string | boolean | readonly string[],
    signal?: AbortSignal,
  ): Promise<void>;
  /** Chooses an item of a menu by the words of each level. */
  menu(path: readonly string[], window: ScreenWindow, signal?: AbortSignal): Promise<void>;
  /** Brings a window to the front and gives it the keys. */
  raise(window: ScreenWindow, signal?: AbortSignal): Promise<void>;
  /** Asks a window to close. */
  closeWindow(window: ScreenWindow, signal?: AbortSignal): Promise<void>;
  launch(app: string, parameters: readonly string[], signal?: AbortSignal): Promise<void>;
  apps(signal?: AbortSignal): Promise<Pick<AppFacts, 'app' | 'launch'>[]>;
  readClipboard(signal?: AbortSignal): Promise<string>;
  writeClipboard(text: string, signal?: AbortSignal): Promise<void>;
  /** Lets go of every key and button that is held. */
  releaseAll(): Promise<void>;
}

/** A screen with someone at it: what an environment without a page of its own is made of. */
export interface Screen {
  reader: ScreenReader;
  input: InputDriver;
  /** What it cannot do, in sentences. */
  limits: readonly string[];
  /** Called once. Leaves nothing behind. */
  close(): Promise<void>;
}
